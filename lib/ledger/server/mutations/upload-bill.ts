import "server-only";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { nextNumber } from "@/lib/db/numbers";
import { sha256Hex } from "@/lib/digest/canonical";
import { PIECE_BYTES } from "../data/bill-source";

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
  return storeBill(tx, ctx, { fileName, sha256: sha256Hex(bytes), size: bytes.byteLength, chunks });
}

/**
 * Stores a bill as it came, before anybody looks into it. The same bytes under the same name that still wait for a
 * commit are not stored twice, so a repeated upload adds nothing.
 */
export async function storeBill(tx: Tx, ctx: Ctx, input: ReceivedFile): Promise<Written<UploadedBill>> {
  const { workspaceId, personId } = ctx.actor;
  const { sha256 } = input;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`headroom.bill:${workspaceId}:${sha256}`}, 0))::text`;
  const waiting = await tx.billImport.findFirst({
    where: { sha256, fileName: input.fileName, committedAt: null, discardedAt: null },
    select: { number: true },
  });
  if (waiting) {
    return {
      data: { number: waiting.number, reference: reference("BILL", waiting.number), repeated: true },
      audit: null,
    };
  }
  const number = await nextNumber(tx, workspaceId, "BILL");
  const id = ctx.newId();
  await tx.billImport.create({
    data: {
      workspaceId,
      id,
      number,
      source: "unread",
      fileName: input.fileName,
      sha256,
      size: input.size,
      createdBy: personId,
      createdAt: ctx.now,
    },
    select: { number: true },
  });
  let ordinal = 0;
  for await (const bytes of inPieces(input.chunks())) {
    await tx.billChunk.create({ data: { workspaceId, billId: id, ordinal, bytes }, select: { ordinal: true } });
    ordinal += 1;
  }
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

/** The same bytes in pieces of one length. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE_BYTES - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      piece = new Uint8Array(PIECE_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
}
