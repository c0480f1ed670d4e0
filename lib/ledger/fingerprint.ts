import { utf8ToBytes } from "@noble/hashes/utils.js";
import { digestOf, sha256Hex } from "@/lib/digest/canonical";
import { Kept } from "./import/kept";
import type { BillRow } from "./schema";

const PARTS = [0, 8, 12, 16, 20, 32];

/**
 * The first half of the SHA-256 of a text, written as a UUID: sixteen bytes wherever it is stored, and as good as the text
 * for telling charges apart. Fingerprints were such texts once; the migration to these shortened them in the same way.
 */
export function shortPrint(text: string): string {
  const digest = sha256Hex(utf8ToBytes(text));
  return PARTS.slice(1)
    .map((end, i) => digest.slice(PARTS[i], end))
    .join("-");
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
    return shortPrint([digest, row.chargeStart, row.chargeEnd, row.billedAmount, row.effectiveAmount].join(" "));
  };
}
