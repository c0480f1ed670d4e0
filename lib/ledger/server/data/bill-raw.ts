import "server-only";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { RunSql } from "./run-sql";

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];
/** Rows are texts made of many small ones: so many of them at a time become plain bytes. */
const ROWS = 100;
const pieceSchema = z.array(z.tuple([z.number(), z.array(z.string())]));

/** Rows of a file, by record, in the order in which they came: gathered as text, packed beside the thread that reads on. */
export class RawRows {
  private rows: string[] = [];
  private pieces: Buffer[] = [];
  private first = 0;
  private last = 0;

  /** A record that became several entries is taken once. */
  add(record: number, cells: readonly string[]): void {
    const first = this.rows.length === 0 && this.pieces.length === 0;
    if (!first && record === this.last) return;
    if (first) this.first = record;
    this.last = record;
    this.rows.push(`${first ? "[" : ","}[${record},${JSON.stringify(cells)}]`);
    if (this.rows.length >= ROWS) this.pack();
  }

  private pack(): void {
    this.pieces.push(Buffer.from(this.rows.join("")));
    this.rows = [];
  }

  /** What came since the last time. Null when nothing did. */
  take(): RawPiece | null {
    this.rows.push("]");
    this.pack();
    const { pieces, first, last } = this;
    this.pieces = [];
    if (pieces.length === 1 && pieces[0]?.length === 1) return null;
    return { first, last, packed: packed(Buffer.concat(pieces), { level: 1 }) };
  }
}

export interface RawPiece {
  readonly first: number;
  readonly last: number;
  readonly packed: Promise<Buffer>;
}

/**
 * What the file has in the records of an import, by record. Records that it has not, or that were imported before rows were
 * kept beside the file, are not in the answer.
 */
export async function rawRows(
  sql: RunSql,
  billId: string,
  records: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const wanted = new Set(records);
  const found = new Map<number, readonly string[]>();
  if (wanted.size === 0) return found;
  const pieces = await sql<{ run: string; first: number }>(
    `SELECT run::text, first_record AS first FROM bill_raw
      WHERE bill_id = $1::uuid AND EXISTS (SELECT 1 FROM unnest($2::int[]) r WHERE r BETWEEN first_record AND last_record)
      ORDER BY first_record`,
    [billId, [...wanted]],
  );
  for (const { run, first } of pieces) {
    const [piece] = await sql<{ rows: Uint8Array }>(
      "SELECT rows FROM bill_raw WHERE bill_id = $1::uuid AND run = $2::uuid AND first_record = $3::int",
      [billId, run, first],
    );
    if (!piece) continue;
    const rows = pieceSchema.parse(JSON.parse((await unpacked(piece.rows)).toString()));
    for (const [record, cells] of rows) if (wanted.has(record)) found.set(record, cells);
  }
  return found;
}

/** Lets go of the rows of a bill that is read anew or put away. Those of a committed one stay: PostgreSQL refuses. */
export async function clearRaw(sql: RunSql, billId: string): Promise<void> {
  await sql("DELETE FROM bill_raw WHERE bill_id = $1::uuid", [billId]);
}
