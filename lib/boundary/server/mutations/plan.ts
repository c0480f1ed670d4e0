import "server-only";
import { z } from "zod";
import { voidSignatures } from "@/lib/acceptance/server/mutations/void";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { BriefContent } from "@/lib/brief/schema";
import { contentFrom } from "@/lib/brief/server/data";
import { offerFrom } from "@/lib/catalog/server/data";
import type { Prisma, Tx } from "@/lib/db/client";
import { nextNumber } from "@/lib/db/numbers";
import { Refusal } from "@/lib/errors";
import { type Plan, planDigest, planSchema, readPlan } from "../../plan";
import { splitFaults } from "../../split";
import { briefForPlan, offersForPlan } from "../data";

const planFields = planSchema.shape;

/** What the form sends: the plan without its offer's snapshot, which the server takes from the stored offer. */
export const planFormSchema = z.strictObject({
  boundary: planFields.boundary,
  offerNumber: z.number().int().positive().nullable(),
  count: planFields.count,
  moreCards: planFields.moreCards,
  workers: planFields.workers,
  period: planFields.period,
  owner: planFields.owner,
  stopRule: planFields.stopRule,
  fallbacks: planFields.fallbacks,
  trial: planFields.trial,
  note: planFields.note,
});
export const newPlanInput = z.strictObject({ brief: z.number().int().positive(), plan: planFormSchema });
export const revisePlanInput = z.strictObject({
  number: z.number().int().positive(),
  revision: z.number().int().positive(),
  plan: planFormSchema,
});

export const findOffersInput = z.strictObject({
  brief: z.number().int().positive(),
  boundary: planFields.boundary,
  text: z.string().trim().max(200),
  everyCard: z.boolean(),
});

/** Offers for a plan that is being written. It writes nothing, so it leaves no event. */
export async function findOffers(tx: Tx, ctx: Ctx, input: z.output<typeof findOffersInput>) {
  const brief = await briefForPlan(tx, input.brief);
  if (brief === null) throw new Refusal("NOT_FOUND");
  const { boundary, text, everyCard } = input;
  const today = ctx.now.toISOString().slice(0, 10);
  return { data: await offersForPlan(tx, brief.content, { boundary, text, everyCard }, today), audit: null };
}

type PlanForm = z.output<typeof planFormSchema>;

async function completed(tx: Tx, form: PlanForm, brief: BriefContent): Promise<{ plan: Plan; offerId: string | null }> {
  const { offerNumber, ...rest } = form;
  const row = offerNumber === null ? null : await tx.offer.findFirst({ where: { number: offerNumber } });
  if (offerNumber !== null && !row) throw new Refusal("NOT_FOUND", { message: reference("OFF", offerNumber) });
  const reading = readPlan({ ...rest, offer: row ? offerFrom(row.content) : null });
  const issues = reading.ok ? splitFaults(brief, reading.plan) : reading.issues;
  if (!reading.ok || issues.length > 0) {
    throw new Refusal("INVALID", { fields: issues.map((i) => ({ path: i.path, code: i.code, message: i.code })) });
  }
  return { plan: reading.plan, offerId: row?.id ?? null };
}

async function latestBriefRevision(tx: Tx, where: { number: number } | { id: string }) {
  const brief = await tx.brief.findFirst({ where, include: { revisions: { orderBy: { number: "desc" }, take: 1 } } });
  const revision = brief?.revisions[0];
  if (!brief || !revision) throw new Refusal("NOT_FOUND");
  return { brief, revision };
}

async function addRevision(
  tx: Tx,
  ctx: Ctx,
  planId: string,
  number: number,
  made: { plan: Plan; offerId: string | null },
  brief: { id: string; digest: string },
): Promise<string> {
  const digest = planDigest(made.plan, brief.digest);
  await tx.planRevision.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id: ctx.newId(),
      planId,
      number,
      briefRevisionId: brief.id,
      offerId: made.offerId,
      content: made.plan as Prisma.InputJsonValue,
      digest,
      authorId: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  return digest;
}

export async function createPlan(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof newPlanInput>,
): Promise<Written<{ number: number }>> {
  const { brief, revision } = await latestBriefRevision(tx, { number: input.brief });
  const made = await completed(tx, input.plan, contentFrom(revision.content));
  const { workspaceId, personId } = ctx.actor;
  const number = await nextNumber(tx, workspaceId, "PLN");
  const id = ctx.newId();
  await tx.plan.create({
    data: { workspaceId, id, number, briefId: brief.id, createdBy: personId, createdAt: ctx.now },
  });
  const digest = await addRevision(tx, ctx, id, 1, made, revision);
  return {
    data: { number },
    audit: { action: "plan.create", entityType: "plan", entityId: reference("PLN", number), detail: { digest } },
  };
}

/** A changed plan is a new revision on the brief's latest one; what was signed of the old ends here. */
export async function revisePlan(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof revisePlanInput>,
): Promise<Written<{ revision: number }>> {
  const rows = await tx.$queryRaw<{ id: string; brief_id: string }[]>`SELECT id::text, brief_id::text FROM plan
    WHERE workspace_id = scope_workspace() AND number = ${input.number} FOR UPDATE`;
  const plan = rows[0];
  if (!plan) throw new Refusal("NOT_FOUND");
  const last = await tx.planRevision.findFirst({ where: { planId: plan.id }, orderBy: { number: "desc" } });
  if (last?.number !== input.revision) throw new Refusal("CONFLICT", { data: { revision: last?.number ?? 0 } });
  const { revision } = await latestBriefRevision(tx, { id: plan.brief_id });
  const made = await completed(tx, input.plan, contentFrom(revision.content));
  const entityId = reference("PLN", input.number);
  if (planDigest(made.plan, revision.digest) === last.digest) {
    return { data: { revision: last.number }, audit: { action: "plan.unchanged", entityType: "plan", entityId } };
  }
  const number = last.number + 1;
  const reviews = await tx.review.findMany({ where: { planId: plan.id }, select: { id: true } });
  await voidSignatures(
    tx,
    ctx,
    reviews.map((r) => r.id),
    [{ what: "plan", detail: `${entityId} r${last.number} → r${number}` }],
  );
  const digest = await addRevision(tx, ctx, plan.id, number, made, revision);
  return {
    data: { revision: number },
    audit: { action: "plan.revise", entityType: "plan", entityId, detail: { revision: number, digest } },
  };
}
