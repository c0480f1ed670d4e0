import "server-only";
import writeExcelFile from "write-excel-file/node";
import type { SheetColumn } from "../../sheet";
import { workbookCells } from "../../workbook-cells";

/** Rows as a workbook of one sheet. */
export function sheetWorkbook<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): Promise<Buffer> {
  const { cells, options } = workbookCells(columns, rows);
  return writeExcelFile(cells, options).toBuffer();
}
