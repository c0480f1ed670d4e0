import "server-only";
import type { Tx } from "@/lib/db/client";
import { peopleNames } from "@/lib/workspace/server/data";
import { termsOf } from "../../source-terms";
import type { StoredFile } from "./bill-source";

export type BillState = "planned" | "committed" | "discarded";

export interface StoredBill {
  readonly id: string;
  readonly number: number;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly state: BillState;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly committedBy: string | null;
  readonly committedAt: string | null;
}

const LISTED = {
  id: true,
  number: true,
  fileName: true,
  sha256: true,
  size: true,
  createdBy: true,
  createdAt: true,
  committedBy: true,
  committedAt: true,
  discardedAt: true,
} as const;

type Row = {
  id: string;
  number: number;
  fileName: string;
  sha256: string;
  size: number;
  createdBy: string;
  createdAt: Date;
  committedBy: string | null;
  committedAt: Date | null;
  discardedAt: Date | null;
};

function stateOf(row: Pick<Row, "committedAt" | "discardedAt">): BillState {
  if (row.committedAt) return "committed";
  return row.discardedAt ? "discarded" : "planned";
}

function stored(row: Row, names: ReadonlyMap<string, string>): StoredBill {
  return {
    id: row.id,
    number: row.number,
    fileName: row.fileName,
    sha256: row.sha256,
    size: row.size,
    state: stateOf(row),
    createdBy: names.get(row.createdBy) ?? null,
    createdAt: row.createdAt.toISOString(),
    committedBy: (row.committedBy && names.get(row.committedBy)) || null,
    committedAt: row.committedAt?.toISOString() ?? null,
  };
}

/** Imports, the latest first; without their bytes. */
export async function listBills(tx: Tx): Promise<StoredBill[]> {
  const [rows, names] = await Promise.all([
    tx.billImport.findMany({ select: LISTED, orderBy: { number: "desc" }, take: 200 }),
    peopleNames(tx),
  ]);
  return rows.map((row) => stored(row, names));
}

/** One import with its classes and what was committed. */
export async function findBill(tx: Tx, number: number) {
  const row = await tx.billImport.findFirst({
    where: { number },
    select: { ...LISTED, utf8: true, classes: true, planSummary: true, sourceId: true, terms: true },
  });
  if (!row) return null;
  const { utf8, classes, planSummary, sourceId, terms } = row;
  const source =
    sourceId === null ? null : await tx.billSource.findFirst({ where: { id: sourceId }, select: { name: true } });
  return {
    ...stored(row, await peopleNames(tx)),
    utf8,
    classes,
    planSummary,
    sourceId,
    terms,
    sourceName: source?.name ?? null,
    /** In which times without a zone are read; null for UTC. */
    timeZone: termsOf(terms).timeZone,
  };
}

/** What is known of the uploaded file; its bytes lie in pieces. */
export async function billFile(tx: Tx, number: number): Promise<(StoredFile & { readonly size: number }) | null> {
  return tx.billImport.findFirst({
    where: { number },
    select: { id: true, fileName: true, sha256: true, utf8: true, size: true, sourceId: true, terms: true },
  });
}
