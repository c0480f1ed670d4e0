import { digestOf } from "@/lib/digest/canonical";
import { sha256Hex } from "@/lib/digest/sha256";
import { Kept } from "./import/kept";
import { LikeBefore } from "./like-before";
import type { BillRow } from "./schema";

/**
 * The first half of the SHA-256 of a text, written as a UUID: sixteen bytes wherever it is stored, and as good as the text
 * for telling charges apart. Fingerprints were such texts once; the migration to these shortened them in the same way.
 */
export function shortPrint(text: string): string {
  const d = sha256Hex(text);
  return `${d.slice(0, 8)}-${d.slice(8, 12)}-${d.slice(12, 16)}-${d.slice(16, 20)}-${d.slice(20, 32)}`;
}

const PRINT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A fingerprint that an earlier version kept, as it is written now; one of now stays as it is. */
export const keptPrint = (print: string): string => (PRINT.test(print) ? print : shortPrint(print));

/**
 * What makes a row without claim recognisable in another file: everything that says which money it is, and nothing that
 * rules or people say about it.
 */
export function fingerprintOf(row: BillRow): string {
  const digest = digestOf([
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
  return shortPrint(digest);
}

/**
 * The same for rows that claim time, yet without their invoice, which a bill names only once its month is closed. There
 * are many of them and what they are charged for repeats, so that is hashed once; time and money are hashed with it.
 */
export function chargePrinter(): (row: BillRow) => string {
  const digests = new Kept<string>();
  const like = new LikeBefore((row) => {
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
    return digests.of(what.join("\u0000"), () => digestOf(what));
  });
  return (row) =>
    shortPrint([like.of(row), row.chargeStart, row.chargeEnd, row.billedAmount, row.effectiveAmount].join(" "));
}
