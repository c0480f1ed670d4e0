import { Decimal } from "@/lib/money/money";
import { BrokenRecords, BrokenRows, type CheckedFile, type Checking, check, notJudged } from "./check";
import type { WarningCode } from "./codes";
import type { BillRow, Warning } from "./schema";
import { isWhole, productOf } from "./small-decimal";

/** F1: the header names what the format demands and nothing else. */
export function headerCheck({ version, headerFaults }: CheckedFile): Checking {
  const name = "header and version";
  const stated = version === null ? "" : `version ${version}: `;
  const broken = new BrokenRows();
  const done = () => {
    if (headerFaults.length === 0) {
      return check("F1", name, broken, `${stated}every column is known and none is missing`, "");
    }
    broken.add(1);
    return { ...check("F1", name, broken, "", `${stated}${headerFaults.join("; ")}`), count: headerFaults.length };
  };
  return { done };
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
export function typesAndNulls({ header }: CheckedFile): Checking {
  const broken = new BrokenRecords();
  const faults = new Map<string, number>();
  const stated = new Set(header);
  const fault = (what: string, record: number): void => {
    faults.set(what, (faults.get(what) ?? 0) + 1);
    broken.add(record);
  };
  const refused = new Map<string, number>();
  return {
    warned: (code, record) => {
      if (TYPE_WARNINGS.has(code)) broken.add(record);
    },
    row: (row) => {
      for (const what of nullFaults(row, stated)) fault(what, row.record);
    },
    refused: (row) => {
      const what = `${row.field ?? "row"}: refused (${row.reason})`;
      refused.set(what, (refused.get(what) ?? 0) + 1);
      broken.add(row.record);
    },
    done: ({ warnings }) => {
      const read = warnings
        .filter((w) => TYPE_WARNINGS.has(w.code))
        .map((w): [string, number] => [textOf(w), countOf(w)]);
      const detail = [...read, ...faults, ...refused].map(([what, count]) => `${what} (${count})`).join("; ");
      return check("F2", "types and empty values", broken, "all values are as the format demands", detail);
    },
  };
}

const textOf = (warning: Warning): string => `${warning.field ?? "row"}: ${warning.message}`;
const countOf = (warning: Warning): number => warning.count ?? warning.records.length;

/** Only columns that the file has can be empty: one that it lacks is a matter of its header. */
function nullFaults(row: BillRow, stated: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const never = (column: string, value: string | null) => {
    if (value === null && stated.has(column)) faults.push(`${column} must not be empty`);
  };
  never("ListCost", row.listCost);
  never("ContractedCost", row.contractedCost);
  never("BillingPeriodStart", row.billingPeriodStart);
  never("BillingAccountId", row.billingAccount);
  never("InvoiceIssuerName", row.issuer);
  never("ServiceName", row.serviceName);
  never("ServiceCategory", row.serviceCategory);
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

const COST_COLUMNS: readonly [string, (row: BillRow) => string | null][] = [
  ["BilledCost", (r) => r.billedAmount],
  ["EffectiveCost", (r) => r.effectiveAmount],
  ["ContractedCost", (r) => r.contractedCost],
  ["ListCost", (r) => r.listCost],
];

/** What is known of the cost columns of one issuer. */
class IssuerCosts {
  readonly fractional = new BrokenRecords();
  fractionalRows = 0;
  readonly values = COST_COLUMNS.map(() => ({ stated: 0, nonZero: false, whole: true }));
  /** Usage was billed that no commitment covers. */
  private uncovered = false;
  private nothingEffective = true;

  add(row: BillRow): void {
    if (hasFractionalProduct(row)) {
      this.fractional.add(row.record);
      this.fractionalRows += 1;
    }
    for (const [i, [, costOf]] of COST_COLUMNS.entries()) {
      const value = costOf(row);
      const seen = this.values[i];
      if (value === null || seen === undefined) continue;
      seen.stated += 1;
      if (value !== "0") seen.nonZero = true;
      if (value.includes(".")) seen.whole = false;
    }
    if (row.chargeCategory === "Usage" && row.commitmentId === null && row.billedAmount !== "0") this.uncovered = true;
    if (row.effectiveAmount !== "0") this.nothingEffective = false;
  }

  /** Every effective cost is zero although usage was billed that nothing covers. */
  get lost(): boolean {
    return this.uncovered && this.nothingEffective;
  }
}

/**
 * F12: a cost column whose values are all whole numbers while list price times quantity is not was rounded somewhere;
 * its sums are wrong although each value looks fine. Judged per issuer, from three rows with a fractional product on. An
 * effective cost of zero for billed usage that no commitment covers is the same fault.
 */
export function roundedColumns(): Checking {
  const name = "no cost column is rounded to whole numbers";
  const issuers = new Map<string, IssuerCosts>();
  return {
    row: (row) => {
      const issuer = row.issuer ?? "unnamed issuer";
      let costs = issuers.get(issuer);
      if (costs === undefined) {
        costs = new IssuerCosts();
        issuers.set(issuer, costs);
      }
      costs.add(row);
    },
    done: () => {
      const findings: string[] = [];
      const broken = new BrokenRecords();
      let judged = false;
      for (const [issuer, costs] of issuers) {
        if (costs.fractionalRows < 3) continue;
        judged = true;
        for (const [i, [column]] of COST_COLUMNS.entries()) {
          const seen = costs.values[i];
          if (seen === undefined) continue;
          const allWhole = seen.nonZero && seen.whole;
          const zero = column === "EffectiveCost" && costs.lost;
          if (!allWhole && !zero) continue;
          const fault = allWhole ? "values are whole numbers" : "values are 0";
          findings.push(`${column} of ${issuer}: all ${seen.stated} ${fault}`);
          broken.addAll(costs.fractional);
        }
      }
      if (!judged) return notJudged("F12", name, "too few rows with a list price and a quantity");
      return check("F12", name, broken, "no cost column is rounded", findings.join("; "));
    },
  };
}

function hasFractionalProduct(row: BillRow): boolean {
  if (row.listUnitPrice === null || row.pricingQuantity === null) return false;
  if (!row.listUnitPrice.includes(".") && !row.pricingQuantity.includes(".")) return false;
  const product = productOf(row.listUnitPrice, row.pricingQuantity);
  const whole = product === null ? null : isWhole(product);
  return !(whole ?? new Decimal(row.listUnitPrice).times(row.pricingQuantity).isInteger());
}
