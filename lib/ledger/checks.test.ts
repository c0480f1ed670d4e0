import { describe, expect, it } from "vitest";
import type { Check } from "./check";
import { fileOf, gpuDay } from "./fixtures/rows";
import { planImport } from "./plan";
import { type BillRow, EMPTY_STATE } from "./schema";

type Extra = Parameters<typeof fileOf>[2];
function checkOf(
  id: string,
  rows: readonly BillRow[],
  extra: Extra = {},
  statedPayables: Record<string, string> = {},
): Check {
  const plan = planImport(fileOf(rows, "a".repeat(64), extra), {
    basis: "effective",
    prior: EMPTY_STATE,
    statedPayables,
  });
  return plan.checks.find((c) => c.id === id)!;
}
const verdict = (...args: Parameters<typeof checkOf>): boolean | null => checkOf(...args).holds;
const priced = { listUnitPrice: "2.5", pricingQuantity: "4", listCost: "10", contractedUnitPrice: null };
const purchase = gpuDay(2, {
  chargeCategory: "Purchase",
  commitmentId: "cd",
  billedAmount: "10",
  effectiveAmount: "0",
  chargeEnd: "2026-09-03T00:00:00Z",
});
const used = (record: number, effectiveAmount: string, end = "2026-09-02T00:00:00Z"): BillRow =>
  gpuDay(record, { commitmentId: "cd", commitmentStatus: "Used", billedAmount: "0", effectiveAmount, chargeEnd: end });

