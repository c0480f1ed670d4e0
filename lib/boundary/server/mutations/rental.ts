import "server-only";
import type { z } from "zod";
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

/** The first allocation is the test: a trial with an end date, and the review that its evidence goes into. */
export async function startTrial(
  tx: Tx,
  ctx: Ctx,
  input: RentalInput,
): Promise<Written<{ rental: number; review: number }>> {
  const { plan, content } = await planOf(tx, input.plan);
  const { workspaceId, personId } = ctx.actor;
  const rental = await addRental(tx, ctx, plan.id, "trial", content.stopRule, null, input);
  let review = plan.reviews[0]?.number;
  if (review === undefined) {
    review = await nextNumber(tx, workspaceId, "REV");
    await tx.review.create({
      data: { workspaceId, id: ctx.newId(), number: review, planId: plan.id, createdBy: personId, createdAt: ctx.now },
    });
  }
  const detail = { plan: reference("PLN", input.plan), review: reference("REV", review) };
  return {
    data: { rental, review },
    audit: { action: "rental.trial", entityType: "rental", entityId: reference("RNT", rental), detail },
  };
}

/** A longer rental needs a standing signature whose decision continues the trial. */
export async function continueRental(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof continueInput>,
): Promise<Written<{ rental: number }>> {
  const { plan, content } = await planOf(tx, input.plan);
  const signature = await tx.signature.findFirst({
    where: { reviewId: { in: plan.reviews.map((r) => r.id) }, void: { is: null } },
    orderBy: { at: "desc" },
  });
  if (!signature || !mayContinue(signature.decision)) throw new Refusal("TRIAL_REQUIRED");
  const rental = await addRental(tx, ctx, plan.id, "run", content.stopRule, signature.id, input);
  const detail = { plan: reference("PLN", input.plan), decision: signature.decision };
  return {
    data: { rental },
    audit: { action: "rental.continue", entityType: "rental", entityId: reference("RNT", rental), detail },
  };
}

async function rentalOf(tx: Tx, number: number) {
  const rental = await tx.rental.findFirst({ where: { number } });
  if (!rental) throw new Refusal("NOT_FOUND");
  return rental;
}

/** How this rental is named on bills: resource ids and tags. */
export async function mapRental(tx: Tx, _ctx: Ctx, input: z.output<typeof mapRentalInput>): Promise<Written<null>> {
  const rental = await rentalOf(tx, input.number);
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

export async function endRental(tx: Tx, _ctx: Ctx, input: z.output<typeof endRentalInput>): Promise<Written<null>> {
  const rental = await rentalOf(tx, input.number);
  const endedAt = new Date(input.endedAt);
  if (rental.endedAt) throw new Refusal("CONFLICT");
  if (endedAt < rental.startsAt) {
    throw new Refusal("INVALID", {
      fields: [{ path: "endedAt", code: "before-start", message: "the end lies before the start" }],
    });
  }
  await tx.rental.updateMany({ where: { id: rental.id }, data: { endedAt } });
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
