import type { BillRow } from "../../schema";
import {
  type BillFormat,
  headOf,
  type ReadOptions,
  readWhole,
  type TableHead,
  type TableReading,
  type TableResult,
} from "../bill-format";
import { format as focus, focusTable } from "../focus/format";

/**
 * fal's FOCUS export. A month is first delivered as an estimate and later as an invoice: rows that call themselves an
 * estimate are no charges, so both files of one month count it once.
 */
export const format: BillFormat = {
  id: "fal",
  title: "fal (FOCUS, invoice and estimate)",
  recognise: (file) => (focus.recognise(file) > 0 && saysFal(file) ? 1 : 0),
  read: (file, options) => readWhole(file, table(headOf(file), options)),
  table,
};

const SOURCE = /^x?_?(fal_?)?(row_?)?(record_?)?source(_?type)?$/i;

/** Only the first lines are looked at: the provider stands in each. */
function saysFal({ text, header }: { readonly text: string; readonly header: readonly string[] }): boolean {
  return header.some((name) => SOURCE.test(name)) && /\bfal(\.ai)?\b/i.test(text.slice(0, 20_000));
}

function table(head: TableHead, options: ReadOptions): TableResult {
  const result = focusTable(head, options);
  if (!result.ok) return result;
  const place = head.header.findIndex((name) => SOURCE.test(name));
  const estimated = (row: BillRow): BillRow =>
    place >= 0 && /^estimate/i.test(row.raw[place] ?? "") ? { ...row, rowType: "estimate" } : row;
  const { reader } = result.table;
  const table: TableReading = {
    ...result.table,
    reader: (log) => {
      const read = reader(log);
      return (record) => {
        const lines = read(record);
        return "reason" in lines ? lines : lines.map(estimated);
      };
    },
  };
  return { ok: true, table };
}
