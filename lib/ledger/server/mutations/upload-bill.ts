import "server-only";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { nextNumber } from "@/lib/db/numbers";
import { sha256Hex } from "@/lib/digest/canonical";

export interface UploadedBill {
  readonly number: number;
  readonly reference: string;
  /** The same bytes wait already: nothing was stored again. */
  readonly repeated: boolean;
}

/**
 * Stores a bill as it came, before anybody looks into it. The same bytes under the same name that still wait for a
 * commit are not stored twice, so a repeated upload adds nothing.
 */
export async function uploadBill(
  tx: Tx,
  ctx: Ctx,
  input: { readonly fileName: string; readonly bytes: Uint8Array },
): Promise<Written<UploadedBill>> {
  const { workspaceId, personId } = ctx.actor;
  const sha256 = sha256Hex(input.bytes);
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
      size: input.bytes.byteLength,
      bytes: Uint8Array.from(input.bytes),
      createdBy: personId,
      createdAt: ctx.now,
    },
    select: { number: true },
  });
  return {
    data: { number, reference: reference("BILL", number), repeated: false },
    audit: {
      action: "bill.upload",
      entityType: "bill",
      entityId: reference("BILL", number),
      detail: { fileName: input.fileName, sha256, size: input.bytes.byteLength },
    },
  };
}
