import "server-only";
import type { Tx } from "@/lib/db/client";
import { isStale, type Offer, offerSchema } from "../offer";

/** A stored offer in today's shape, null when a later version can no longer read it. */
export function offerFrom(stored: unknown): Offer | null {
  const parsed = offerSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

export const OFFERS_PER_PAGE = 500;

export async function listOffers(tx: Tx, today: string) {
  const rows = await tx.offer.findMany({
    where: { retiredAt: null },
    orderBy: { number: "desc" },
    take: OFFERS_PER_PAGE,
  });
  return rows.flatMap((r) => {
    const offer = offerFrom(r.content);
    return offer ? [{ id: r.id, number: r.number, offer, stale: isStale(offer, today) }] : [];
  });
}

export async function findOffer(tx: Tx, number: number, today: string) {
  const row = await tx.offer.findFirst({ where: { number } });
  const offer = row ? offerFrom(row.content) : null;
  return row && offer
    ? { id: row.id, number: row.number, offer, stale: isStale(offer, today), retired: row.retiredAt !== null }
    : null;
}
