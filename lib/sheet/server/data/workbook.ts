import "server-only";
import writeExcelFile from "write-excel-file/node";
import type { SheetCell, SheetColumn } from "../../sheet";

export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Two digits at least, all that a sheet holds where there are more. */
const AMOUNT = "#,##0.00##########";
const COUNT = "#,##0";
const INSTANT = "yyyy-mm-dd hh:mm";
const DAY = "yyyy-mm-dd";

type Cell = {
  value: string | number | Date;
  type: StringConstructor | NumberConstructor | DateConstructor;
  format?: string;
} | null;

/**
 * Text stays text, also where it begins like a formula: a sheet runs only what is marked as one. A sheet holds some
 * fifteen digits of a number; the exact amount stands in the CSV.
 */
function cellOf(cell: SheetCell): Cell {
  if (cell.value === null) return null;
  switch (cell.holds) {
    case "text":
      return { value: cell.value, type: String };
    case "amount":
      return { value: Number(cell.value), type: Number, format: AMOUNT };
    case "count":
      return { value: cell.value, type: Number, format: COUNT };
    case "instant":
      return { value: new Date(cell.value), type: Date, format: INSTANT };
    case "day":
      return { value: new Date(`${cell.value}T00:00:00Z`), type: Date, format: DAY };
  }
}

/** Rows as a workbook of one sheet, its head frozen: numbers are numbers, times are times. */
export function sheetWorkbook<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): Promise<Buffer> {
  const head: Cell[] = columns.map(({ name }) => ({ value: name, type: String, fontWeight: "bold" }) as Cell);
  const body = rows.map((row) => columns.map((c) => cellOf(c.cell(row))));
  const widths = columns.map(({ width }) => ({ width }));
  return writeExcelFile([head, ...body], { columns: widths, stickyRowsCount: 1 }).toBuffer();
}
