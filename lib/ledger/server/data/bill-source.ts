import "server-only";
import type { ByteSource } from "../../import/bytes";
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
  return { name: bill.fileName, digest: bill.sha256, chunks };
}
