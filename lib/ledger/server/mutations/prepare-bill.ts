import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { discardInput } from "../../inputs";
import { clearRaw } from "../data/bill-raw";
import { onTx } from "../data/run-sql";
import { clearStage } from "./landing";

/** An import that nobody committed or discarded yet, locked until the transaction ends. */
export async function openBill(tx: Tx, number: number): Promise<{ id: string; classes: unknown }> {
  const rows = await tx.$queryRaw<{ id: string; classes: unknown; closed: boolean }[]>`
    SELECT id::text, classes, (committed_at IS NOT NULL OR discarded_at IS NOT NULL) AS closed
      FROM bill_import WHERE number = ${number} FOR UPDATE`;
  const row = rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  if (row.closed) throw new Refusal("BILL_CLOSED");
  return row;
}

/** Puts a planned import away. Its bytes stay. */
export async function discardBill(tx: Tx, ctx: Ctx, input: z.output<typeof discardInput>): Promise<Written<null>> {
  const bill = await openBill(tx, input.bill);
  await tx.billImport.update({
    where: { workspaceId_id: { workspaceId: ctx.actor.workspaceId, id: bill.id } },
    data: { discardedAt: ctx.now },
    select: { id: true },
  });
  await clearStage(onTx(tx), bill.id);
  await clearRaw(onTx(tx), bill.id);
  return { data: null, audit: { action: "bill.discard", entityType: "bill", entityId: reference("BILL", input.bill) } };
}

/** Takes a discarded import up again: it is planned anew, as if it had been uploaded now. */
export async function restoreBill(tx: Tx, _ctx: Ctx, input: z.output<typeof discardInput>): Promise<Written<null>> {
  const { count } = await tx.billImport.updateMany({
    where: { number: input.bill, committedAt: null, discardedAt: { not: null } },
    data: { discardedAt: null },
  });
  if (count === 0) throw new Refusal("NOT_FOUND");
  return { data: null, audit: { action: "bill.restore", entityType: "bill", entityId: reference("BILL", input.bill) } };
}
