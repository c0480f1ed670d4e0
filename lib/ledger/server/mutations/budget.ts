import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { budgetInput, endBudgetInput } from "../../inputs";
import { briefIdOf } from "../data/briefs";

/** A monthly limit from now on. */
export async function setBudget(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof budgetInput>,
): Promise<Written<{ id: string }>> {
  const id = ctx.newId();
  const { workspaceId, personId } = ctx.actor;
  const briefId = input.brief === null ? null : await briefIdOf(tx, input.brief);
  await tx.$executeRaw`INSERT INTO budget (workspace_id, id, name, brief_id, measure, currency, amount, warn_percent, created_by, created_at)
    VALUES (${workspaceId}::uuid, ${id}::uuid, ${input.name}, ${briefId}::uuid, ${input.measure}, ${input.currency}, ${input.limit}::numeric,
            ${input.warnPercent}, ${personId}::uuid, ${ctx.now})`;
  return { data: { id }, audit: { action: "budget.set", entityType: "budget", entityId: id, detail: input } };
}

/** Ends a budget: it is looked at no more; what it alerted stays. */
export async function endBudget(tx: Tx, ctx: Ctx, input: z.output<typeof endBudgetInput>): Promise<Written<null>> {
  const { count } = await tx.budget.updateMany({
    where: { id: input.id, endedAt: null },
    data: { endedAt: ctx.now, endedBy: ctx.actor.personId },
  });
  if (count === 0) throw new Refusal("NOT_FOUND");
  return { data: null, audit: { action: "budget.end", entityType: "budget", entityId: input.id } };
}

/** Takes an ended budget up again, as if it had never ended. */
export async function resumeBudget(tx: Tx, _ctx: Ctx, input: z.output<typeof endBudgetInput>): Promise<Written<null>> {
  const { id } = input;
  const budget = await tx.budget.findFirst({ where: { id }, select: { endedAt: true } });
  if (!budget) throw new Refusal("NOT_FOUND");
  if (budget.endedAt === null) throw cannotUndo("undone");
  await tx.budget.updateMany({ where: { id }, data: { endedAt: null, endedBy: null } });
  return { data: null, audit: { action: "budget.resume", entityType: "budget", entityId: id } };
}
