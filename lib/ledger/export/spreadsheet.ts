import { csvCell, type ExportEntry } from "./entry";

export const SPREADSHEET_COLUMNS = [
  "entry",
  "component",
  "kind",
  "billed",
  "effective",
  "currency",
  "charge_start",
  "charge_end",
  "invoice",
  "issuer",
  "account",
  "resource",
  "sku",
  "meter",
  "description",
  "brief",
  "bill",
  "record",
  "reversal",
] as const;

/** A spreadsheet runs text that begins like a formula: a quote in front keeps it text (OWASP, CSV injection). */
export const defused = (text: string | null): string | null =>
  text !== null && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;

function cellsOf(entry: ExportEntry): (string | null)[] {
  return [
    entry.id,
    entry.component,
    entry.kind,
    entry.billed,
    entry.effective,
    entry.currency,
    entry.chargeStart,
    entry.chargeEnd,
    defused(entry.invoiceId),
    defused(entry.issuer),
    defused(entry.account),
    defused(entry.resource),
    defused(entry.sku),
    defused(entry.meter),
    defused(entry.description),
    entry.brief,
    entry.bill,
    entry.record === null ? null : String(entry.record),
    entry.reversal ? "yes" : "no",
  ];
}

/** Entries for a person's spreadsheet: amounts are plain numbers, text is defused. */
export function spreadsheetCsv(entries: readonly ExportEntry[]): string {
  const lines = entries.map((entry) => cellsOf(entry).map(csvCell).join(","));
  return `${[SPREADSHEET_COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}
