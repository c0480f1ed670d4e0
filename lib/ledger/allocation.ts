import { Decimal, sumDecimals } from "@/lib/money/money";
import type { BillRow } from "./schema";

/** Rows of one charge, before and after it was split. */
export const allocationKey = (row: BillRow): string =>
  [
    row.billingAccount,
    row.subAccount,
    row.resource,
    row.sku,
    row.skuMeter,
    row.chargeStart,
    row.chargeEnd,
    row.chargeCategory,
    row.currency,
  ].join("\u0000");

/**
 * Places of rows that are the origin of a split (FOCUS 1.3 keeps no rule against leaving them in): a row without an
 * allocation method beside rows of the same charge with one, whose parts sum to it on both bases.
 */
export function allocationOrigins(rows: readonly BillRow[]): ReadonlySet<number> {
  const parts = new Map<string, BillRow[]>();
  for (const row of rows) {
    if (row.allocatedMethod === null) continue;
    const key = allocationKey(row);
    const list = parts.get(key);
    if (list) list.push(row);
    else parts.set(key, [row]);
  }
  const origins = new Set<number>();
  if (parts.size === 0) return origins;
  for (const [index, row] of rows.entries()) {
    if (row.allocatedMethod !== null) continue;
    const list = parts.get(allocationKey(row));
    if (list === undefined) continue;
    const sums = (of: (part: BillRow) => string, amount: string) => sumDecimals(list.map(of)).eq(new Decimal(amount));
    const whole =
      sums((part) => part.billedAmount, row.billedAmount) && sums((part) => part.effectiveAmount, row.effectiveAmount);
    if (whole) origins.add(index);
  }
  return origins;
}
