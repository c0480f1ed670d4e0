import "server-only";
import type { z } from "zod";
import { boundChanges } from "@/lib/acceptance/record";
import { lockReviewAndSources } from "@/lib/acceptance/server/data/lock";
import { readReview, recordFrom } from "@/lib/acceptance/server/data/stored";
import { changeReview, noteContributor, signedByOrFor } from "@/lib/acceptance/server/mutations/change";
import { voidSignatures } from "@/lib/acceptance/server/mutations/void";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { nextNumber } from "@/lib/db/numbers";
import { Refusal } from "@/lib/errors";
import { mayContinue } from "../../rental";
import { planFrom } from "../data";
import type { continueInput, endRentalInput, exitInput, mapRentalInput, startTrialInput } from "../rental-input";

async function planOf(tx: Tx, number: number) {
  const plan = await tx.plan.findFirst({
    where: { number },
    include: { revisions: { orderBy: { number: "desc" }, take: 1 }, reviews: { select: { id: true, number: true } } },
  });
  const content = planFrom(plan?.revisions[0]?.content);
  if (!plan || !content) throw new Refusal("NOT_FOUND");
  return { plan, content };
}

type RentalInput = z.output<typeof startTrialInput>;

async function addRental(
  tx: Tx,
  ctx: Ctx,
  planId: string,
  kind: "trial" | "run",
  stopRule: string,
  signatureId: string | null,
  input: RentalInput,
): Promise<number> {
  const { workspaceId, personId } = ctx.actor;
  if (Date.parse(input.endsAt) <= Date.parse(input.startsAt)) {
    throw new Refusal("INVALID", {
      fields: [{ path: "endsAt", code: "before-start", message: "the end lies before the start" }],
    });
  }
  const number = await nextNumber(tx, workspaceId, "RNT");
  await tx.rental.create({
    data: {
      workspaceId,
      id: ctx.newId(),
      number,
      planId,
      kind,
      startsAt: new Date(input.startsAt),
      endsAt: new Date(input.endsAt),
      ownerId: personId,
      stopRule,
      resourceIds: input.resourceIds,
      tags: input.tags,
      signatureId,
      createdBy: personId,
      createdAt: ctx.now,
    },
  });
  return number;
}

/**
 * The first allocation is the test: a trial with an end date, and the review that its evidence goes into. Another trial
 * moves the time in which evidence counts, so it changes the review like any other change.
 */
export async function startTrial(
  tx: Tx,
  ctx: Ctx,
  input: RentalInput,
): Promise<Written<{ rental: number; review: number }>> {
  const { plan, content } = await planOf(tx, input.plan);
  const { workspaceId, personId } = ctx.actor;
  const held = await heldReviews(tx, plan.reviews);
  const rental = await addRental(tx, ctx, plan.id, "trial", content.stopRule, null, input);
  const said = `${reference("RNT", rental)}: ${input.startsAt} – ${input.endsAt}`;
  for (const r of held) await changeReview(tx, ctx, r, { what: "plan", detail: said }, "trial");
  let review = plan.reviews[0]?.number;
  if (review === undefined) {
    review = await nextNumber(tx, workspaceId, "REV");
    const id = ctx.newId();
    await tx.review.create({
      data: { workspaceId, id, number: review, planId: plan.id, createdBy: personId, createdAt: ctx.now },
    });
    await noteContributor(tx, ctx, id, "trial");
  }
  const detail = { plan: reference("PLN", input.plan), review: reference("REV", review) };
  return {
    data: { rental, review },
    audit: { action: "rental.trial", entityType: "rental", entityId: reference("RNT", rental), detail },
  };
}

/** A longer rental needs a standing signature whose decision continues the trial, over what still stands as signed. */
export async function continueRental(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof continueInput>,
): Promise<Written<{ rental: number }>> {
  const { plan, content } = await planOf(tx, input.plan);
  const signature = await tx.signature.findFirst({
    where: { reviewId: { in: plan.reviews.map((r) => r.id) }, void: { is: null } },
    orderBy: { at: "desc" },
    include: { review: { select: { number: true } } },
  });
  if (!signature || !mayContinue(signature.decision)) throw new Refusal("TRIAL_REQUIRED");
  const signed = recordFrom(signature.snapshot);
  const stands = await readReview(tx, signature.review.number, ctx.now);
  // A first signature of two stands, but signs nothing yet.
  if (!signed || stands?.status !== "signed" || boundChanges(signed, stands.record).length > 0)
    throw new Refusal("TRIAL_REQUIRED");
  const rental = await addRental(tx, ctx, plan.id, "run", content.stopRule, signature.id, input);
  const detail = { plan: reference("PLN", input.plan), decision: signature.decision };
  return {
    data: { rental },
    audit: { action: "rental.continue", entityType: "rental", entityId: reference("RNT", rental), detail },
  };
}

