import "server-only";
import type { Ctx } from "@/lib/access/context";
import type { Prisma, Tx } from "@/lib/db/client";
import type { ReviewEventKind } from "../../status";

/** One thing that changed, in codes that the page puts into words. */
export interface Change {
  /** `review`: the review itself moved on, as `withdrawn` or `sent-back`. */
  readonly what: "brief" | "plan" | "evidence" | "card" | "review";
  readonly detail: string;
}

/**
 * Voids every standing signature on the reviews given, inside the caller's transaction and before its own write: a
 * signature binds a digest, and any change ends it and says what changed. Returns how many ended.
 */
export async function voidSignatures(
  tx: Tx,
  ctx: Ctx,
  reviewIds: readonly string[],
  changes: readonly Change[],
): Promise<number> {
  if (reviewIds.length === 0) return 0;
  const standing = await tx.signature.findMany({
    where: { reviewId: { in: [...reviewIds] }, void: { is: null } },
    select: { id: true, reviewId: true },
  });
  const said = changes.map((c) => ({ ...c })) satisfies Prisma.InputJsonArray;
  for (const s of standing) {
    await tx.signatureVoid.create({
      data: {
        workspaceId: ctx.actor.workspaceId,
        signatureId: s.id,
        changes: said,
        personId: ctx.actor.personId,
        at: ctx.now,
      },
    });
  }
  // Two that fall together are one event of the review.
  for (const id of new Set(standing.map((s) => s.reviewId)))
    await addReviewEvent(tx, ctx, id, { kind: "voided", changes: said });
  return standing.length;
}

export interface NewReviewEvent {
  readonly kind: ReviewEventKind;
  readonly digest?: string;
  readonly snapshot?: Prisma.InputJsonValue;
  readonly reason?: string;
  readonly changes?: Prisma.InputJsonValue;
}

/** Appends to the history that the state of a review is derived from. */
export async function addReviewEvent(tx: Tx, ctx: Ctx, reviewId: string, event: NewReviewEvent): Promise<void> {
  const last = await tx.reviewEvent.findFirst({ where: { reviewId }, orderBy: { seq: "desc" }, select: { seq: true } });
  await tx.reviewEvent.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id: ctx.newId(),
      reviewId,
      seq: (last?.seq ?? 0) + 1,
      personId: ctx.actor.personId,
      at: ctx.now,
      ...event,
    },
  });
}

/** All reviews of all plans of a brief. */
export async function reviewIdsOfBrief(tx: Tx, briefId: string): Promise<string[]> {
  const rows = await tx.review.findMany({ where: { plan: { is: { briefId } } }, select: { id: true } });
  return rows.map((r) => r.id);
}
