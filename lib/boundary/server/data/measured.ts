import "server-only";
import { type MeasuredSpeed, measuredSpeed } from "@/lib/acceptance/measured-speed";
import { selectEvidence } from "@/lib/acceptance/selection";
import { itemFrom, readReview } from "@/lib/acceptance/server/data/stored";
import type { Tx } from "@/lib/db/client";

/** What the plan's review holds as a benchmark of its own, and in which review; null where there is none that counts. */
export async function measuredOfPlan(
  tx: Tx,
  reviewNumber: number | null,
): Promise<{ readonly review: number; readonly speed: MeasuredSpeed } | null> {
  const review = reviewNumber === null ? null : await readReview(tx, reviewNumber);
  if (!review || reviewNumber === null) return null;
  const items = review.row.evidence.filter((e) => e.erasedAt === null).map(itemFrom);
  const speed = measuredSpeed(review.brief, review.plan, selectEvidence(items, review.card, review.trial));
  return speed && { review: reviewNumber, speed };
}
