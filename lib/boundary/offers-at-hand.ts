import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import type { Boundary } from "./schema";
import { type OfferExclusion, suggestPlan } from "./suggest";

/** An offer that a plan can be made of. */
export interface OfferAtHand {
  readonly number: number;
  readonly offer: Offer;
  readonly stale: boolean;
}

/** What a search for a plan's offer found: some of the offers, and what was judged over all of them. */
export interface OffersAtHand {
  readonly offers: readonly OfferAtHand[];
  /** All that match, and those for another card than the brief's. */
  readonly count: number;
  readonly otherCards: number;
  /** Number of the cheapest that fits the brief, of all that match. */
  readonly cheapest: number | null;
  readonly against: Readonly<Record<string, OfferExclusion>>;
}

/** Offers shown at once; the search narrows what is beyond them. */
const MOST_SHOWN = 50;

/**
 * Offers of one style for a brief: those against which nothing speaks first, the cheapest of them first. Offers for
 * another card are counted and only shown when asked for.
 */
export function offersAtHand(
  content: BriefContent,
  boundary: Boundary,
  found: readonly OfferAtHand[],
  everyCard: boolean,
): OffersAtHand {
  const ofStyle = found.filter((one) => one.offer.boundary === boundary);
  const suggestion = suggestPlan(
    content,
    boundary,
    ofStyle.map((one) => one.offer),
    null,
  );
  const against = Object.fromEntries(suggestion.excluded.map((e) => [e.offerId, e.because]));
  const others = ofStyle.filter((one) => against[one.offer.id] === "other-card");
  const shown = everyCard ? ofStyle : ofStyle.filter((one) => against[one.offer.id] !== "other-card");
  const place = new Map(suggestion.order.map((id, at) => [id, at]));
  const rank = (one: OfferAtHand) => place.get(one.offer.id) ?? Number.POSITIVE_INFINITY;
  const sorted = [...shown].sort((a, b) => (rank(a) === rank(b) ? b.number - a.number : rank(a) - rank(b)));
  const offers = sorted.slice(0, MOST_SHOWN);
  return {
    offers,
    count: shown.length,
    otherCards: others.length,
    cheapest: ofStyle.find((one) => one.offer.id === suggestion.offerId)?.number ?? null,
    against: Object.fromEntries(offers.flatMap(({ offer: { id } }) => (against[id] ? [[id, against[id]]] : []))),
  };
}
