import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantMs, instantText, isAfter, monthText, readInstant, splitByMonth, zoneOf } from "./period";

const at = (text: string): number => Date.parse(text);
const instant = fc.integer({ min: at("1999-12-31T00:00:00Z"), max: at("2099-12-31T00:00:00Z") });

describe("instants", () => {
  it("writes and reads what the platform's own dates say", () => {
    fc.assert(
      fc.property(instant, (ms) => {
        expect(instantText(ms)).toBe(new Date(ms).toISOString().replace(".000Z", "Z"));
        expect(instantMs(instantText(ms))).toBe(ms);
      }),
    );
    expect(() => instantMs("2026-09-0xT00:00:00Z")).toThrow(RangeError);
  });

  it("reads what is unambiguous, with a warning where the form is not the format's", () => {
    const cases: [string, string, string | null][] = [
      ["2026-09-01T00:00:00Z", "2026-09-01T00:00:00Z", null],
      ["2026-09-01T00:00:00.250Z", "2026-09-01T00:00:00.250Z", null],
      ["2026-09-01 00:00:00", "2026-09-01T00:00:00Z", "date-without-zone"],
      ["2026-09-01", "2026-09-01T00:00:00Z", "date-without-zone"],
      ["2026-09-01T07:00:00+07:00", "2026-09-01T00:00:00Z", "date-with-offset"],
      ["2026-08-31T19:30:00-0430", "2026-09-01T00:00:00Z", "date-with-offset"],
      ["2026-09-01 00:00:00 UTC", "2026-09-01T00:00:00Z", "date-form"],
    ];
    for (const [text, wanted, warning] of cases) {
      const read = readInstant(text);
      expect([text, read.ok && instantText(read.ms), read.ok && read.warning]).toEqual([text, wanted, warning]);
    }
  });

  it("refuses what could mean two days and what is no day", () => {
    for (const text of ["5/1/25", "01.02.2026", "1-2-2026 10:00"]) {
      expect(readInstant(text)).toEqual({ ok: false, reason: "ambiguous-date" });
    }
    for (const text of [
      "2023-02-01T30:00:00Z",
      "2026-02-29",
      "2026-13-01",
      "soon",
      "2026-09-01T00:00:00.0001Z",
      "45901",
    ]) {
      expect([text, readInstant(text)]).toEqual([text, { ok: false, reason: "invalid-date" }]);
    }
  });

  it("compares by time, not by text", () => {
    expect(isAfter("2026-09-01T00:00:00.500Z", "2026-09-01T00:00:00Z")).toBe(true);
    expect(isAfter("2026-09-01T00:00:00Z", "2026-09-01T00:00:00.500Z")).toBe(false);
    expect(isAfter("never", "2026-09-01T00:00:00Z")).toBe(false);
  });
});

describe("months of a zone", () => {
  it("starts April in Jakarta at 17:00 UTC of the last day of March", () => {
    const zone = zoneOf("Asia/Jakarta")!;
    const parts = splitByMonth(zone, at("2026-03-31T12:00:00Z"), at("2026-04-01T12:00:00Z"));
    expect(parts.map((p) => [monthText(p.month), p.durationMs / 3_600_000])).toEqual([
      ["2026-03", 5],
      ["2026-04", 19],
    ]);
  });

  it("gives months with a clock change their real hours", () => {
    const zone = zoneOf("Europe/Warsaw")!;
    const month = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
    const hours = (text: string): number =>
      (zone.monthStart(month(text) + 1) - zone.monthStart(month(text))) / 3_600_000;
    expect([hours("2026-03"), hours("2026-10"), hours("2026-01")]).toEqual([743, 745, 744]);
  });

  it("knows no invented zone", () => {
    expect(zoneOf("Mars/Olympus")).toBeNull();
    expect(zoneOf("")).toBeNull();
  });

  it("cuts any period so that the parts sum to it and lie in their month", () => {
    const zones = [
      "UTC",
      "Asia/Jakarta",
      "Europe/Warsaw",
      "America/St_Johns",
      "Pacific/Kiritimati",
      "Pacific/Pago_Pago",
    ];
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 1, max: 100 * 86_400_000 }),
        fc.constantFrom(...zones),
        (start, length, id) => {
          const zone = zoneOf(id)!;
          const parts = splitByMonth(zone, start, start + length);
          expect(parts.reduce((sum, p) => sum + p.durationMs, 0)).toBe(length);
          const local = new Intl.DateTimeFormat("sv-SE", { timeZone: id, year: "numeric", month: "2-digit" });
          let from = start;
          for (const part of parts) {
            expect(monthText(part.month)).toBe(local.format(from));
            expect(monthText(part.month)).toBe(local.format(from + part.durationMs - 1));
            from += part.durationMs;
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
