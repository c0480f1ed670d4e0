import "server-only";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { type ReviewStatus, reviewStatus } from "../../status";

interface Locked {
  readonly id: string;
  readonly createdAt: Date;
  readonly briefId: string;
  readonly status: ReviewStatus;
}

/** Holds the review's row until the transaction ends, so that evidence, card and signature come one after the other. */
export async function lockReview(tx: Tx, number: number): Promise<Locked> {
  const rows = await tx.$queryRaw<{ id: string; createdAt: Date; briefId: string }[]>`
    SELECT r.id::text, r.created_at AS "createdAt", p.brief_id::text AS "briefId" FROM review r
      JOIN plan p ON p.workspace_id = r.workspace_id AND p.id = r.plan_id
     WHERE r.workspace_id = scope_workspace() AND r.number = ${number} FOR UPDATE OF r`;
  const review = rows[0];
  if (!review) throw new Refusal("NOT_FOUND");
  const events = await tx.reviewEvent.findMany({ where: { reviewId: review.id }, select: { seq: true, kind: true } });
  return { ...review, status: reviewStatus(events) };
}

/**
 * The same, with brief and plan held first and in the order that their own mutations hold them: no revision can slip in
 * between what is read here and what is written.
 */
export async function lockReviewAndSources(tx: Tx, number: number): Promise<Locked> {
  const at = await tx.review.findFirst({
    where: { number },
    select: { planId: true, plan: { select: { briefId: true } } },
  });
  if (!at) throw new Refusal("NOT_FOUND");
  await tx.$queryRaw`SELECT 1 AS held FROM brief WHERE workspace_id = scope_workspace() AND id = ${at.plan.briefId}::uuid FOR UPDATE`;
  await tx.$queryRaw`SELECT 1 AS held FROM plan WHERE workspace_id = scope_workspace() AND id = ${at.planId}::uuid FOR UPDATE`;
  return lockReview(tx, number);
}
