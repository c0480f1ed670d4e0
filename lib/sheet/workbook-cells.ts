import type { SheetCell, SheetColumn } from "./sheet";

export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Two digits at least, all that a sheet holds where there are more. */
const AMOUNT = "#,##0.00##########";
const COUNT = "#,##0";
const INSTANT = "yyyy-mm-dd hh:mm";
const DAY = "yyyy-mm-dd";

type WorkbookCell = {
  value: string | number | Date;
  type: StringConstructor | NumberConstructor | DateConstructor;
  format?: string;
} | null;

/**
 * Text stays text, also where it begins like a formula: a sheet runs only what is marked as one. A sheet holds some
 * fifteen digits of a number; the exact amount stands in the CSV.
 */
function cellOf(cell: SheetCell): WorkbookCell {
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

/** Rows as the cells of one sheet under a bold head, with widths and the head frozen: numbers are numbers, times are times. */
export function workbookCells<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]) {
  const head = columns.map(({ name }) => ({ value: name, type: String, fontWeight: "bold" }) as WorkbookCell);
  const body = rows.map((row) => columns.map((c) => cellOf(c.cell(row))));
  return {
    cells: [head, ...body],
    options: { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 },
  };
}
