import { type FileErrorCode, WARNINGS, type WarningCode } from "../codes";
import type { BillRow, RefusedRow, Warning } from "../schema";

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

/** One bill format. A folder beside this file with a `format.ts` that exports `format` is found by its name. */
export interface BillFormat {
  readonly id: string;
  readonly title: string;
  /** Of several files that tell of the same money the lower rank is counted first; 0 unless stated. */
  readonly rank?: (bill: ReadBill) => number;
  /** How sure the format is that the file is its own, 0 (not mine) to 1. */
  readonly recognise: (file: BillFile) => number;
  readonly read: (file: BillFile, options: ReadOptions) => FormatResult;
}

/** Collects warnings by code and field while a file is read. */
export class WarningLog {
  private readonly found = new Map<string, { code: WarningCode; field: string | null; records: number[] }>();

  add(code: WarningCode, field: string | null, record: number): void {
    const key = `${code}\n${field ?? ""}`;
    const known = this.found.get(key);
    if (known) {
      // One row is told once, however often its cell is looked at.
      if (known.records.at(-1) !== record) known.records.push(record);
    } else this.found.set(key, { code, field, records: [record] });
  }

  list(): Warning[] {
    return [...this.found.values()].map((w) => ({ ...w, message: WARNINGS[w.code] }));
  }
}
