import "server-only";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ByteSource, RandomBytes } from "../../import/bytes";
import type { RunSql } from "./run-sql";

/** Bytes of one stored piece; the migration cut older files in the same way. */
export const PIECE_BYTES = 64 * 1024;

export interface StoredFile {
  readonly id: string;
  readonly fileName: string;
  readonly sha256: string;
  /** Where it came from, and the terms of that source when it was chosen; null and plain terms where nobody said. */
  readonly sourceId: string | null;
  readonly terms: unknown;
}

/** Pieces of a stored bill from one on, as many as one answer holds; none at its end. */
export type PieceReader = (first: number) => Promise<readonly Uint8Array[]>;

/**
 * The bytes of a stored bill, a piece at a time. With a reader that puts its questions in line (`copiedPieces`) the next
 * pieces are on their way while some are worked on.
 */
export function storedSource(
  sql: RunSql,
  bill: Pick<StoredFile, "id" | "fileName" | "sha256">,
  copied: PieceReader | null = null,
): ByteSource {
  const read = copied ?? askedPieces(sql, bill.id);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let first = 0;
    let next = read(first);
    for (;;) {
      const pieces = await next;
      if (pieces.length === 0) return;
      first += pieces.length;
      const following = first;
      if (copied !== null) {
        next = read(following);
        // Whoever stops early never asks for it.
        next.catch(() => {});
      }
      yield* pieces;
      if (copied === null) next = read(following);
    }
  }
  return { name: bill.fileName, digest: bill.sha256, chunks, range: () => storedRange(sql, bill.id) };
}

function askedPieces(sql: RunSql, billId: string): PieceReader {
  return async (first) => {
    const rows = await sql<{ bytes: Uint8Array }>(
      "SELECT bytes FROM bill_chunk WHERE bill_id = $1::uuid AND ordinal = $2::int",
      [billId, first],
    );
    return rows.map((row) => row.bytes);
  };
}

/** Pieces that one COPY brings: half a megabyte. */
const COPIED = 8;

/** Pieces by COPY in its binary form: an ordinary answer writes bytes as text of twice their length. */
export function copiedPieces(client: PoolClient, billId: string): PieceReader {
  return async (first) => {
    const which = `bill_id = ${client.escapeLiteral(billId)}::uuid AND ordinal >= ${first} AND ordinal < ${first + COPIED}`;
    const out = client.query(
      copyTo(`COPY (SELECT bytes FROM bill_chunk WHERE ${which} ORDER BY ordinal) TO STDOUT (FORMAT binary)`),
    );
    const parts: Uint8Array[] = [];
    for await (const part of out) parts.push(part as Uint8Array);
    return fieldsOfCopy(Buffer.concat(parts));
  };
}

/** Signature, flags, and the length of an extension that has none. */
const COPY_HEADER = 19;

/** The only field of each row in COPY's binary form. */
function fieldsOfCopy(bytes: Buffer): Uint8Array[] {
  const fields: Uint8Array[] = [];
  for (let at = COPY_HEADER; bytes.readInt16BE(at) === 1; ) {
    const length = bytes.readInt32BE(at + 2);
    fields.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return fields;
}

/** Any stretch of a stored bill: its pieces have the length of the first, but for the last. */
async function storedRange(sql: RunSql, billId: string): Promise<RandomBytes> {
  const [known] = await sql<{ size: number; piece: number }>(
    `SELECT i.size, length(c.bytes) AS piece FROM bill_import i
       JOIN bill_chunk c ON c.workspace_id = i.workspace_id AND c.bill_id = i.id AND c.ordinal = 0 WHERE i.id = $1::uuid`,
    [billId],
  );
  const { size, piece } = known ?? { size: 0, piece: 1 };
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    const first = Math.floor(start / piece);
    const rows = await sql<{ bytes: Uint8Array }>(
      "SELECT bytes FROM bill_chunk WHERE bill_id = $1::uuid AND ordinal BETWEEN $2::int AND $3::int ORDER BY ordinal",
      [billId, first, Math.floor(Math.max(start, end - 1) / piece)],
    );
    const from = start - first * piece;
    return Buffer.concat(rows.map((r) => r.bytes)).subarray(from, from + end - start);
  };
  return { length: size, slice };
}
