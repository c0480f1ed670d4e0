import "server-only";
import type { z } from "zod";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Prisma, Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { runningGate } from "../../gates";
import { maySubmit } from "../../status";
import { lockReview, lockReviewAndSources } from "../data/lock";
import { readReview } from "../data/stored";
import type { reviewInput } from "../review-input";
import { noteContributor } from "./change";
import { outdated } from "./outdated";
import { addReviewEvent, voidSignatures } from "./void";

/**
 * Freezes what is to be signed, open areas and all: they stay "not evidenced". A plan on an old brief is refused, and so
 * is a gate that is being run: what it will show is no part of the record yet.
 */
export async function submitReview(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof reviewInput>,
): Promise<Written<{ digest: string }>> {
  const { id, status } = await lockReviewAndSources(tx, input.number);
  if (status === "submitted") throw new Refusal("REVIEW_SUBMITTED");
  if (!maySubmit(status)) throw new Refusal("CONFLICT");
  const review = await readReview(tx, input.number, ctx.now);
  if (!review) throw new Refusal("NOT_FOUND");
  const old = outdated(review);
  if (old) throw new Refusal("REVIEW_CHANGED", { data: { changes: [old] } });
  const running = runningGate(review.card);
  if (running) throw new Refusal("ATTEMPT_RUNNING", { data: { gate: running } });
  await noteContributor(tx, ctx, id, "submitted");
  const { digest, record } = review;
  await addReviewEvent(tx, ctx, id, {
    kind: "submitted",
    digest,
    snapshot: record as unknown as Prisma.InputJsonValue,
  });
  const entityId = reference("REV", input.number);
  return {
    data: { digest },
    audit: {
      action: "review.submit",
      entityType: "review",
      entityId,
      detail: { digest, verdict: review.judged.verdict },
    },
  };
}

/** Takes a submitted review back, so that evidence and card can be written again; a first signature of two ends. */
export async function withdrawReview(tx: Tx, ctx: Ctx, input: z.output<typeof reviewInput>): Promise<Written<null>> {
  const { id, status } = await lockReview(tx, input.number);
  if (status !== "submitted") throw new Refusal("REVIEW_NOT_SUBMITTED");
  await voidSignatures(tx, ctx, [id], [{ what: "review", detail: "withdrawn" }]);
  await noteContributor(tx, ctx, id, "submitted");
  await addReviewEvent(tx, ctx, id, { kind: "withdrawn" });
  return {
    data: null,
    audit: { action: "review.withdraw", entityType: "review", entityId: reference("REV", input.number) },
  };
}
