import type { SheetCell, SheetColumn } from "./sheet";

/** A spreadsheet takes a file for UTF-8 by its first three bytes, whatever it takes other files for. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A spreadsheet runs text that begins like a formula, also in full width or after a line break: a quote in front keeps it
 * text (OWASP, CSV injection).
 */
export const defused = (value: string): string =>
  /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;

/** A cell of a CSV file: quoted where it holds what would end it. */
export const csvCell = (value: string | null): string =>
  value === null ? "" : /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

function written(cell: SheetCell): string | null {
  if (cell.value === null) return null;
  return cell.holds === "text" ? defused(cell.value) : String(cell.value);
}

/** Rows as CSV for a person's spreadsheet: exact amounts with a dot, ISO dates, and text that cannot run. */
export function sheetCsv<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): string {
  const head = columns.map((c) => csvCell(c.name)).join(",");
  const lines = rows.map((row) => columns.map((c) => csvCell(written(c.cell(row)))).join(","));
  return `${BYTE_ORDER_MARK}${[head, ...lines].join("\r\n")}\r\n`;
}
