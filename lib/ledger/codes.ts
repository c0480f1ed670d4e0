/**
 * Every reason and rule that the ledger can give, in one closed list. A code is what machines and other pages match on;
 * the text is plain English for a person and may be reworded. Codes are never renamed.
 */

/** Why a whole file could not be read. */
export const FILE_ERRORS = {
  "empty-file": "the file is empty",
  "no-rows": "the file has a header but no rows",
  "binary-file": "the file is not text; a bill is read as CSV",
  "compressed-file": "the file is compressed; unpack it first",
  "parquet-file": "a Parquet file has to be unpacked before it is read as a bill",
  "unreadable-parquet": "this Parquet file cannot be read; export the bill as CSV",
  "damaged-archive": "the archive is damaged or cut",
  "wrong-checksum": "the packed bytes do not have the checksum that the archive states: they were changed on their way",
  "empty-archive": "the archive holds no file",
  "several-files": "the archive holds several files; upload them one by one",
  "unpacks-too-large": "the file unpacks to more than one import accepts; split it",
  "whole-too-large":
    "a file of which all rows must be seen at once (rows that name each other, an archive in an archive) is read up to 8 MB; export it by shorter periods, or unpack it first",
  "unknown-format": "no bill format recognises this file",
  "unknown-source": "there is no bill format with this name",
  "not-a-charge-dataset": "this FOCUS dataset describes commitments, invoices or periods, not charges",
  "duplicate-column": "a column stands in the header twice, so its values are ambiguous",
  "too-many-rows": "the file has more rows than one import accepts; split it",
  "unknown-time-zone": "this time zone is not known",
  "unknown-basis": "the basis is effective or billed",
  "bad-state": "the prior state is not a state block of an earlier answer",
} as const;
export type FileErrorCode = keyof typeof FILE_ERRORS;

/** Why one row was refused; nothing of it enters the ledger. */
export const REFUSALS = {
  "broken-row": "the row's quoting is broken, so its fields cannot be told apart",
  "field-count": "the row has another number of fields than the header",
  "missing-column": "the file lacks a column that every charge needs",
  "missing-value": "a value that must not be empty is empty",
  "number-format":
    "not a plain decimal: no thousands separator, currency or plus sign, decimal comma, NaN or infinity is accepted",
  "number-range": "the number has more than 30 fraction digits or is too large",
  "ambiguous-date": "the date does not say which part is the month; write it as year-month-day",
  "invalid-date": "this is no date and time of the calendar",
  "end-not-after-start": "the charge ends at or before its start",
  "unknown-charge-category": "the charge category is none of Usage, Purchase, Tax, Credit, Adjustment",
  "unknown-charge-class": "the charge class is neither empty nor Correction",
  "invalid-currency": "the currency is not a three-letter code",
  "unknown-component": "the component is none of the ledger's components",
  "text-too-long": "account, resource or meter is longer than 500 characters",
  "unknown-row-type": "the row type is none of those the format documents",
  "value-unreadable": "the value is not of the form that the format documents",
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** What was accepted, yet is not as the format demands. */
export const WARNINGS = {
  "text-null": "the text NULL was read as an empty value",
  "date-without-zone": "the time has no zone and was read as UTC",
  "date-with-offset": "the time has an offset and was converted to UTC",
  "date-form": "the time was not written as the format demands but is unambiguous",
  "inclusive-end": "the period seems to include its last second; periods end where the next one starts",
  "casing-normalised": "the value is allowed but written in another case",
  "currency-case": "the currency code was written in lower case",
  "currency-assumed": "the file states no currency; the one given with the import was used",
  "column-name-case": "a column name is written in another case than FOCUS writes it",
  "value-not-allowed": "the value is not one that the format allows; it was kept as it is",
  "tags-not-json": "the tags are not JSON; they were kept as text",
  "effective-on-covering-purchase":
    "a purchase that covers later charges has an effective cost: it may be counted again in the usage it covers",
  "used-commitment-billed": "usage covered by a commitment was also billed (allowed, for example a licence)",
  "identical-rows":
    "another row of this file has the same resource, SKU, time and amounts; both are counted, because a file states each charge once",
  "text-encoding": "the file is not UTF-8; it was read as Windows-1252",
} as const;
export type WarningCode = keyof typeof WARNINGS;

/** Why a readable row is not counted as new. */
export const NOT_COUNTED = {
  "file-already-imported": "a file with exactly these bytes was imported before",
  "range-already-claimed": "an earlier import claimed this whole time on this meter with another row",
  "range-overlaps-claim": "an earlier import claimed a part of this time on this meter with another row",
  "row-already-imported": "an equal row of another file was imported before",
  "covered-purchase": "the purchase is recognised in the usage that it covers",
  "covered-usage": "a commitment already paid for this usage, so nothing was billed",
  funding: "money moved into a wallet or prepaid; the charges that draw it down are counted instead",
  "total-row": "a total of other rows",
  "parent-row": "a parent of other rows; only the leaves are counted",
  estimate: "an estimate, not a charge",
  plan: "a plan, not a charge",
  "allocation-origin": "the origin of allocated rows; the parts are counted",
  "allocation-detail": "it explains how another row divides and carries no new money",
  "cancelled-on-demand": "it only cancels the on-demand price of usage that a commitment covers",
  restated: "another row restates it",
  "same-reference": "another row of the same external reference is counted",
  "finer-rows-counted": "a total of rows of the same resource that are counted one by one",
} as const;
export type NotCountedCode = keyof typeof NOT_COUNTED;

/** Which rule decided component and kind; the first that matched. */
export const RULES = {
  "category-tax": "charge category Tax",
  "category-credit": "charge category Credit",
  "credit-price-like": "a credit that names a SKU and is a price discount, so it reduces its component",
  "rounding-text": "an adjustment that says it is rounding",
  "row-type": "the row type that the file states",
  "funding-text": "a top-up or prepayment",
  "total-text": "the row describes itself as a total",
  "no-signal": "neither a SKU nor a service category says what was bought",
  "support-text": "support, licence, subscription or platform fee in SKU or service text",
  "storage-category": "service category Storage",
  "storage-text": "disk, volume, snapshot, backup, object or registry in SKU or service text",
  "network-category": "service category Networking",
  "network-text": "transfer, egress, gateway, load balancer or address in SKU or service text",
  "cpu-text": "vCPU, memory or control plane in SKU or service text",
  "cpu-instance": "an instance type without accelerator",
  "cpu-serverless": "a serverless function service, which has no accelerator",
  "gpu-text": "an accelerator in SKU, meter or description",
  "gpu-instance": "an instance type with accelerator",
  "gpu-service": "an accelerator in service name, subcategory or resource type",
  "capacity-block": "a block of accelerator capacity",
  "inference-tokens": "tokens of a managed model",
  "inherited-from-commitment": "other rows of the same commitment are of one component",
  "inherited-from-resource": "other rows of the same resource and time are of one component",
  "stated-component": "the file states the component",
  "assigned-by-person": "a person assigned it",
  "typed-by-hand": "a person typed the entry",
  "reversal-of-entry": "takes back an earlier entry",
  unclassified: "no rule matched",
} as const;
export type RuleCode = keyof typeof RULES;
