import { Decimal, decimalText, splitByShares } from "@/lib/money/money";
import { isRefused } from "./import/bill-format";
import type { BillItem, OpenBill } from "./import/open-bill";
import type { BillRow } from "./schema";
import type { SourceTerms } from "./source-choices";

/** Places beyond the amount's own that the parts of an amount with tax are exact to; they sum to it. */
const TAX_SCALE = 6;
/** Part number of the tax inside a row, beyond those that formats give. */
const TAX_PART = 1000;

const ROW_TYPE = {
  totals: "total",
  estimates: "estimate",
  plans: "plan",
  allocations: "allocation-detail",
} as const;

/** The same bill with every row as the terms of its source mean it; the rows themselves keep what stood in the file. */
export function underTerms(bill: OpenBill, terms: SourceTerms): OpenBill {
  const negative = terms.sign === "charges-negative";
  const taxed = terms.taxIncludedPct !== null && !new Decimal(terms.taxIncludedPct).isZero();
  if (!negative && !taxed && terms.holds === "charges") return bill;
  const meant = (item: BillItem): readonly BillItem[] => {
    if (isRefused(item)) return [negative ? signed(item) : item];
    const row = ofHolding(negative ? signed(item) : item, terms.holds);
    return taxed ? withoutTax(row, new Decimal(terms.taxIncludedPct ?? 0)) : [row];
  };
  async function* pass(log: Parameters<OpenBill["pass"]>[0]) {
    for await (const items of bill.pass(log)) yield items.flatMap(meant);
  }
  return { ...bill, pass };
}

function signed<T extends { readonly billedAmount: string | null; readonly effectiveAmount: string | null }>(
  row: T,
): T {
  const turned = (amount: string | null) => (amount === null ? null : decimalText(new Decimal(amount).negated()));
  return { ...row, billedAmount: turned(row.billedAmount), effectiveAmount: turned(row.effectiveAmount) };
}

function ofHolding(row: BillRow, holds: SourceTerms["holds"]): BillRow {
  if (holds === "charges" || (row.rowType !== "charge" && row.rowType !== "correction")) return row;
  return { ...row, rowType: ROW_TYPE[holds] };
}

/** Net and tax of a row whose amounts include tax, exact and summing to it. Tax, funding and credits hold none. */
function withoutTax(row: BillRow, percent: Decimal): readonly BillRow[] {
  if (row.chargeCategory === "Tax" || row.chargeCategory === "Credit" || row.rowType === "funding") return [row];
  const split = (amount: string): readonly [string, string] => {
    const parts = splitByShares(new Decimal(amount), [new Decimal(100), percent], TAX_SCALE);
    return [decimalText(parts?.[0] ?? amount), decimalText(parts?.[1] ?? "0")];
  };
  const [billed, billedTax] = split(row.billedAmount);
  const [effective, effectiveTax] = split(row.effectiveAmount);
  const tax: BillRow = {
    ...row,
    part: row.part + TAX_PART,
    billedAmount: billedTax,
    effectiveAmount: effectiveTax,
    chargeCategory: "Tax",
    statedComponent: "tax",
    statedKind: "tax",
  };
  return [{ ...row, billedAmount: billed, effectiveAmount: effective }, tax];
}
