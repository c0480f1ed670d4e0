import "server-only";
import type { z } from "zod";
import { signRefusal } from "@/lib/access/can-sign";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { storable } from "@/lib/digest/storable";
import { type FieldError, Refusal } from "@/lib/errors";
import { changesSince, type RecordChange } from "../../record";
import { decisionRefusal, type Overall } from "../../verdict";
import { lockReview, lockReviewAndSources } from "../data/lock";
import { readReview, recordFrom, type StoredReview } from "../data/stored";
import type { sendBackInput, signInput } from "../review-input";
import { outdated } from "./outdated";
import { addReviewEvent } from "./void";

type SignInput = z.output<typeof signInput>;

async function mustBeAbleToDecide(tx: Tx, ctx: Ctx, review: { id: string; status: string }): Promise<void> {
  const contributors = await tx.contributor.findMany({ where: { reviewId: review.id }, select: { personId: true } });
  const refusal = signRefusal(ctx.actor, {
    contributorIds: contributors.map((c) => c.personId),
    status: review.status,
  });
  if (refusal) throw new Refusal(refusal);
}

/** Everything that differs from what the author submitted, or that the reader of `digest` cannot have seen. */
function changesOf(review: StoredReview): RecordChange[] {
  const submitted = recordFrom(review.row.events.findLast((e) => e.kind === "submitted")?.snapshot);
  const old = outdated(review);
  return [...(old ? [old] : []), ...(submitted ? changesSince(submitted, review.record) : [])];
}

function fieldFaults(input: SignInput, verdict: Overall, today: string): FieldError[] {
  const fault = (path: string, code: string): FieldError => ({ path, code, message: code });
  const refusal = decisionRefusal(input.decision, verdict, input.conditions);
  const typed = input.confirmation.trim().toUpperCase() === reference("REV", input.number);
  return [
    ...(refusal ? [fault(refusal === "CONDITIONS_NEEDED" ? "conditions" : "decision", refusal)] : []),
    ...(input.lookAgainOn !== null && input.lookAgainOn < today ? [fault("lookAgainOn", "in-the-past")] : []),
    ...(typed ? [] : [fault("confirmation", "not-typed")]),
  ];
}

/**
 * One approver's decision over the digest that was read. Everything is read again with brief, plan and review held; any
 * difference is refused with what changed, and nothing is written.
 */
export async function signReview(
  tx: Tx,
  ctx: Ctx,
  input: SignInput,
): Promise<Written<{ signature: string; digest: string }>> {
  const held = await lockReviewAndSources(tx, input.number);
  await mustBeAbleToDecide(tx, ctx, held);
  const review = await readReview(tx, input.number, ctx.now);
  if (!review) throw new Refusal("NOT_FOUND");
  const { digest, record, judged } = review;
  if (digest !== input.digest || outdated(review)) {
    throw new Refusal("REVIEW_CHANGED", { data: { digest, changes: changesOf(review) } });
  }
  const fields = fieldFaults(input, judged.verdict, ctx.now.toISOString().slice(0, 10));
  if (fields.length > 0) throw new Refusal("INVALID", { fields });
  const { workspaceId, personId } = ctx.actor;
  const signature = ctx.newId();
  const snapshot = record as unknown as Prisma.InputJsonValue;
  const conditions = storable(input.conditions?.trim() ?? "");
  await tx.signature.create({
    data: {
      workspaceId,
      id: signature,
      reviewId: held.id,
      personId,
      decision: input.decision,
      conditions: conditions === "" ? null : conditions,
      lookAgainOn: input.lookAgainOn === null ? null : new Date(input.lookAgainOn),
      digest,
      snapshot,
      at: ctx.now,
    },
  });
  await addReviewEvent(tx, ctx, held.id, { kind: "signed", digest });
  const entityId = reference("REV", input.number);
  const detail = { decision: input.decision, digest, verdict: judged.verdict };
  return { data: { signature, digest }, audit: { action: "review.sign", entityType: "review", entityId, detail } };
}

/** Back to the author with a reason, and where wanted one for single areas. */
export async function sendBack(tx: Tx, ctx: Ctx, input: z.output<typeof sendBackInput>): Promise<Written<null>> {
  const held = await lockReview(tx, input.number);
  await mustBeAbleToDecide(tx, ctx, held);
  const areas = input.areas.map((a) => ({ area: a.area, reason: storable(a.reason.trim()) }));
  await addReviewEvent(tx, ctx, held.id, {
    kind: "sent-back",
    reason: storable(input.reason.trim()),
    ...(areas.length > 0 && { changes: areas }),
  });
  return {
    data: null,
    audit: { action: "review.sendBack", entityType: "review", entityId: reference("REV", input.number) },
  };
}
