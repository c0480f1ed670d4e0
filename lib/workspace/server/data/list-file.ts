import "server-only";
import type { Actor } from "@/lib/access/actor";
import type { Tx } from "@/lib/db/client";
import type { Zone } from "@/lib/ledger/period";
import type { SheetColumn } from "@/lib/sheet/sheet";

export interface ListQuestion {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly zone: Zone;
  readonly now: Date;
  /** What the page's address narrows the list by. */
  readonly search: URLSearchParams;
}

/** A list ready to be written: its columns with the rows that its page shows. */
export interface ListFile {
  readonly columns: readonly SheetColumn<unknown>[];
  readonly rows: readonly unknown[];
}

/** Columns and rows of one list belong together; what is in them is their own matter. */
export const file = <Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): ListFile => ({
  columns: columns as readonly SheetColumn<unknown>[],
  rows,
});

/** The name by which people call a numbered thing, or nothing where there is none. */
export const reference = (prefix: string, number: number | null | undefined): string | null =>
  number === null || number === undefined ? null : `${prefix}-${number}`;

/** A filter of the address; empty where it is not there. */
export const given = (search: URLSearchParams, name: string) => search.get(name) ?? "";
