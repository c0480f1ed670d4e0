import type { BillFile, BillFormat, FormatResult, ReadOptions } from "../bill-format";
import { format as focus } from "../focus/format";

/**
 * fal's FOCUS export. A month is first delivered as an estimate and later as an invoice: rows that call themselves an
 * estimate are no charges, so both files of one month count it once.
 */
export const format: BillFormat = {
  id: "fal",
  title: "fal (FOCUS, invoice and estimate)",
  recognise: (file) => (focus.recognise(file) > 0 && saysFal(file) ? 1 : 0),
  read,
};

const SOURCE = /^x?_?(fal_?)?(row_?)?(record_?)?source(_?type)?$/i;

/** Only the first lines are looked at: the provider stands in each. */
function saysFal({ text, header }: BillFile): boolean {
  return header.some((name) => SOURCE.test(name)) && /\bfal(\.ai)?\b/i.test(text.slice(0, 20_000));
}

function read(file: BillFile, options: ReadOptions): FormatResult {
  const result = focus.read(file, options);
  if (!result.ok) return result;
  const place = file.header.findIndex((name) => SOURCE.test(name));
  const rows = result.bill.rows.map((row) =>
    place >= 0 && /^estimate/i.test(row.raw[place] ?? "") ? { ...row, rowType: "estimate" as const } : row,
  );
  return { ok: true, bill: { ...result.bill, rows } };
}
