import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { readReview } from "../data/stored";
import type { seenInput } from "../review-input";

/**
 * Notes what this person has seen of a review: the record behind the page that they opened. Seeing the same again, or a
 * page that is older than what stands now, notes nothing.
 */
export async function markSeen(tx: Tx, ctx: Ctx, input: z.output<typeof seenInput>): Promise<Written<null>> {
  const stored = await readReview(tx, input.number, ctx.now);
  if (!stored) throw new Refusal("NOT_FOUND");
  const { workspaceId, personId } = ctx.actor;
  const { row, digest } = stored;
  const key = { workspaceId, personId, reviewId: row.id };
  const before = await tx.reviewSeen.findFirst({ where: key, select: { digest: true } });
  if (digest !== input.digest || before?.digest === digest) return { data: null, audit: null };
  const seen = { digest, record: stored.record as unknown as Prisma.InputJsonValue, at: ctx.now };
  await tx.reviewSeen.upsert({
    where: { workspaceId_personId_reviewId: key },
    create: { ...key, ...seen },
    update: seen,
  });
  return {
    data: null,
    audit: {
      action: "review.see",
      entityType: "review",
      entityId: reference("REV", input.number),
      detail: { digest },
    },
  };
}
