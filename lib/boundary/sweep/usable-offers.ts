import type { Offer } from "@/lib/catalog/offer";
import { english, type Word, word } from "@/lib/memory/word";
import { isIn } from "../places";
import type { LeftOut, LeftOutCode, SweepRequest } from "./schema";

type Usable =
  | {
      readonly ok: true;
      readonly used: readonly Offer[];
      readonly currency: string | null;
      readonly leftOut: readonly LeftOut[];
    }
  | { readonly ok: false; readonly field: string; readonly message: string; readonly words: Word };

/** Offers of one currency with a price per time, inside what is allowed; the others are named. */
export function usableOffers({ offers, currency, allow }: SweepRequest): Usable {
  const all = offers ?? [];
  const currencies = [...new Set(all.map((offer) => offer.price.currency))].sort();
  if (currency == null && currencies.length > 1) {
    const words = word("reason.several-currencies", { currencies: currencies.join(", ") });
    return { ok: false, field: "currency", message: english(words), words };
  }
  const chosen = currency ?? currencies[0] ?? null;
  const leftOut: LeftOut[] = [];
  const used = all.filter((offer) => {
    const reason = unpriceable(offer, chosen) ?? forbidden(offer, allow);
    if (reason !== null) leftOut.push({ id: offer.id, code: reason[0], why: reason[1] });
    return reason === null;
  });
  leftOut.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ok: true, used, currency: chosen, leftOut };
}

type Reason = readonly [LeftOutCode, string] | null;

function unpriceable(offer: Offer, currency: string | null): Reason {
  const { price, upfront } = offer;
  if (price.currency !== currency) return ["other-currency", `its price is in ${price.currency}`];
  if (upfront && upfront.currency !== currency) {
    return ["upfront-currency", `its upfront price is in ${upfront.currency}`];
  }
  if (offer.acceleratorId == null) return ["no-card", "it names no card"];
  if (price.unit === "million-tokens" || price.unit === "request") {
    return ["priced-by-use", "it is priced by use, not by time"];
  }
  if (upfront && !offer.termMonths) {
    return ["upfront-without-term", "its upfront price states no term to spread it over"];
  }
  if (price.unit !== "gpu-hour" && offer.cardsPerPack == null) {
    return ["pack-unknown", "it does not say how many cards its price buys"];
  }
  return null;
}

function forbidden(offer: Offer, allow: SweepRequest["allow"]): Reason {
  if (allow == null) return null;
  if (allow.boundary != null && offer.boundary !== allow.boundary) {
    return ["other-boundary", `it is a ${offer.boundary}`];
  }
  if (allow.spot === false && offer.purchase === "spot") {
    return ["may-be-taken-away", "it may be taken away, and no interruption is tolerated"];
  }
  if (allow.places != null && !isIn(offer.dataLocation ?? null, allow.places)) {
    return ["outside-residency", "it states no place that is allowed"];
  }
  return null;
}
