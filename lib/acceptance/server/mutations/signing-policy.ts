import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { decimalText, parseDecimal } from "@/lib/money/money";
import { cannotUndo } from "@/lib/undo";
import type { SigningPolicy } from "../../signing-policy";
import { POLICY_UNDONE, readPolicyChanges } from "../data/signing";
import type { policyInput, undoPolicyInput } from "../review-input";

/** The workspace's row: two changes of its rule follow each other. */
async function lockWorkspace(tx: Tx): Promise<{ readonly currency: string }> {
  const rows = await tx.$queryRaw<{ currency: string }[]>`
    SELECT currency FROM workspace WHERE id = scope_workspace() FOR UPDATE`;
  const [row] = rows;
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

async function put(tx: Tx, ctx: Ctx, { twoAbove, currency }: SigningPolicy): Promise<string> {
  const { workspaceId, personId } = ctx.actor;
  const id = ctx.newId();
  await tx.signingPolicy.create({
    data: { workspaceId, id, twoAbove, currency, createdBy: personId, createdAt: ctx.now },
  });
  return id;
}

/**
 * Above which planned cost two people sign, in the workspace's currency as it is now.
 *
 * @returns its id, and whether it asks for something else than before, so that there is something to undo
 */
export async function setSigningPolicy(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof policyInput>,
): Promise<Written<{ readonly id: string; readonly undoable: boolean }>> {
  const read = input.twoAbove === null || input.twoAbove === "" ? null : parseDecimal(input.twoAbove);
  if (input.twoAbove && (read === null || read.lt(0))) {
    const fields = [{ path: "twoAbove", code: "no-amount", message: "no-amount" }];
    throw new Refusal("INVALID", { fields, message: "no-amount" });
  }
  const { currency } = await lockWorkspace(tx);
  const [before] = await readPolicyChanges(tx, 1);
  const now = { twoAbove: read === null ? null : decimalText(read), currency };
  const id = await put(tx, ctx, now);
  const same = before?.twoAbove === now.twoAbove && before.currency === currency;
  const still = before === undefined && now.twoAbove === null;
  return {
    data: { id, undoable: !same && !still },
    audit: { action: "policy.signing", entityType: "workspace", entityId: ctx.actor.workspaceId, detail: now },
  };
}

/** Puts the rule from before the last change in force again, once. Refused when it was changed again since. */
export async function undoSigningPolicy(
  tx: Tx,
  ctx: Ctx,
  { id }: z.output<typeof undoPolicyInput>,
): Promise<Written<{ readonly id: string }>> {
  await lockWorkspace(tx);
  const [last, before] = await readPolicyChanges(tx, 2);
  const known = await tx.signingPolicy.findFirst({ where: { id }, select: { id: true } });
  if (!known || !last) throw new Refusal("NOT_FOUND");
  if (last.undone && (last.id === id || before?.id === id)) throw cannotUndo("undone");
  if (last.id !== id) throw cannotUndo("restated");
  // Before the first rule one signature was enough, which is what a rule without an amount says.
  const again = { twoAbove: before?.twoAbove ?? null, currency: before?.currency ?? last.currency };
  return {
    data: { id: await put(tx, ctx, again) },
    audit: { action: POLICY_UNDONE, entityType: "workspace", entityId: ctx.actor.workspaceId, detail: again },
  };
}
