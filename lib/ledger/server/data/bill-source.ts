import "server-only";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ByteSource, RandomBytes } from "../../import/bytes";
import { PIECE_BYTES, plainPiece, type StoredPiece } from "./bill-piece";
import type { RunSql } from "./run-sql";

export interface StoredFile {
  readonly id: string;
  readonly fileName: string;
  readonly sha256: string;
  /** Whether its bytes are known to be text in UTF-8. */
  readonly utf8: boolean;
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
  bill: Pick<StoredFile, "id" | "fileName" | "sha256" | "utf8">,
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
  const encoding = bill.utf8 ? ({ encoding: "utf-8" } as const) : {};
  return { name: bill.fileName, digest: bill.sha256, ...encoding, chunks, range: () => storedRange(sql, bill.id) };
}

function askedPieces(sql: RunSql, billId: string): PieceReader {
  return async (first) => {
    const rows = await sql<StoredPiece>(
      "SELECT bytes, packed FROM bill_chunk WHERE bill_id = $1::uuid AND ordinal = $2::int",
      [billId, first],
    );
    return rows.map(plainPiece);
  };
}

/** Pieces that one COPY brings: half a megabyte. */
const COPIED = 8;

/** Pieces by COPY in its binary form: an ordinary answer writes bytes as text of twice their length. */
export function copiedPieces(client: PoolClient, billId: string): PieceReader {
  return async (first) => {
    const which = `bill_id = ${client.escapeLiteral(billId)}::uuid AND ordinal >= ${first} AND ordinal < ${first + COPIED}`;
    const out = client.query(
      copyTo(`COPY (SELECT packed, bytes FROM bill_chunk WHERE ${which} ORDER BY ordinal) TO STDOUT (FORMAT binary)`),
    );
    const parts: Uint8Array[] = [];
    for await (const part of out) parts.push(part as Uint8Array);
    return piecesOfCopy(Buffer.concat(parts)).map(plainPiece);
  };
}

/** Signature, flags, and the length of an extension that has none. */
const COPY_HEADER = 19;

/** Where the bytes of a row begin: after the number of fields, a boolean with its length, and their own length. */
const ROW_HEADER = 2 + 4 + 1 + 4;

/** Rows of `packed, bytes` in COPY's binary form. */
function piecesOfCopy(bytes: Buffer): StoredPiece[] {
  const pieces: StoredPiece[] = [];
  for (let at = COPY_HEADER; bytes.readInt16BE(at) === 2; ) {
    const start = at + ROW_HEADER;
    const end = start + bytes.readInt32BE(start - 4);
    pieces.push({ packed: bytes[start - 5] === 1, bytes: bytes.subarray(start, end) });
    at = end;
  }
  return pieces;
}

/** Any stretch of a stored bill. */
async function storedRange(sql: RunSql, billId: string): Promise<RandomBytes> {
  const [known] = await sql<{ size: number }>("SELECT size FROM bill_import WHERE id = $1::uuid", [billId]);
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    const first = Math.floor(start / PIECE_BYTES);
    const rows = await sql<StoredPiece>(
      "SELECT bytes, packed FROM bill_chunk WHERE bill_id = $1::uuid AND ordinal BETWEEN $2::int AND $3::int ORDER BY ordinal",
      [billId, first, Math.floor(Math.max(start, end - 1) / PIECE_BYTES)],
    );
    const from = start - first * PIECE_BYTES;
    return Buffer.concat(rows.map(plainPiece)).subarray(from, from + end - start);
  };
  return { length: known?.size ?? 0, slice };
}
