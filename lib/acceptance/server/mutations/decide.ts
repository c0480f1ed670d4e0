import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { storable } from "@/lib/digest/storable";
import { type FieldError, Refusal } from "@/lib/errors";
import { changesSince, type RecordChange } from "../../record";
import type { RecordedCost } from "../../signing-policy";
import type { ReviewStatus } from "../../status";
import { decisionRefusal, type Overall } from "../../verdict";
import { lockReview, lockReviewAndSources } from "../data/lock";
import { readSigningRights, type SigningMandate } from "../data/signing";
import { readReview, recordFrom, type StoredReview, signersNeeded } from "../data/stored";
import type { sendBackInput, signInput } from "../review-input";
import { outdated } from "./outdated";
import { addReviewEvent, voidSignatures } from "./void";

type SignInput = z.output<typeof signInput>;

interface Held {
  readonly id: string;
  readonly createdAt: Date;
  readonly briefId: string;
  readonly status: ReviewStatus;
}

/**
 * The right to decide, asked with the review's row held: in one's own name, or under the delegation given. A token or a
 * job stands for its person in many things, but never decides.
 */
async function mustBeAbleToDecide(
  tx: Tx,
  ctx: Ctx,
  review: Held,
  cost: RecordedCost | null,
  delegation: string | null,
): Promise<SigningMandate | null> {
  if (ctx.actor.via === "token" || ctx.actor.via === "job") throw new Refusal("FORBIDDEN");
  const rights = await readSigningRights(tx, ctx.actor, { ...review, cost }, ctx.now);
  if (delegation === null) {
    if (rights.own) throw new Refusal(rights.own);
    return null;
  }
  const mandate = rights.mandates.find((m) => m.delegation === delegation);
  if (!mandate) throw new Refusal("DELEGATION_ENDED");
  if (mandate.why) throw new Refusal(mandate.why);
  return mandate;
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

/** The first signature of two binds the second: the same digest and the same decision. */
async function mustAgree(tx: Tx, reviewId: string, digest: string, decision: string): Promise<number> {
  const standing = await tx.signature.findMany({
    where: { reviewId, void: { is: null } },
    select: { digest: true, decision: true },
  });
  if (standing.some((s) => s.digest !== digest)) throw new Refusal("REVIEW_CHANGED", { data: { digest, changes: [] } });
  if (standing.some((s) => s.decision !== decision)) throw new Refusal("OTHER_DECISION");
  return standing.length;
}

export interface SignedNow {
  readonly signature: string;
  readonly digest: string;
  /** Signatures that are still missing: zero means that the review is signed. */
  readonly missing: number;
}

/**
 * One approver's decision over the digest that was read. Everything is read again with brief, plan and review held; any
 * difference is refused with what changed, and nothing is written. Where two are needed, the first leaves the review with
 * its approvers.
 */
export async function signReview(tx: Tx, ctx: Ctx, input: SignInput): Promise<Written<SignedNow>> {
  const held = await lockReviewAndSources(tx, input.number);
  const review = await readReview(tx, input.number, ctx.now);
  if (!review) throw new Refusal("NOT_FOUND");
  const { digest, record, judged } = review;
  const mandate = await mustBeAbleToDecide(tx, ctx, held, record.cost ?? null, input.delegation ?? null);
  if (digest !== input.digest || outdated(review)) {
    throw new Refusal("REVIEW_CHANGED", { data: { digest, changes: changesOf(review) } });
  }
  const fields = fieldFaults(input, judged.verdict, ctx.now.toISOString().slice(0, 10));
  if (fields.length > 0) throw new Refusal("INVALID", { fields });
  const before = await mustAgree(tx, held.id, digest, input.decision);
  const signature = ctx.newId();
  const conditions = storable(input.conditions?.trim() ?? "");
  await tx.signature.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id: signature,
      reviewId: held.id,
      personId: ctx.actor.personId,
      decision: input.decision,
      conditions: conditions === "" ? null : conditions,
      lookAgainOn: input.lookAgainOn === null ? null : new Date(input.lookAgainOn),
      digest,
      snapshot: record as unknown as Prisma.InputJsonValue,
      at: ctx.now,
      ...(mandate && { delegationId: mandate.delegation, onBehalfOf: mandate.onBehalfOf }),
    },
  });
  const missing = Math.max(0, signersNeeded(review) - before - 1);
  await addReviewEvent(tx, ctx, held.id, { kind: missing > 0 ? "half-signed" : "signed", digest });
  const entityId = reference("REV", input.number);
  const detail = { decision: input.decision, digest, verdict: judged.verdict, missing };
  return {
    data: { signature, digest, missing },
    audit: {
      action: "review.sign",
      entityType: "review",
      entityId,
      detail: { ...detail, ...(mandate && { delegation: mandate.delegation, onBehalfOf: mandate.onBehalfOf }) },
    },
  };
}

/** Back to the author with a reason, and where wanted one for single areas; a first signature of two ends with it. */
export async function sendBack(tx: Tx, ctx: Ctx, input: z.output<typeof sendBackInput>): Promise<Written<null>> {
  const held = await lockReview(tx, input.number);
  const review = await readReview(tx, input.number, ctx.now);
  await mustBeAbleToDecide(tx, ctx, held, review?.record.cost ?? null, input.delegation ?? null);
  await voidSignatures(tx, ctx, [held.id], [{ what: "review", detail: "sent-back" }]);
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
