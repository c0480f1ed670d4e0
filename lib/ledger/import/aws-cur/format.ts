import type { BillRow } from "../../schema";
import type { BillFile, BillFormat, FormatResult, ReadOptions } from "../bill-format";
import { csvRecords } from "../csv";
import type { BillRecord } from "../records";
import { readTable } from "../records";
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
  read,
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

function read(file: BillFile, options: ReadOptions): FormatResult {
  const net = !hasDiscountRows(file);
  return readTable(
    file,
    options,
    {
      needed: NEEDED,
      amountColumns: ["line_item_unblended_cost"],
      currencyColumns: ["line_item_currency_code"],
      lines: (record) => linesOf(record, net),
    },
    curName,
  );
}

/** Either unblended cost with its discount rows or the net column without them, never both. */
function hasDiscountRows(file: BillFile): boolean {
  const place = file.header.map(curName).indexOf("line_item_line_item_type");
  for (const { record, fields } of csvRecords(file.text, file.delimiter)) {
    if (record > 1 && /discount/i.test(fields[place] ?? "") && fields[place] !== "DiscountedUsage") return true;
  }
  return false;
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
