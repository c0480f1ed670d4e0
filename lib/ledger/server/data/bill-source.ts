import "server-only";
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

/**
 * The bytes of a stored bill, read a piece at a time. With `ahead` the next piece is on its way while one is worked on;
 * only a runner that puts queries in line can do that.
 */
export function storedSource(
  sql: RunSql,
  bill: Pick<StoredFile, "id" | "fileName" | "sha256">,
  ahead = false,
): ByteSource {
  const piece = async (ordinal: number): Promise<Uint8Array | null> => {
    const rows = await sql<{ bytes: Uint8Array }>(
      "SELECT bytes FROM bill_chunk WHERE bill_id = $1::uuid AND ordinal = $2::int",
      [bill.id, ordinal],
    );
    return rows[0]?.bytes ?? null;
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let next = piece(0);
    for (let ordinal = 1; ; ordinal++) {
      const bytes = await next;
      if (bytes === null) return;
      if (ahead) {
        next = piece(ordinal);
        // Whoever stops early never asks for it.
        next.catch(() => {});
      }
      yield bytes;
      if (!ahead) next = piece(ordinal);
    }
  }
  return { name: bill.fileName, digest: bill.sha256, chunks, range: () => storedRange(sql, bill.id) };
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
