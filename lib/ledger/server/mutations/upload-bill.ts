import "server-only";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { nextNumberOn } from "@/lib/db/numbers";
import { sha256Hex } from "@/lib/digest/sha256";
import { PIECE_BYTES, PiecePacker, type StoredPiece } from "../data/bill-piece";
import { onTx, type RunSql } from "../data/run-sql";
import { Utf8Check } from "../data/utf8-check";

export interface UploadedBill {
  readonly number: number;
  readonly reference: string;
  /** The same bytes wait already: nothing was stored again. */
  readonly repeated: boolean;
}

export interface ReceivedFile {
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  /** The bytes once, in pieces of any length. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/** Stores a bill whose bytes are at hand. */
export function uploadBill(
  tx: Tx,
  ctx: Ctx,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
): Promise<Written<UploadedBill>> {
  async function* chunks() {
    yield bytes;
  }
  return storeBill(onTx(tx), ctx, { fileName, sha256: sha256Hex(bytes), size: bytes.byteLength, chunks });
}

/**
 * Stores a bill as it came, before anybody looks into it. The same bytes under the same name that still wait for a
 * commit are not stored twice, so a repeated upload adds nothing.
 */
export async function storeBill(sql: RunSql, ctx: Ctx, input: ReceivedFile): Promise<Written<UploadedBill>> {
  const { workspaceId, personId } = ctx.actor;
  const { sha256, fileName } = input;
  await sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", [`headroom.bill:${workspaceId}:${sha256}`]);
  const [waiting] = await sql<{ number: number }>(
    `SELECT number FROM bill_import WHERE sha256 = $1 AND file_name = $2 AND committed_at IS NULL AND discarded_at IS NULL
      ORDER BY number LIMIT 1`,
    [sha256, fileName],
  );
  if (waiting) {
    return {
      data: { number: waiting.number, reference: reference("BILL", waiting.number), repeated: true },
      audit: null,
    };
  }
  const number = await nextNumberOn(sql, workspaceId, "BILL");
  const id = ctx.newId();
  await sql(
    `INSERT INTO bill_import (workspace_id, id, number, source, file_name, sha256, size, created_by, created_at)
     VALUES ($1::uuid, $2::uuid, $3::int, 'unread', $4, $5, $6::int, $7::uuid, $8::timestamptz)`,
    [workspaceId, id, number, fileName, sha256, input.size, personId, ctx.now.toISOString()],
  );
  const utf8 = new Utf8Check();
  await storePieces(sql, [workspaceId, id], input.chunks(), utf8);
  if (utf8.holds) await sql("UPDATE bill_import SET utf8 = true WHERE id = $1::uuid", [id]);
  return {
    data: { number, reference: reference("BILL", number), repeated: false },
    audit: {
      action: "bill.upload",
      entityType: "bill",
      entityId: reference("BILL", number),
      detail: { fileName: input.fileName, sha256, size: input.size },
    },
  };
}

/** Pieces that one statement stores: half a megabyte of the file. */
const STORED_AT_ONCE = 8;

async function storePieces(
  sql: RunSql,
  bill: readonly [string, string],
  chunks: AsyncIterable<Uint8Array>,
  utf8: Utf8Check,
) {
  let first = 0;
  let pieces: Promise<StoredPiece>[] = [];
  let storing: Promise<unknown> = Promise.resolve();
  const packer = new PiecePacker();
  const insert = async (from: number, packing: readonly Promise<StoredPiece>[]) => {
    const ready = await Promise.all(packing);
    const rows = ready.map(({ packed }, i) => `($1::uuid, $2::uuid, ${from + i}, $${i + 3}, ${packed})`);
    const values = [...bill, ...ready.map(({ bytes }) => bytes)];
    await sql(
      `INSERT INTO bill_chunk (workspace_id, bill_id, ordinal, bytes, packed) VALUES ${rows.join(", ")}`,
      values,
    );
  };
  // The next pieces are gathered while these are packed and stored.
  const store = async () => {
    await storing;
    storing = insert(first, pieces);
    // Whoever breaks off in between never waits for it.
    storing.catch(() => {});
    first += pieces.length;
    pieces = [];
  };
  for await (const bytes of inPieces(chunks)) {
    utf8.add(bytes);
    const piece = packer.packed(bytes);
    piece.catch(() => {});
    pieces.push(piece);
    if (pieces.length === STORED_AT_ONCE) await store();
  }
  if (pieces.length > 0) await store();
  await storing;
}

/** The same bytes in pieces of one length. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let piece = Buffer.alloc(PIECE_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE_BYTES - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      piece = Buffer.alloc(PIECE_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
