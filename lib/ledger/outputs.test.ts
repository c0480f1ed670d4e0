import { describe, expect, it } from "vitest";
import { type OutputRecord, outputCountsSchema, overlappingPeriods, totalOutputs } from "./outputs";
import { readOutputsCsv } from "./outputs-csv";

const record = (id: string, accepted: number, more: Partial<OutputRecord> = {}): OutputRecord => ({
  id,
  replaces: null,
  periodStart: "2026-09-01T00:00:00Z",
  periodEnd: "2026-09-02T00:00:00Z",
  attempted: accepted + 3,
  accepted,
  rejected: 2,
  failed: 1,
  retried: 4,
  note: null,
  ...more,
});
const csv = (...lines: string[]) => readOutputsCsv(new TextEncoder().encode(lines.join("\n")));
const HEADER = "period_start,period_end,attempted,accepted,rejected,failed,retried,note";

describe("outputs", () => {
  it("end accepted, rejected or failed; retries stand apart", () => {
    const { id: _, replaces: __, ...good } = record("a", 10);
    expect(outputCountsSchema.safeParse(good).success).toBe(true);
    for (const bad of [
      { ...good, attempted: 17 },
      { ...good, accepted: -1, attempted: 2 },
      { ...good, accepted: 10.5, attempted: 13.5 },
      { ...good, periodEnd: good.periodStart },
      { ...good, periodStart: "2026-02-31T00:00:00Z" },
      { ...good, periodStart: "2026-09-01" },
      { ...good, other: 1 },
    ]) {
      expect(outputCountsSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    }
  });

  it("count the last of a chain of corrections only", () => {
    const records = [
      record("a", 10),
      record("b", 12, { replaces: "a" }),
      record("c", 11, { replaces: "b" }),
      record("d", 1),
    ];
    expect(totalOutputs(records)).toEqual({
      attempted: 18,
      accepted: 12,
      rejected: 4,
      failed: 2,
      retried: 8,
      records: 2,
      replaced: 2,
    });
    const huge = record("x", Number.MAX_SAFE_INTEGER - 3);
    expect(() => totalOutputs([huge, record("y", 10)])).toThrow(RangeError);
  });

  it("show periods that overlap; touching ones do not", () => {
    const next = { periodStart: "2026-09-02T00:00:00Z", periodEnd: "2026-09-03T00:00:00Z" };
    expect(overlappingPeriods([record("a", 1), record("b", 1, next)])).toEqual([]);
    const pairs = overlappingPeriods([
      record("b", 1, { ...next, periodStart: "2026-09-01T23:59:59.500Z" }),
      record("a", 1),
    ]);
    expect(pairs.map((p) => p.map((r) => r.id))).toEqual([["a", "b"]]);
    expect(overlappingPeriods([record("a", 1), record("b", 2, { replaces: "a" })])).toEqual([]);
  });
});

describe("outputs from a CSV file", () => {
  it("are read by column name, with retries and note optional", () => {
    const file = csv(
      "accepted,attempted,rejected,failed,period_end,period_start",
      "10,13,2,1,2026-09-02,2026-09-01T00:00:00Z",
    );
    expect(file.errors).toEqual([]);
    expect(file.rows).toEqual([
      {
        record: 2,
        counts: {
          periodStart: "2026-09-01T00:00:00Z",
          periodEnd: "2026-09-02T00:00:00Z",
          attempted: 13,
          accepted: 10,
          rejected: 2,
          failed: 1,
          retried: 0,
          note: null,
        },
      },
    ]);
  });

  it("name each bad row and keep the others", () => {
    const good = "2026-09-01,2026-09-02,13,10,2,1,0,fine";
    const file = csv(
      HEADER,
      good,
      "1/9/26,2026-09-02,13,10,2,1,0,",
      "2026-09-01,2026-09-02,1.300,1297,2,1,0,",
      "2026-09-01,2026-09-02,14,10,2,1,0,",
      "2026-09-02,2026-09-01,13,10,2,1,0,",
      "2026-09-01,2026-09-02,13",
      '"2026-09-01,2026-09-02,13,10,2,1,0,x',
      good,
    );
    expect(file.rows.map((r) => r.record)).toEqual([2, 9]);
    expect(file.errors.map((e) => [e.record, e.field])).toEqual([
      [3, "period_start"],
      [4, "attempted"],
      [5, "attempted"],
      [6, "periodEnd"],
      [7, null],
      [8, null],
    ]);
  });

  it("say what is wrong with a whole file", () => {
    const message = (...lines: string[]): string | undefined => csv(...lines).errors[0]?.message;
    expect(message("")).toContain("empty");
    expect(message(HEADER)).toBe("the file has a header but no rows");
    expect(message("period_start,period_end,accepted", "a,b,c")).toBe("missing columns: attempted, rejected, failed");
    expect(message(`${HEADER},mood`, "x")).toContain('unknown column "mood"');
    expect(message(`${HEADER},note`, "x")).toContain("twice");
  });
});
