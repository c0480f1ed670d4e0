import { describe, expect, it } from "vitest";
import { gpuDay } from "./fixtures/rows";
import { LikeBefore, sameCharge } from "./like-before";
import type { BillRow } from "./schema";

/** What may differ between two rows of one charge: where they stand, when, how much of it, and for how much. */
const OF_THE_ROW = new Set<keyof BillRow>([
  ...(["record", "part", "raw", "chargeStart", "chargeEnd", "billedAmount", "effectiveAmount", "invoiceId"] as const),
  ...(["pricingQuantity", "consumedQuantity", "listUnitPrice", "listCost", "contractedUnitPrice"] as const),
  ...(["contractedCost", "allocatedRatio", "region", "tags", "tagsText"] as const),
]);

describe("rows of one charge", () => {
  it("differ in place, time, quantity and money alone", () => {
    const row = gpuDay(2);
    for (const field of Object.keys(row) as (keyof BillRow)[]) {
      const other = { ...row, [field]: typeof row[field] === "boolean" ? !row[field] : "other" } as BillRow;
      expect([field, sameCharge(row, other)]).toEqual([field, OF_THE_ROW.has(field)]);
    }
  });

  it("are worked out once while they follow each other", () => {
    const made: number[] = [];
    const like = new LikeBefore((row) => {
      made.push(row.record);
      return row.sku;
    });
    const rows = [gpuDay(2), gpuDay(3, { billedAmount: "7" }), gpuDay(4, { sku: "other" }), gpuDay(5)];
    expect(rows.map((row) => like.of(row))).toEqual(["GPU-1", "GPU-1", "other", "GPU-1"]);
    expect(made).toEqual([2, 4, 5]);
  });
});
