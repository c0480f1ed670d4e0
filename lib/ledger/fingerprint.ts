import { digestOf } from "@/lib/digest/canonical";
import { Kept } from "./import/kept";
import type { BillRow } from "./schema";

/**
 * What makes a row without claim recognisable in another file: everything that says which money it is, and nothing that
 * rules or people say about it.
 */
export function fingerprintOf(row: BillRow): string {
  return digestOf([
    row.issuer,
    row.billingAccount,
    row.subAccount,
    row.invoiceId,
    row.billingPeriodStart,
    row.chargeCategory,
    row.correction,
    row.resource,
    row.sku,
    row.skuMeter,
    row.chargeStart,
    row.chargeEnd,
    row.billedAmount,
    row.effectiveAmount,
    row.currency,
    row.description,
  ]);
}

/**
 * The same for rows that claim time, yet without their invoice, which a bill names only once its month is closed. There
 * are many of them and what they are charged for repeats, so only that is hashed; time and money stand beside it.
 */
export function chargePrinter(): (row: BillRow) => string {
  const digests = new Kept<string>();
  return (row) => {
    const what = [
      row.issuer,
      row.billingAccount,
      row.subAccount,
      row.billingPeriodStart,
      row.chargeCategory,
      row.resource,
      row.sku,
      row.skuMeter,
      row.currency,
      row.description,
    ];
    const digest = digests.of(what.join("\u0000"), () => digestOf(what));
    return [digest, row.chargeStart, row.chargeEnd, row.billedAmount, row.effectiveAmount].join(" ");
  };
}
