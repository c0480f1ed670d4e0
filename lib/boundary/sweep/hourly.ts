import type { Offer } from "@/lib/catalog/offer";
import { Decimal, decimalText, MAX_SCALE } from "@/lib/money/money";
import { orderUnits } from "../planned-cost";

/** Prices per month are spread over the mean month. */
const MONTH_HOURS = 730;

export interface HourlyPrice {
  readonly offerId: string;
  readonly amount: Decimal;
  readonly text: string;
}

/** The offer's price for `cards` cards for one hour, whole packs and upfront included; null when it has none per time. */
export function hourlyPrice(offer: Offer, cards: number): Decimal | null {
  const { unit, amount } = offer.price;
  if (unit === "million-tokens" || unit === "request") return null;
  const order = orderUnits(cards, offer);
  if (order === null) return null;
  const perUnit = unit === "month" ? new Decimal(amount).div(MONTH_HOURS) : new Decimal(amount);
  const upfront =
    offer.upfront && offer.termMonths ? new Decimal(offer.upfront.amount).div(MONTH_HOURS * offer.termMonths) : 0;
  return perUnit.plus(upfront).times(order.units);
}

/** Prices of one card type by count: each count is worked out once, whatever the number of plans. */
export class HourlyPrices {
  private readonly byCard = new Map<string, Offer[]>();
  private readonly known = new Map<string, HourlyPrice | null>();

  constructor(offers: readonly Offer[]) {
    for (const offer of offers) {
      if (offer.acceleratorId == null) continue;
      const list = this.byCard.get(offer.acceleratorId);
      if (list) list.push(offer);
      else this.byCard.set(offer.acceleratorId, [offer]);
    }
  }

  /** The cheapest price for so many cards; of equal ones the offer whose id comes first. */
  cheapest(gpu: string, cards: number): HourlyPrice | null {
    const key = `${gpu} ${cards}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    let best: { offerId: string; amount: Decimal } | null = null;
    for (const offer of this.byCard.get(gpu) ?? []) {
      // A quota that does not hold the cards is no price for them.
      if (offer.quotaCards != null && offer.quotaCards < cards) continue;
      const amount = hourlyPrice(offer, cards);
      if (amount === null) continue;
      const order = best === null ? -1 : amount.comparedTo(best.amount) || (offer.id < best.offerId ? -1 : 1);
      if (order < 0) best = { offerId: offer.id, amount };
    }
    const price = best === null ? null : { ...best, text: decimalText(best.amount.toDecimalPlaces(MAX_SCALE)) };
    this.known.set(key, price);
    return price;
  }
}
