import { describe, expect, it } from "vitest";
import type { Assignment } from "./classify";
import { fileOf, gpuDay } from "./fixtures/rows";
import { instantMs, instantText } from "./period";
import { type ImportPlan, nextState, planImport } from "./plan";
import { type BillRow, EMPTY_STATE } from "./schema";

const HOUR = 3_600_000;
const START = instantMs("2026-08-28T00:00:00Z");

/** Plan of a second file after the first was imported. */
function secondPlan(first: BillRow[], second: BillRow[], assignments: Assignment[] = []): ImportPlan {
  const plan = planImport(fileOf(first, "1".repeat(64)), { basis: "effective", prior: EMPTY_STATE });
  const prior = nextState(EMPTY_STATE, plan);
  return planImport(fileOf(second, "2".repeat(64)), { basis: "effective", prior, assignments });
}

describe("imports", () => {
  it("know a row again by what it says, not by its place among others of its hour", () => {
    const at = (record: number, from: number, until: number, cost: string): BillRow =>
      gpuDay(record, {
        billedAmount: cost,
        effectiveAmount: cost,
        chargeStart: instantText(START + from * HOUR),
        chargeEnd: instantText(START + until * HOUR),
      });
    const reasons = (first: BillRow[], second: BillRow[]): (string | number)[][] =>
      secondPlan(first, second).setAside.map((r) => [r.record, r.pile, r.reason]);
    const known = ["alreadyClaimed", "row-already-imported"];
    const hour = (record: number, cost: string): BillRow => at(record, 0, 1, cost);
    // A longer edition of the hour: the other row is new. Not one: it may be the earlier charge in another form.
    expect(reasons([hour(2, "1")], [hour(2, "5"), hour(3, "1")])).toEqual([[3, ...known]]);
    expect(reasons([hour(2, "1")], [hour(2, "1"), hour(3, "1")])).toEqual([[2, ...known]]);
    expect(reasons([hour(2, "5"), hour(3, "1")], [hour(2, "1")])).toEqual([[2, ...known]]);
    expect(reasons([hour(2, "1")], [hour(2, "5")])).toEqual([[2, "overlapping", "range-already-claimed"]]);
    expect(reasons([hour(2, "1"), hour(3, "2")], [hour(2, "2"), hour(3, "9")])).toEqual([
      [2, ...known],
      [3, "overlapping", "range-already-claimed"],
    ]);
    expect(reasons([at(2, 11, 13, "7")], [at(2, 10, 12, "1"), at(3, 11, 13, "7")])).toEqual([
      [2, "overlapping", "range-overlaps-claim"],
      [3, ...known],
    ]);
  });

  it("know a row again that is classed in another way, or invoiced only later", () => {
    const unknown = gpuDay(2, { sku: "X", skuMeter: null, serviceCategory: "Other", description: "Requests" });
    const later = { ...unknown, invoiceId: "INV-9" };
    const assignments = [{ sku: "X", component: "accelerator" as const }];
    const plan = secondPlan([unknown], [later], assignments);
    expect(plan.setAside).toMatchObject([{ record: 2, pile: "alreadyClaimed", reason: "row-already-imported" }]);
  });
});
