import { parseDecimal } from "@/lib/money/money";
import { FILE_ERRORS } from "../codes";
import type { BillRow, RefusedRow } from "../schema";
import {
  type BillFile,
  type FormatResult,
  type ReadOptions,
  readWhole,
  type TableResult,
  WarningLog,
} from "./bill-format";
import type { CsvRecord } from "./csv";
import { CellReader, currencyOf, decimalOf, Refusal } from "./values";

/** One record of a bill: its cells by column name, read with the same care whatever file it came in. */
export class BillRecord {
  constructor(
    readonly record: number,
    readonly fields: readonly string[],
    private readonly cells: CellReader,
    readonly log: WarningLog,
    readonly options: ReadOptions,
  ) {}

  /** Text of the first of these columns that has some. */
  text(...columns: readonly string[]): string | null {
    for (const column of columns) {
      const text = this.cells.text(this.fields, column, this.record);
      if (text !== null) return text;
    }
    return null;
  }

  /** A decimal that must be there, exact. */
  amount(...columns: readonly [string, ...string[]]): string {
    return this.cells.amount(this.fields, this.statedOf(columns), this.record);
  }

  /** A decimal that may be missing: then `"0"`. */
  amountOrZero(...columns: readonly string[]): string {
    const column = columns.find((name) => this.text(name) !== null);
    return column === undefined ? "0" : decimalOf(this.text(column) ?? "", column);
  }

  instant(...columns: readonly [string, ...string[]]): { text: string; ms: number } {
    return this.cells.instant(this.fields, this.statedOf(columns), this.record);
  }

  /** The first of these columns that has some text; the first of all when none has. */
  private statedOf(columns: readonly [string, ...string[]]): string {
    if (columns.length === 1) return columns[0];
    return columns.find((name) => this.text(name) !== null) ?? columns[0];
  }

  /** The stated currency, else the one that the import assumes; refused without either. */
  currency(...columns: readonly string[]): string {
    const column = columns.find((name) => this.text(name) !== null);
    if (column !== undefined) return currencyOf(this.text(column) ?? "", column, this.record, this.log);
    const { assumedCurrency } = this.options;
    if (assumedCurrency === null)
      throw new Refusal("missing-value", columns[0] ?? "currency", columns[0] ?? "currency");
    this.log.add("currency-assumed", columns[0] ?? null, this.record);
    return assumedCurrency;
  }

  /** A half-open period; refused when it ends before it starts. */
  period(start: { text: string; ms: number }, end: { text: string; ms: number }, column: string) {
    if (end.ms <= start.ms) throw new Refusal("end-not-after-start", column, `${start.text} to ${end.text}`);
    return { chargeStart: start.text, chargeEnd: end.text };
  }
}

export interface RecordReading {
  /** Columns without which no record can be read. */
  readonly needed: readonly string[];
  /** Where an unreadable record states its amount and currency, so that the refused pile has a sum. */
  readonly amountColumns: readonly string[];
  readonly currencyColumns: readonly string[];
  /** Lines of one record, in order; throws Refusal with the field at fault. */
  readonly lines: (record: BillRecord) => readonly BillRow[];
}

/** Reads every record of a CSV whose header may be renamed first (CUR writes one name in three ways). */
export function readTable(
  file: BillFile,
  options: ReadOptions,
  reading: RecordReading,
  rename: (name: string) => string = (name) => name,
): FormatResult {
  return readWhole(file, tableOf(file.header, options, reading, rename));
}

/** The same record by record. */
export function tableOf(
  header: readonly string[],
  options: ReadOptions,
  reading: RecordReading,
  rename: (name: string) => string = (name) => name,
): TableResult {
  const names = header.map(rename);
  const double = names.find((name, place) => name !== "" && names.indexOf(name) !== place);
  if (double !== undefined) {
    return { ok: false, code: "duplicate-column", message: `${FILE_ERRORS["duplicate-column"]}: ${double}` };
  }
  const places = new Map(names.map((name, place) => [name, place]));
  const width = header.length;
  const missing = missingColumn(reading.needed, places);
  const reader = (log: WarningLog) => {
    const cells = new CellReader(places, log, options.timeZone ?? null);
    return ({ record, fields, broken }: CsvRecord): readonly BillRow[] | RefusedRow => {
      const one = new BillRecord(record, fields, cells, log, options);
      const fault = broken
        ? new Refusal("broken-row", null)
        : fields.length !== width
          ? new Refusal("field-count", null, `${fields.length} instead of ${width}`)
          : missing;
      return readRecord(reading, one, fault);
    };
  };
  return { ok: true, table: { version: null, headerFaults: [], reader } };
}

/** The first object of a JSON bill is record 2, as if a header stood before it. */
export const FIRST_OBJECT = 2;

/** Reads one object of a JSON bill after the other, each with the number of its record. */
export function objectReader(options: ReadOptions, reading: RecordReading, log: WarningLog) {
  return (object: Readonly<Record<string, unknown>>, record: number): readonly BillRow[] | RefusedRow => {
    const entries = Object.entries(object);
    const places = new Map(entries.map(([name], place) => [name, place]));
    const fields = entries.map(([, value]) => cellText(value));
    const cells = new CellReader(places, log, options.timeZone ?? null);
    const one = new BillRecord(record, fields, cells, log, options);
    return readRecord(reading, one, missingColumn(reading.needed, places));
  };
}

/** Reads objects of a JSON bill. */
export function readObjects(
  objects: readonly Readonly<Record<string, unknown>>[],
  options: ReadOptions,
  reading: RecordReading,
): FormatResult {
  const log = new WarningLog();
  const read = objectReader(options, reading, log);
  const rows: BillRow[] = [];
  const refused: RefusedRow[] = [];
  const header = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  for (const [index, object] of objects.entries()) {
    const lines = read(object, index + FIRST_OBJECT);
    if ("reason" in lines) refused.push(lines);
    else rows.push(...lines);
  }
  if (rows.length + refused.length === 0) return { ok: false, code: "no-rows", message: FILE_ERRORS["no-rows"] };
  return { ok: true, bill: { version: null, header, rows, refused, warnings: log.list(), headerFaults: [] } };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
}

function missingColumn(needed: readonly string[], places: ReadonlyMap<string, number>): Refusal | null {
  const missing = needed.filter((column) => !places.has(column));
  return missing[0] === undefined ? null : new Refusal("missing-column", missing[0], missing.join(", "));
}

function readRecord(
  reading: RecordReading,
  record: BillRecord,
  fault: Refusal | null,
): readonly BillRow[] | RefusedRow {
  try {
    if (fault !== null) throw fault;
    const lines = reading.lines(record);
    // A line says itself that it is the first; only the others are told apart here.
    return lines.length === 1 ? lines : lines.map((line, part) => ({ ...line, part }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusedRow(reading, record, error);
  }
}

function refusedRow(reading: RecordReading, record: BillRecord, why: Refusal): RefusedRow {
  const readable = why.reason !== "broken-row" && why.reason !== "field-count";
  const amountText = readable ? record.text(...reading.amountColumns) : null;
  const value = amountText === null ? null : parseDecimal(amountText);
  const amount = value === null ? null : value.isZero() ? "0" : value.toFixed();
  const currency = (readable ? record.text(...reading.currencyColumns)?.toUpperCase() : null) ?? null;
  return {
    record: record.record,
    reason: why.reason,
    field: why.field,
    message: why.message,
    billedAmount: amount,
    effectiveAmount: amount,
    currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : record.options.assumedCurrency,
    raw: record.fields,
  };
}
