import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumDecimals } from "@/lib/money/money";
import { costReport, perOutputText, totalsOfSums } from "./cost-report";
import { insideTotal } from "./inside-total";
import { anyComponentSchema } from "./schema";
import { unitCost } from "./unit-cost";

const sum = (component: string, amount: string, month = "2026-09", currency = "USD") => ({
  component: anyComponentSchema.parse(component),
  amount,
  month,
  currency,
});

describe("cost report", () => {
  it("divides the five components by the accepted outputs and leaves the rest beside", () => {
    const [report] = costReport(
      [
        sum("accelerator", "516.48"),
        sum("storage", "21.60"),
        sum("network", "4.12"),
        sum("support", "25.00"),
        sum("tax", "50"),
        sum("credit", "-10"),
        sum("funding", "1000"),
      ],
      { "2026-09": 41_250 },
    );
    expect(report?.totals.net).toBe("567.2");
    expect(report?.totals.payable).toBe("607.2");
    expect(report?.unitCost).toEqual({ kind: "ratio", numerator: "567.2", currency: "USD", denominator: "41250" });
    expect(report?.perOutput).toBe("0.013750");
  });

  it("says what was spent when nothing is accepted: neither zero nor infinity", () => {
    const [report] = costReport([sum("accelerator", "10")], {});
    expect(report?.perOutput).toBeNull();
    expect(report?.unitCost).toMatchObject({ kind: "undefined", costSoFar: "10" });
  });

  it("keeps currencies apart", () => {
    const reports = costReport([sum("host", "1"), sum("host", "2", "2026-09", "EUR")], { "2026-09": 1 });
    expect(reports.map((r) => [r.currency, r.totals.net])).toEqual([
      ["EUR", "2"],
      ["USD", "1"],
    ]);
  });

  it("has months that sum to the total", () => {
    const amounts = fc.array(
      fc.record({
        component: fc.constantFrom(...anyComponentSchema.options),
        cents: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        month: fc.constantFrom("2026-07", "2026-08", "2026-09"),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(amounts, (list) => {
        const sums = list.map((a) => sum(a.component, `${a.cents}`, a.month));
        const [report] = costReport(sums, { "2026-08": 3 });
        expect(sumDecimals(report!.byMonth.map((m) => m.net)).toFixed()).toBe(report!.totals.net);
        expect(sumDecimals(report!.byMonth.map((m) => m.payable)).toFixed()).toBe(report!.totals.payable);
        expect(sumDecimals(Object.values(report!.totals.components)).toFixed()).toBe(report!.totals.net);
      }),
    );
  });

  it("shows a ratio with five significant digits", () => {
    const shown = (cost: string, n: number) =>
      perOutputText(unitCost({ amount: sumDecimals([cost]), currency: "USD" }, n));
    expect(shown("1", 3)).toBe("0.33333");
    expect(shown("1", 4096)).toBe("0.00024414");
    expect(shown("10", 3)).toBe("3.3333");
    expect(shown("1000", 3)).toBe("333.33");
    expect(shown("0", 3)).toBe("0.00");
  });
});

describe("inside the total", () => {
  const counts = { attempted: 45_000, accepted: 41_250, rejected: 2250, failed: 1500, retried: 0 };

  it("explains the accelerator cost and leaves it as it was", () => {
    const before = totalsOfSums([sum("accelerator", "516.48")]);
    const inside = insideTotal("516.48", [{ kind: "idle", gpuSeconds: "28", ofGpuSeconds: "100" }], counts);
    if (!inside.ok) throw new Error("fits");
    expect(inside.lines.find((l) => l.kind === "idle")?.cost.insideTotal).toBe("144.6144");
    expect(sumDecimals(inside.lines.map((l) => l.cost.insideTotal)).toFixed(10)).toBe("516.4800000000");
    expect(totalsOfSums([sum("accelerator", "516.48")])).toEqual(before);
  });

  it("takes shares that no decimal holds", () => {
    const inside = insideTotal("46", [{ kind: "idle", gpuSeconds: "9", ofGpuSeconds: "46" }], counts);
    expect(inside.ok && inside.lines[0]?.cost.insideTotal).toBe("9");
  });

  it("counts failed work once, by time where time was measured", () => {
    const inside = insideTotal("100", [{ kind: "failed", gpuSeconds: "10", ofGpuSeconds: "100" }], counts);
    expect(inside.ok && inside.lines.map((l) => l.kind)).toEqual(["failed-time", "rejected", "retried", "accepted"]);
  });

  it("refuses parts that exceed the whole, and shows nothing that was not measured", () => {
    const time = { gpuSeconds: "60", ofGpuSeconds: "100" };
    expect(
      insideTotal(
        "1",
        [
          { kind: "idle", ...time },
          { kind: "ramp-up", ...time },
        ],
        counts,
      ).ok,
    ).toBe(false);
    const none = { attempted: 0, accepted: 0, rejected: 0, failed: 0, retried: 0 };
    expect(insideTotal("1", [{ kind: "idle", gpuSeconds: "5", ofGpuSeconds: "0" }], none)).toEqual({
      ok: true,
      lines: [],
    });
  });
});
