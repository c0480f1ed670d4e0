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
    where: {
      reviewId: review.id,
      void: { is: null },
      OR: [{ personId: ctx.actor.personId }, { onBehalfOf: ctx.actor.personId }],
    },
    select: { id: true },
  });
  if (own) throw new Refusal("SIGNER_CONTRIBUTES");
  await voidSignatures(tx, ctx, [review.id], [change]);
  await noteContributor(tx, ctx, review.id, how);
}

/** Whether a signature stands that this person gave, that was given in their place, or whose signer acts for them. */
export async function signedByOrFor(tx: Tx, ctx: Ctx, reviewId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ yes: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM signature s JOIN review r ON r.workspace_id = s.workspace_id AND r.id = s.review_id
       WHERE s.workspace_id = scope_workspace() AND s.review_id = ${reviewId}::uuid
         AND NOT EXISTS (SELECT 1 FROM signature_void v WHERE v.workspace_id = s.workspace_id AND v.signature_id = s.id)
         AND (${ctx.actor.personId}::uuid IN (s.person_id, s.on_behalf_of)
           OR ${ctx.actor.personId}::uuid IN (SELECT acts_for(s.workspace_id, s.person_id, r.created_at, s.at)))) AS yes`;
  return rows[0]?.yes ?? false;
}
