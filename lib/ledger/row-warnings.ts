import { WARNINGS } from "./codes";
import type { BillRow, Warning } from "./schema";

/** Warnings that need the whole row or other rows. */
export function rowWarnings(rows: readonly BillRow[]): Warning[] {
  const seen = new Set<string>();
  const identical: number[] = [];
  const covering: number[] = [];
  const billedUsed: number[] = [];
  for (const row of rows) {
    const key = [
      row.billingAccount,
      row.subAccount,
      row.resource,
      row.sku,
      row.chargeCategory,
      row.correction,
      row.commitmentId,
      row.commitmentStatus,
      row.chargeStart,
      row.chargeEnd,
      row.billedAmount,
      row.effectiveAmount,
      row.currency,
      row.description,
    ].join("\u0000");
    if (seen.has(key)) identical.push(row.record);
    else seen.add(key);
    const covers = row.commitmentId !== null || row.capacityId !== null;
    if (row.chargeCategory === "Purchase" && covers && row.effectiveAmount !== "0") covering.push(row.record);
    if (row.commitmentStatus === "Used" && row.billedAmount !== "0") billedUsed.push(row.record);
  }
  const warning = (code: Warning["code"], field: string | null, records: number[]): Warning[] =>
    records.length === 0 ? [] : [{ code, field, message: WARNINGS[code], records }];
  return [
    ...warning("effective-on-covering-purchase", "EffectiveCost", covering),
    ...warning("used-commitment-billed", "BilledCost", billedUsed),
    ...warning("identical-rows", null, identical),
  ];
}
