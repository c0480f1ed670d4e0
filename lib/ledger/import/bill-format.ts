import { FILE_ERRORS, type FileErrorCode, WARNINGS, type WarningCode } from "../codes";
import type { BillRow, RefusedRow, Warning } from "../schema";
import { type CsvRecord, csvRecords } from "./csv";

/** A bill file as it came in, with its text where it has one. */
export interface BillFile {
  readonly name: string;
  /** Lower-case hex SHA-256 of the bytes. */
  readonly digest: string;
  readonly text: string;
  /** Fields of the first record, for recognition. */
  readonly header: readonly string[];
  readonly delimiter: string;
  /** The content of a JSON file, its numbers as the text that stood there; undefined for anything else. */
  readonly json: unknown;
}

export interface ReadOptions {
  /** Currency of a file that states none; null refuses such rows. */
  readonly assumedCurrency: string | null;
  /** Zone of times that name none; absent or null is UTC, with a warning. */
  readonly timeZone?: string | null;
}

/** What a format reads out of a file. Every record after the header is in `rows` or in `refused`. */
export interface ReadBill {
  readonly version: string | null;
  readonly header: readonly string[];
  readonly rows: readonly BillRow[];
  readonly refused: readonly RefusedRow[];
  readonly warnings: readonly Warning[];
  /** What is wrong with the header, in words; empty when it is as the format demands. */
  readonly headerFaults: readonly string[];
  /** Totals that the file states beside its charges; absent for formats without any. */
  readonly controls?: readonly StatedControl[];
}

/** A total that a file states, against the sum of the charges that it is a total of. Exact decimal text. */
export interface StatedControl {
  readonly name: string;
  readonly stated: string;
  readonly computed: string;
}

export type FormatResult =
  | { readonly ok: true; readonly bill: ReadBill }
  | { readonly ok: false; readonly code: FileErrorCode; readonly message: string };

/** What is known of a CSV before its records are read. */
export interface TableHead {
  readonly header: readonly string[];
  readonly delimiter: string;
  /** The first characters of the file, header included. */
  readonly start: string;
}

/** A CSV format that reads its records one by one, so that a file of any size is read in little memory. */
export interface TableReading {
  readonly version: string | null;
  readonly headerFaults: readonly string[];
  /** Every record is shown first where a row can only be read with others in view; true when enough was seen. */
  readonly scout?: (record: CsvRecord) => boolean;
  /** A fresh reader for one pass over the file: the lines of a record, or why it is not read. */
  readonly reader: (log: WarningLog) => (record: CsvRecord) => readonly BillRow[] | RefusedRow;
  readonly maxRecords?: number;
}

export type TableResult =
  | { readonly ok: true; readonly table: TableReading }
  | { readonly ok: false; readonly code: FileErrorCode; readonly message: string };

type JsonObject = Readonly<Record<string, unknown>>;

/** What is known of a JSON bill before its records are read. */
export interface JsonHead {
  /** The file without the objects of its lists. */
  readonly rest: unknown;
  /** The keys that lead to each of its lists; none for a file that is a list itself. */
  readonly lists: readonly (readonly string[])[];
}

/** How the objects of a JSON bill are read one by one, so that a file of any size is read in little memory. */
export interface JsonReading {
  /** Whether the objects of this list are records. */
  readonly holds: (list: readonly string[]) => boolean;
  /** Objects that one of the file is read as, where it is not read as itself. */
  readonly unfold?: (object: JsonObject) => readonly JsonObject[];
  /** Every record is shown first where one can only be read with others in view; false: the file has to be read whole. */
  readonly scout?: (object: JsonObject, record: number) => boolean;
  /** A fresh reader for one pass over the file, when all records were shown. */
  readonly reader: (log: WarningLog) => (object: JsonObject, record: number) => readonly BillRow[] | RefusedRow;
  /** Totals that the file states, when all records were shown. */
  readonly controls?: () => readonly StatedControl[];
}

/** One bill format. A folder beside this file with a `format.ts` that exports `format` is found by its name. */
export interface BillFormat {
  readonly id: string;
  readonly title: string;
  /** Of several files that tell of the same money the lower rank is counted first; 0 unless stated. */
  readonly rank?: (bill: ReadBill) => number;
  /** How sure the format is that the file is its own, 0 (not mine) to 1. */
  readonly recognise: (file: BillFile) => number;
  readonly read: (file: BillFile, options: ReadOptions) => FormatResult;
  /** Where the start of a file leaves open which of two formats it is: the id that a record tells, or null. */
  readonly settle?: (head: TableHead) => (record: CsvRecord) => string | null;
  /** How the objects of a JSON file are read one by one; null for a file that has to be read whole. */
  readonly json?: (head: JsonHead, options: ReadOptions) => JsonReading | null;
  /** How its records are read one by one; null for a file that has to be read whole. */
  readonly table?: (head: TableHead, options: ReadOptions) => TableResult | null;
}

export const isRefused = (item: BillRow | RefusedRow): item is RefusedRow => "reason" in item;

/** Reads a whole CSV with a format's reader of single records. */
export function readWhole(file: BillFile, result: TableResult): FormatResult {
  if (!result.ok) return result;
  const { table } = result;
  if (table.scout !== undefined) {
    for (const record of csvRecords(file.text, file.delimiter)) if (record.record > 1 && table.scout(record)) break;
  }
  const log = new WarningLog();
  const read = table.reader(log);
  const rows: BillRow[] = [];
  const refused: RefusedRow[] = [];
  for (const record of csvRecords(file.text, file.delimiter)) {
    if (record.record === 1) continue;
    if (record.record > (table.maxRecords ?? Number.POSITIVE_INFINITY)) {
      return { ok: false, code: "too-many-rows", message: FILE_ERRORS["too-many-rows"] };
    }
    const lines = read(record);
    if ("reason" in lines) refused.push(lines);
    else for (const line of lines) rows.push(line);
  }
  if (rows.length + refused.length === 0) return { ok: false, code: "no-rows", message: FILE_ERRORS["no-rows"] };
  const { version, headerFaults } = table;
  return { ok: true, bill: { version, header: file.header, rows, refused, warnings: log.list(), headerFaults } };
}

/** The head of a file that was read whole. */
export const headOf = ({ header, delimiter, text }: BillFile): TableHead => ({ header, delimiter, start: text });

interface Found {
  readonly code: WarningCode;
  readonly field: string | null;
  readonly records: number[];
  last: number;
  count: number;
}

/** Collects warnings by code and field while a file is read. */
export class WarningLog {
  private readonly found = new Map<string, Found>();

  /** @param kept how many records of one warning are named; all are counted */
  constructor(private readonly kept = Number.POSITIVE_INFINITY) {}

  add(code: WarningCode, field: string | null, record: number): void {
    const key = `${code}\n${field ?? ""}`;
    const known = this.found.get(key);
    if (!known) this.found.set(key, { code, field, records: [record], last: record, count: 1 });
    // One row is told once, however often its cell is looked at.
    else if (known.last !== record) {
      known.last = record;
      known.count += 1;
      if (known.records.length < this.kept) known.records.push(record);
    }
    if (this.watch !== null) this.watch(code, record);
  }

  /** Is told every warning as it comes, with its record. */
  watch: ((code: WarningCode, record: number) => void) | null = null;

  list(): Warning[] {
    return [...this.found.values()].map(({ code, field, records, count }) => ({
      code,
      field,
      message: WARNINGS[code],
      records,
      ...(count > records.length ? { count } : {}),
    }));
  }
}
