import { Decimal } from "@/lib/money/money";
import { type Check, type CheckInput, check, groupRows, notJudged } from "./check";
import type { WarningCode } from "./codes";
import type { BillRow } from "./schema";

/** F1: the header names what the format demands and nothing else. */
export function headerCheck({ bill }: CheckInput): Check {
  const name = "header and version";
  const faults = bill.headerFaults;
  const version = bill.version === null ? "" : `version ${bill.version}: `;
  if (faults.length === 0) return check("F1", name, [], `${version}every column is known and none is missing`, "");
  return { ...check("F1", name, [1], "", `${version}${faults.join("; ")}`), count: faults.length };
}

const TYPE_WARNINGS = new Set<WarningCode>([
  "text-null",
  "date-without-zone",
  "date-with-offset",
  "date-form",
  "inclusive-end",
  "casing-normalised",
  "currency-case",
  "value-not-allowed",
  "tags-not-json",
]);

/** F2: values have the types of the format, and nothing is empty that must not be. */
export function typesAndNulls({ bill }: CheckInput): Check {
  const faults = new Map<string, number[]>();
  const fault = (what: string, records: readonly number[]): void => {
    const known = faults.get(what) ?? [];
    for (const record of records) known.push(record);
    faults.set(what, known);
  };
  for (const warning of bill.warnings) {
    if (TYPE_WARNINGS.has(warning.code)) fault(`${warning.field ?? "row"}: ${warning.message}`, warning.records);
  }
  const stated = new Set(bill.header);
  for (const row of bill.rows) for (const what of nullFaults(row, stated)) fault(what, [row.record]);
  for (const row of bill.refused) fault(`${row.field ?? "row"}: refused (${row.reason})`, [row.record]);
  const broken = [...new Set([...faults.values()].flat())];
  const detail = [...faults].map(([what, records]) => `${what} (${records.length})`).join("; ");
  return check("F2", "types and empty values", broken, "all values are as the format demands", detail);
}

/** Only columns that the file has can be empty: one that it lacks is a matter of its header. */
function nullFaults(row: BillRow, stated: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const never: [string, string | null][] = [
    ["ListCost", row.listCost],
    ["ContractedCost", row.contractedCost],
    ["BillingPeriodStart", row.billingPeriodStart],
    ["BillingAccountId", row.billingAccount],
    ["InvoiceIssuerName", row.issuer],
    ["ServiceName", row.serviceName],
    ["ServiceCategory", row.serviceCategory],
  ];
  for (const [column, value] of never)
    if (value === null && stated.has(column)) faults.push(`${column} must not be empty`);
  if (row.chargeCategory === "Tax" && (row.sku !== null || row.pricingQuantity !== null)) {
    faults.push("SkuId and PricingQuantity must be empty for tax");
  }
  if (row.consumedQuantity !== null && row.chargeCategory !== "Usage") {
    faults.push("ConsumedQuantity must be empty unless the charge is usage");
  }
  if (row.commitmentId !== null && row.chargeCategory === "Usage" && row.commitmentStatus === null) {
    faults.push("CommitmentDiscountStatus must not be empty for usage of a commitment");
  }
  return faults;
}

/**
 * F12: a cost column whose values are all whole numbers while list price times quantity is not was rounded somewhere;
 * its sums are wrong although each value looks fine. Judged per issuer, from three rows with a fractional product on. An
 * effective cost of zero for billed usage that no commitment covers is the same fault.
 */
export function roundedColumns({ bill }: CheckInput): Check {
  const name = "no cost column is rounded to whole numbers";
  const findings: string[] = [];
  const broken = new Set<number>();
  let judged = false;
  for (const [issuer, rows] of groupRows(bill.rows, (r) => r.issuer ?? "unnamed issuer")) {
    const fractional = rows.filter(hasFractionalProduct);
    if (fractional.length < 3) continue;
    judged = true;
    for (const [column, costOf] of COST_COLUMNS) {
      const values = rows.map(costOf).filter((v): v is string => v !== null);
      const allWhole = values.some((v) => v !== "0") && values.every((v) => !v.includes("."));
      const fault = allWhole
        ? "values are whole numbers"
        : column === "EffectiveCost" && lost(rows)
          ? "values are 0"
          : null;
      if (fault === null) continue;
      findings.push(`${column} of ${issuer}: all ${values.length} ${fault}`);
      for (const row of fractional) broken.add(row.record);
    }
  }
  if (!judged) return notJudged("F12", name, "too few rows with a list price and a quantity");
  return check("F12", name, [...broken], "no cost column is rounded", findings.join("; "));
}

const COST_COLUMNS: readonly [string, (row: BillRow) => string | null][] = [
  ["BilledCost", (r) => r.billedAmount],
  ["EffectiveCost", (r) => r.effectiveAmount],
  ["ContractedCost", (r) => r.contractedCost],
  ["ListCost", (r) => r.listCost],
];

/** Every effective cost is zero although usage was billed that nothing covers. */
function lost(rows: readonly BillRow[]): boolean {
  const billed = rows.filter((r) => r.chargeCategory === "Usage" && r.commitmentId === null && r.billedAmount !== "0");
  return billed.length > 0 && rows.every((r) => r.effectiveAmount === "0");
}

function hasFractionalProduct(row: BillRow): boolean {
  if (row.listUnitPrice === null || row.pricingQuantity === null) return false;
  if (!row.listUnitPrice.includes(".") && !row.pricingQuantity.includes(".")) return false;
  return !new Decimal(row.listUnitPrice).times(row.pricingQuantity).isInteger();
}
