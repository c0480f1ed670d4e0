import { Decimal, decimalText } from "@/lib/money/money";
import { isRefused } from "./import/bill-format";
import type { BillItem, OpenBill } from "./import/open-bill";
import type { BillRow } from "./schema";
import type { SourceTerms } from "./source-choices";
import { withoutTax } from "./tax-inside";

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
  const percent = new Decimal(terms.taxIncludedPct ?? 0);
  const rate = percent.isZero() ? null : percent.div(100);
  if (!negative && rate === null && terms.holds === "charges") return bill;
  const meant = (item: BillItem): readonly BillItem[] => {
    if (isRefused(item)) return [negative ? signed(item) : item];
    const row = ofHolding(negative ? signed(item) : item, terms.holds);
    return rate === null || holdsNoTax(row) ? [row] : withoutTax(row, rate, row.part + TAX_PART);
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

/** Tax, funding and credits hold no tax. */
const holdsNoTax = (row: BillRow): boolean =>
  row.chargeCategory === "Tax" || row.chargeCategory === "Credit" || row.rowType === "funding";
