import type { BillRow } from "../../schema";
import { type BillFormat, headOf, type ReadOptions, readWhole, type TableHead, type TableResult } from "../bill-format";
import type { CsvRecord } from "../csv";
import { type BillRecord, tableOf } from "../records";
import { costsOf } from "./line-item";
import { curRow } from "./row";

const NEEDED = ["line_item_line_item_type", "line_item_unblended_cost", "line_item_usage_start_date"];

/**
 * AWS Cost and Usage Report, 1 and 2, as CSV. Names are read in all three forms: `lineItem/UnblendedCost`,
 * `line_item_unblended_cost` and `lineItem_UnblendedCost`. Billed is unblended cost, effective the amortised one.
 */
export const format: BillFormat = {
  id: "aws-cur",
  title: "AWS Cost and Usage Report",
  recognise: ({ header }) => {
    const names = header.map(curName);
    return NEEDED.every((name) => names.includes(name)) ? 0.95 : 0;
  },
  read: (file, options) => readWhole(file, table(headOf(file), options)),
  table,
};

/** `lineItem/UnblendedCost` → `line_item_unblended_cost`; capitals one by one, as the second edition writes ARN. */
function curName(name: string): string {
  return name
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])(?=[A-Z])/g, "$1_")
    .replace(/[/:\s]+/g, "_")
    .replace(/__+/g, "_")
    .toLowerCase();
}

function table({ header }: TableHead, options: ReadOptions): TableResult {
  const place = header.map(curName).indexOf("line_item_line_item_type");
  /** Either unblended cost with its discount rows or the net column without them, never both. */
  let net = true;
  const result = tableOf(
    header,
    options,
    {
      needed: NEEDED,
      amountColumns: ["line_item_unblended_cost"],
      currencyColumns: ["line_item_currency_code"],
      lines: (record) => linesOf(record, net),
    },
    curName,
  );
  if (!result.ok) return result;
  const scout = ({ fields }: CsvRecord): boolean => {
    if (/discount/i.test(fields[place] ?? "") && fields[place] !== "DiscountedUsage") net = false;
    return !net;
  };
  return { ok: true, table: { ...result.table, scout } };
}

function linesOf(record: BillRecord, net: boolean): BillRow[] {
  const costs = costsOf(record, net);
  const base = curRow(record, costs);
  if (costs.unused === "0") return [base];
  const unused: BillRow = {
    ...base,
    billedAmount: "0",
    effectiveAmount: costs.unused,
    chargeCategory: "Usage",
    commitmentStatus: "Unused",
    statedKind: "commitment_unused",
  };
  return [base, unused];
}
