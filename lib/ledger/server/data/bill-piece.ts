import "server-only";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";

/** Bytes of one piece of a stored bill, all but the last; the migration cut older files in the same way. */
export const PIECE_BYTES = 64 * 1024;

export interface StoredPiece {
  readonly bytes: Uint8Array;
  /** The bytes are the piece's gzip. */
  readonly packed: boolean;
}

const pack = promisify(gzip);

/** Packs one piece after the other, beside the thread that reads them, until one gets no shorter: the file is packed itself. */
export class PiecePacker {
  private worthwhile = true;

  async packed(piece: Buffer): Promise<StoredPiece> {
    if (!this.worthwhile) return { bytes: piece, packed: false };
    const bytes = await pack(piece, { level: 1 });
    if (bytes.length < piece.length) return { bytes, packed: true };
    this.worthwhile = false;
    return { bytes: piece, packed: false };
  }
}

/** The piece as it came. At once: to hand so little to another thread and back takes as long as to unpack it. */
export function plainPiece({ bytes, packed }: StoredPiece): Uint8Array {
  return packed ? gunzipSync(bytes) : bytes;
}
