import "server-only";
import type { Actor } from "@/lib/access/actor";
import type { Tx } from "@/lib/db/client";
import { changesSince, type RecordChange, type ReviewRecord } from "../../record";
import { readReview, recordFrom } from "./stored";

/** What a person finds new in a review: null before they ever looked at it. */
export interface SinceSeen {
  readonly at: string;
  readonly changes: readonly RecordChange[];
}

/** The difference between what this person saw last and what stands now, in codes that the page puts into words. */
export async function sinceSeen(
  tx: Tx,
  actor: Actor,
  reviewId: string,
  record: ReviewRecord,
): Promise<SinceSeen | null> {
  const seen = await tx.reviewSeen.findFirst({ where: { personId: actor.personId, reviewId } });
  const then = recordFrom(seen?.record);
  return seen && then ? { at: seen.at.toISOString(), changes: changesSince(then, record) } : null;
}

/** The same for several reviews of an inbox, by number. */
export async function sinceSeenOf(
  tx: Tx,
  actor: Actor,
  reviews: readonly { readonly id: string; readonly number: number }[],
  now: Date,
): Promise<Record<number, SinceSeen | null>> {
  const all: Record<number, SinceSeen | null> = {};
  for (const { id, number } of reviews) {
    const stored = await readReview(tx, number, now);
    all[number] = stored ? await sinceSeen(tx, actor, id, stored.record) : null;
  }
  return all;
}
