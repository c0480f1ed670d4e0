import "server-only";
import writeExcelFile from "write-excel-file/node";
import { ALLOCATION_COLUMNS, type AllocationRow, allocationCells } from "../../export/allocation";
import type { ExportEntry } from "../../export/entry";

export const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Two digits at least, all that a sheet holds where there are more. */
const AMOUNT = "#,##0.00##########";
const DAY = "yyyy-mm-dd hh:mm";

type Cell = {
  value: string | number | Date;
  type: StringConstructor | NumberConstructor | DateConstructor;
  format?: string;
} | null;

/** Text stays text, also where it begins like a formula: a sheet runs only what is marked as one. */
const text = (value: string | null): Cell => (value === null ? null : { value, type: String });
/** A sheet holds some fifteen digits of a number; the exact amount stands in the CSV and in FOCUS. */
const amount = (value: string | null): Cell =>
  value === null ? null : { value: Number(value), type: Number, format: AMOUNT };
const count = (value: number): Cell => ({ value, type: Number, format: "#,##0" });
const instant = (value: string): Cell => ({ value: new Date(value), type: Date, format: DAY });

const ENTRY_COLUMNS: readonly (readonly [name: string, width: number, cell: (e: ExportEntry) => Cell])[] = [
  ["charge_start (UTC)", 17, (e) => instant(e.chargeStart)],
  ["charge_end (UTC)", 17, (e) => instant(e.chargeEnd)],
  ["component", 13, (e) => text(e.component)],
  ["kind", 13, (e) => text(e.kind)],
  ["billed", 14, (e) => amount(e.billed)],
  ["effective", 14, (e) => amount(e.effective)],
  ["currency", 9, (e) => text(e.currency)],
  ["description", 40, (e) => text(e.description)],
  ["resource", 24, (e) => text(e.resource)],
  ["issuer", 18, (e) => text(e.issuer)],
  ["region", 12, (e) => text(e.region)],
  ["account", 18, (e) => text(e.account)],
  ["sku", 18, (e) => text(e.sku)],
  ["invoice", 16, (e) => text(e.invoiceId)],
  ["brief", 9, (e) => text(e.brief)],
  ["bill", 9, (e) => text(e.bill)],
  ["reversal", 9, (e) => text(e.reversal ? "yes" : "no")],
  ["entry", 38, (e) => text(e.id)],
];

/** Entries as a workbook of one sheet, its head frozen: amounts are numbers, times are times. */
export function entriesWorkbook(entries: readonly ExportEntry[]): Promise<Buffer> {
  return sheet(
    ENTRY_COLUMNS.map(([name, width]) => ({ name, width })),
    entries.map((e) => ENTRY_COLUMNS.map(([, , cell]) => cell(e))),
  );
}

/** Costs by brief, month and currency as a workbook. */
export function allocationWorkbook(rows: readonly AllocationRow[]): Promise<Buffer> {
  const words = 4;
  return sheet(
    ALLOCATION_COLUMNS.map((name, i) => ({ name, width: i === 2 ? 36 : 14 })),
    rows.map((row) =>
      allocationCells(row).map((cell, i) =>
        typeof cell === "number" ? count(cell) : i < words ? text(cell) : amount(cell),
      ),
    ),
  );
}

function sheet(
  columns: readonly { readonly name: string; readonly width: number }[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const head: Cell[] = columns.map(({ name }) => ({ value: name, type: String, fontWeight: "bold" }) as Cell);
  const widths = columns.map(({ width }) => ({ width }));
  return writeExcelFile([head, ...rows.map((row) => [...row])], { columns: widths, stickyRowsCount: 1 }).toBuffer();
}
