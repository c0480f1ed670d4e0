import "server-only";
import type { Ctx } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { ReviewStatus } from "../../status";
import { type Change, voidSignatures } from "./void";

/** The person becomes a contributor, who can never sign this review; the signer of a standing signature is refused. */
export async function noteContributor(tx: Tx, ctx: Ctx, reviewId: string, how: string): Promise<void> {
  const { workspaceId, personId } = ctx.actor;
  await tx.contributor.createMany({
    data: [{ workspaceId, reviewId, personId, how, at: ctx.now }],
    skipDuplicates: true,
  });
}

/**
 * What every change of evidence or card goes through, with the review's row held: refused while the approver reads, and
 * for whoever signed; else a standing signature ends with what changed, and the person is noted as contributor.
 */
export async function changeReview(
  tx: Tx,
  ctx: Ctx,
  review: { readonly id: string; readonly status: ReviewStatus },
  change: Change,
  how: string,
): Promise<void> {
  if (review.status === "submitted") throw new Refusal("REVIEW_SUBMITTED");
  const own = await tx.signature.findFirst({
    where: { reviewId: review.id, personId: ctx.actor.personId, void: { is: null } },
    select: { id: true },
  });
  if (own) throw new Refusal("SIGNER_CONTRIBUTES");
  await voidSignatures(tx, ctx, [review.id], [change]);
  await noteContributor(tx, ctx, review.id, how);
}
