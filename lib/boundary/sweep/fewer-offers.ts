import type { Offer } from "@/lib/catalog/offer";
import { hourlyPrice } from "./hourly";

/**
 * Of offers that differ in nothing a search looks at, only the cheapest: the same card, style, purchase, place, quota,
 * currency and pack. What cannot be priced by time or names no card is left out. The order of offers does not matter.
 */
export function fewerOffers(offers: readonly Offer[]): Offer[] {
  const best = new Map<string, { offer: Offer; rate: ReturnType<typeof hourlyPrice> }>();
  for (const offer of offers) {
    const rate = offer.acceleratorId == null ? null : hourlyPrice(offer, offer.cardsPerPack ?? 1);
    if (rate === null) continue;
    const { acceleratorId, boundary, purchase, dataLocation, quotaCards, cardsPerPack, wholePacksOnly, price } = offer;
    const alike = [acceleratorId, boundary, purchase, dataLocation, quotaCards, cardsPerPack, wholePacksOnly];
    const key = JSON.stringify([...alike, price.unit, price.currency, offer.upfront?.currency, offer.termMonths]);
    const known = best.get(key);
    const order = known?.rate ? rate.comparedTo(known.rate) || (offer.id < known.offer.id ? -1 : 1) : -1;
    if (order < 0) best.set(key, { offer, rate });
  }
  return [...best.values()].map((one) => one.offer).sort((a, b) => (a.id < b.id ? -1 : 1));
}