interface ReviewAt {
  readonly id: string;
  readonly number: number;
}

async function heldReviews(tx: Tx, reviews: readonly ReviewAt[]) {
  const held = [];
  for (const r of reviews) held.push({ ...(await lockReviewAndSources(tx, r.number)), number: r.number });
  return held;
}

/** The reviews that a trial's time and bills go into, held until the transaction ends; none for a longer rental. */
async function reviewsOfTrial(tx: Tx, rental: { readonly kind: string; readonly planId: string }) {
  if (rental.kind !== "trial") return [];
  const where = { planId: rental.planId };
  return heldReviews(tx, await tx.review.findMany({ where, select: { id: true, number: true } }));
}

/** What counts in each review and what it shows, apart from cost: that moves with bills and with the end itself. */
async function groundsOf(tx: Tx, ctx: Ctx, reviews: readonly ReviewAt[]): Promise<string[]> {
  const grounds: string[] = [];
  for (const { number } of reviews) {
    const judged = (await readReview(tx, number, ctx.now))?.judged;
    const areas = judged?.areas.filter((a) => a.area !== "cost-record").map((a) => a.state);
    const checks = judged?.checks.filter((c) => c.check !== "cost-control").map((c) => c.state);
    grounds.push(JSON.stringify([judged?.notCounted, areas, checks]));
  }
  return grounds;
}

async function rentalOf(tx: Tx, number: number) {
  const rental = await tx.rental.findFirst({ where: { number } });
  if (!rental) throw new Refusal("NOT_FOUND");
  return rental;
}

/**
 * How this rental is named on bills: resource ids and tags. For a trial it says what the trial costs, so it contributes
 * to the review; who signed that is refused.
 */
export async function mapRental(tx: Tx, ctx: Ctx, input: z.output<typeof mapRentalInput>): Promise<Written<null>> {
  const rental = await rentalOf(tx, input.number);
  for (const r of await reviewsOfTrial(tx, rental)) await noteContributor(tx, ctx, r.id, "trial");
  await tx.rental.updateMany({ where: { id: rental.id }, data: { resourceIds: input.resourceIds, tags: input.tags } });
  return {
    data: null,
    audit: {
      action: "rental.map",
      entityType: "rental",
      entityId: reference("RNT", input.number),
      detail: { resourceIds: input.resourceIds },
    },
  };
}

/**
 * The end is a fact and is never refused for a review's sake. A trial's end within its plan leaves a signature standing,
 * unless it takes away what counted; one by the signer ends their own signature, as they now contribute.
 */
export async function endRental(tx: Tx, ctx: Ctx, input: z.output<typeof endRentalInput>): Promise<Written<null>> {
  const rental = await rentalOf(tx, input.number);
  const endedAt = new Date(input.endedAt);
  if (rental.endedAt) throw new Refusal("CONFLICT");
  if (endedAt < rental.startsAt) {
    throw new Refusal("INVALID", {
      fields: [{ path: "endedAt", code: "before-start", message: "the end lies before the start" }],
    });
  }
  if (endedAt > ctx.now) {
    throw new Refusal("INVALID", {
      fields: [{ path: "endedAt", code: "in-the-future", message: "the end has not come yet" }],
    });
  }
  const reviews = await reviewsOfTrial(tx, rental);
  const before = await groundsOf(tx, ctx, reviews);
  await tx.rental.updateMany({ where: { id: rental.id, endedAt: null }, data: { endedAt } });
  const after = await groundsOf(tx, ctx, reviews);
  const change = { what: "plan" as const, detail: `${reference("RNT", input.number)} ended ${input.endedAt}` };
  for (const [i, { id }] of reviews.entries()) {
    const own = await signedByOrFor(tx, ctx, id);
    if (own || endedAt > rental.endsAt || before[i] !== after[i]) await voidSignatures(tx, ctx, [id], [change]);
    await noteContributor(tx, ctx, id, "trial");
  }
  return {
    data: null,
    audit: {
      action: "rental.end",
      entityType: "rental",
      entityId: reference("RNT", input.number),
      detail: { endedAt: input.endedAt },
    },
  };
}

export async function saveExit(tx: Tx, _ctx: Ctx, input: z.output<typeof exitInput>): Promise<Written<null>> {
  const rental = await rentalOf(tx, input.number);
  const exit = Object.fromEntries(Object.entries(input.exit).filter(([, v]) => v !== undefined));
  await tx.rental.updateMany({ where: { id: rental.id }, data: { exitChecklist: exit } });
  return {
    data: null,
    audit: { action: "rental.exit", entityType: "rental", entityId: reference("RNT", input.number) },
  };
}
