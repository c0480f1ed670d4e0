import { csvRecords, delimiterOf } from "./import/csv";
import { decodeBillText } from "./import/text";
import { type OutputCounts, outputCountsSchema } from "./outputs";
import { instantText, readInstant } from "./period";

/** Columns of an outputs file, by name and in any order; `note` and `retried` may be missing. */
export const OUTPUT_COLUMNS = [
  "period_start",
  "period_end",
  "attempted",
  "accepted",
  "rejected",
  "failed",
  "retried",
  "note",
] as const;
type Column = (typeof OUTPUT_COLUMNS)[number];
const OPTIONAL: readonly Column[] = ["retried", "note"];

interface OutputRowError {
  /** The header is record 1. */
  readonly record: number;
  readonly field: string | null;
  readonly message: string;
}

export interface OutputsFile {
  readonly rows: readonly { readonly record: number; readonly counts: OutputCounts }[];
  readonly errors: readonly OutputRowError[];
}

/**
 * Reads an outputs CSV. Every record after the header is a row or an error with its number; a broken row does not stop
 * the others. Times without zone are UTC.
 */
export function readOutputsCsv(bytes: Uint8Array): OutputsFile {
  const decoded = decodeBillText(bytes);
  if (!decoded.ok) return wholeFile(`not a text file with outputs (${decoded.code})`);
  const delimiter = delimiterOf(decoded.text);
  const rows: { record: number; counts: OutputCounts }[] = [];
  const errors: OutputRowError[] = [];
  let places: Map<Column, number> | null = null;
  let width = 0;
  for (const { record, fields, broken } of csvRecords(decoded.text, delimiter)) {
    if (places === null) {
      const header = headerPlaces(fields);
      if (typeof header === "string") return wholeFile(header);
      places = header;
      width = fields.length;
      continue;
    }
    if (broken || fields.length !== width) {
      const message = broken ? "the quoting is broken" : `${fields.length} fields instead of ${width}`;
      errors.push({ record, field: null, message });
      continue;
    }
    const result = readRow(fields, places);
    if ("counts" in result) rows.push({ record, counts: result.counts });
    else errors.push({ record, ...result });
  }
  if (places === null) return wholeFile("the file is empty");
  if (rows.length + errors.length === 0) return wholeFile("the file has a header but no rows");
  return { rows, errors };
}

const wholeFile = (message: string): OutputsFile => ({ rows: [], errors: [{ record: 1, field: null, message }] });

function headerPlaces(fields: readonly string[]): Map<Column, number> | string {
  const places = new Map<Column, number>();
  for (const [place, name] of fields.entries()) {
    const column = OUTPUT_COLUMNS.find((c) => c === name.trim().toLowerCase());
    if (column === undefined) return `unknown column "${name.trim()}"; columns: ${OUTPUT_COLUMNS.join(", ")}`;
    if (places.has(column)) return `column ${column} stands in the header twice`;
    places.set(column, place);
  }
  const missing = OUTPUT_COLUMNS.filter((c) => !places.has(c) && !OPTIONAL.includes(c));
  return missing.length === 0 ? places : `missing columns: ${missing.join(", ")}`;
}

type RowResult = { counts: OutputCounts } | { field: string | null; message: string };

function readRow(fields: readonly string[], places: ReadonlyMap<Column, number>): RowResult {
  const cell = (column: Column): string => {
    const place = places.get(column);
    return place === undefined ? "" : (fields[place] ?? "").trim();
  };
  const start = readInstant(cell("period_start"));
  if (!start.ok) return { field: "period_start", message: instantMessage(start.reason, cell("period_start")) };
  const end = readInstant(cell("period_end"));
  if (!end.ok) return { field: "period_end", message: instantMessage(end.reason, cell("period_end")) };
  const counts: Record<string, number> = {};
  for (const column of ["attempted", "accepted", "rejected", "failed", "retried"] as const) {
    const text = cell(column);
    if (text === "" && column === "retried") counts[column] = 0;
    else if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) counts[column] = Number(text);
    else return { field: column, message: `not a whole number without separators: "${text.slice(0, 40)}"` };
  }
  const parsed = outputCountsSchema.safeParse({
    periodStart: instantText(start.ms),
    periodEnd: instantText(end.ms),
    ...counts,
    note: cell("note") || null,
  });
  if (parsed.success) return { counts: parsed.data };
  const issue = parsed.error.issues[0];
  return { field: issue?.path.join(".") ?? null, message: issue?.message ?? "not readable" };
}

function instantMessage(reason: "ambiguous-date" | "invalid-date", text: string): string {
  const shown = text.slice(0, 40);
  if (reason === "ambiguous-date") return `"${shown}" does not say which part is the month; write 2026-01-31`;
  return `"${shown}" is no date; write 2026-01-31 or 2026-01-31T08:00:00Z`;
}