describe("the twelve checks, each of which can fail", () => {
  it("run in their order on every file", () => {
    const plan = planImport(fileOf([gpuDay(2)]), { basis: "effective", prior: EMPTY_STATE });
    expect(plan.checks.map((c) => c.id)).toEqual(Array.from({ length: 12 }, (_, i) => `F${i + 1}`));
  });

  it("F1 header", () => {
    expect(verdict("F1", [gpuDay(2)])).toBe(true);
    expect(verdict("F1", [gpuDay(2)], { headerFaults: ["column Id is neither FOCUS nor named x_…"] })).toBe(false);
  });

  it("F2 types and empty values", () => {
    expect(verdict("F2", [gpuDay(2)])).toBe(true);
    const empty = [gpuDay(2, { contractedCost: null })];
    expect(checkOf("F2", empty, { header: ["ContractedCost"] })).toMatchObject({ holds: false, records: [2] });
    expect(checkOf("F2", empty, { header: ["amount"] })).toMatchObject({ holds: true });
    expect(verdict("F2", [gpuDay(2, { chargeCategory: "Tax", sku: "S" })])).toBe(false);
    expect(verdict("F2", [gpuDay(2, { commitmentId: "cd" })])).toBe(false);
    const warnings = [{ code: "text-null" as const, field: "Tags", message: "text NULL", records: [2, 3] }];
    expect(checkOf("F2", [gpuDay(2), gpuDay(3)], { warnings })).toMatchObject({ holds: false, count: 2 });
  });

  it("F3 price times quantity", () => {
    expect(verdict("F3", [gpuDay(2)])).toBeNull();
    expect(verdict("F3", [gpuDay(2, priced)])).toBe(true);
    expect(verdict("F3", [gpuDay(2, { ...priced, listCost: "10.01" })])).toBe(false);
    expect(verdict("F3", [gpuDay(2, { ...priced, listUnitPrice: "2.50000000001" })])).toBe(true);
    expect(verdict("F3", [gpuDay(2, { ...priced, listCost: "10.01", correction: true })])).toBeNull();
  });

  it("F4 invoice sums", () => {
    const rows = [gpuDay(2, { invoiceId: "INV" }), gpuDay(3, { invoiceId: "INV", billedAmount: "0.5" })];
    expect(verdict("F4", rows)).toBeNull();
    expect(verdict("F4", rows, {}, { INV: "10.50" })).toBe(true);
    expect(verdict("F4", rows, {}, { INV: "10.51" })).toBe(false);
    expect(verdict("F4", rows, {}, { OTHER: "1" })).toBe(false);
  });

  it("F5 commitments", () => {
    expect(verdict("F5", [gpuDay(2)])).toBeNull();
    expect(verdict("F5", [purchase, used(3, "4")])).toBe(true);
    expect(verdict("F5", [purchase, used(3, "11")])).toBe(false);
    expect(verdict("F5", [purchase, used(3, "4", "2026-09-03T00:00:00Z")])).toBe(false);
    expect(verdict("F5", [purchase, used(3, "10", "2026-09-03T00:00:00Z")])).toBe(true);
  });

  it("F6 covering purchases", () => {
    expect(verdict("F6", [used(2, "1")])).toBeNull();
    expect(verdict("F6", [purchase])).toBe(true);
    expect(verdict("F6", [{ ...purchase, effectiveAmount: "10" }])).toBe(false);
  });

  it("F7 unused commitment", () => {
    const unused = gpuDay(2, { commitmentId: "cd", commitmentStatus: "Unused", resource: "cd" });
    expect(verdict("F7", [used(2, "1")])).toBeNull();
    expect(verdict("F7", [unused])).toBe(true);
    expect(verdict("F7", [{ ...unused, consumedQuantity: "1" }])).toBe(false);
    expect(verdict("F7", [{ ...unused, resource: "node-1" }])).toBe(false);
  });

  it("F8 split charges", () => {
    const part = (record: number, allocatedRatio: string): BillRow =>
      gpuDay(record, { allocatedMethod: "m", allocatedResource: `w${record}`, allocatedRatio });
    expect(verdict("F8", [gpuDay(2)])).toBeNull();
    expect(verdict("F8", [part(2, "0.333333"), part(3, "0.333333"), part(4, "0.333334")])).toBe(true);
    expect(verdict("F8", [part(2, "0.5"), part(3, "0.4")])).toBe(false);
    expect(checkOf("F8", [part(2, "0.5"), part(3, "0.5"), gpuDay(4)])).toMatchObject({ holds: false, records: [4] });
  });

  it("F9 overlap", () => {
    const later = { chargeStart: "2026-09-02T00:00:00Z", chargeEnd: "2026-09-03T00:00:00Z" };
    expect(verdict("F9", [gpuDay(2, { resource: null })])).toBeNull();
    expect(verdict("F9", [gpuDay(2), gpuDay(3, later)])).toBe(true);
    expect(verdict("F9", [gpuDay(2), gpuDay(3, { commitmentId: "cd", commitmentStatus: "Used" })])).toBe(true);
    expect(checkOf("F9", [gpuDay(2, { chargeEnd: "2026-09-02T01:00:00Z" }), gpuDay(3, later)])).toMatchObject({
      holds: false,
      records: [3],
    });
  });

  it("F10 corrections", () => {
    const october = "2026-10-01T00:00:00Z";
    const fix = gpuDay(3, { correction: true, billingPeriodStart: october });
    expect(verdict("F10", [gpuDay(2)])).toBeNull();
    expect(verdict("F10", [gpuDay(2), fix])).toBe(true);
    expect(verdict("F10", [fix])).toBe(false);
    expect(verdict("F10", [gpuDay(2), { ...fix, billingPeriodStart: "2026-09-01T00:00:00Z" }])).toBe(false);
  });

  it("F10 finds what an earlier import claimed", () => {
    const fix = gpuDay(3, { correction: true, billingPeriodStart: "2026-10-01T00:00:00Z" });
    const { claims } = planImport(fileOf([gpuDay(2)]), { basis: "effective", prior: EMPTY_STATE });
    const plan = planImport(fileOf([fix], "b".repeat(64)), {
      basis: "effective",
      prior: { ...EMPTY_STATE, claims: [...claims] },
    });
    expect(plan.checks.find((c) => c.id === "F10")?.holds).toBe(true);
  });

  it("F11 currencies", () => {
    expect(verdict("F11", [gpuDay(2)])).toBe(true);
    expect(checkOf("F11", [gpuDay(2), gpuDay(3), gpuDay(4, { currency: "EUR" })])).toMatchObject({
      holds: false,
      records: [4],
    });
    expect(verdict("F11", [])).toBeNull();
  });

  it("F12 rounded columns", () => {
    const rows = (effective: (i: number) => string, billed = "1.624"): BillRow[] =>
      Array.from({ length: 5 }, (_, i) =>
        gpuDay(i + 2, {
          listUnitPrice: "1.624",
          pricingQuantity: "1",
          listCost: "1.624",
          contractedCost: "1.624",
          billedAmount: billed,
          effectiveAmount: effective(i),
        }),
      );
    expect(verdict("F12", [gpuDay(2)])).toBeNull();
    expect(
      verdict(
        "F12",
        rows(() => "1.624"),
      ),
    ).toBe(true);
    expect(
      checkOf(
        "F12",
        rows(() => "2"),
      ).detail,
    ).toContain("EffectiveCost of Rentco: all 5 values are whole numbers");
    expect(
      checkOf(
        "F12",
        rows(() => "0"),
      ).detail,
    ).toContain("EffectiveCost of Rentco: all 5 values are 0");
    expect(
      verdict(
        "F12",
        rows((i) => (i === 0 ? "1.624" : "2")),
      ),
    ).toBe(true);
    expect(
      verdict(
        "F12",
        rows(() => "1.5", "0"),
      ),
    ).toBe(true);
  });
});
