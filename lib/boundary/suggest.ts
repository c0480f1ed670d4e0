import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import type { Estimate } from "@/lib/memory/answer";
import { Decimal } from "@/lib/money/money";
import { cardsOf, OfferJudge, type OfferRefusal } from "./offer-refusal";
import { type PlannedCost, plannedCost } from "./planned-cost";
import type { Boundary } from "./schema";

export type OfferExclusion = OfferRefusal | "price-needs-usage" | "pack-unknown" | "several-currencies";

export interface PlanSuggestion {
  readonly boundary: Boundary;
  readonly count: number;
  /** The cheapest offer that meets the brief, or null when none at hand does. */
  readonly offerId: string | null;
  /** Planned cost of the days below, from the offer's own price. */
  readonly cost: PlannedCost | null;
  readonly days: number;
  /** The card count does not hold the estimate: another architecture is needed first. */
  readonly fits: boolean | null;
  /** Ids of all offers that meet the brief, the cheapest first; empty where currencies differ. */
  readonly order: readonly string[];
  readonly excluded: readonly { readonly offerId: string; readonly because: OfferExclusion }[];
}

/** The first rental: install, validate, first usable result (METHOD 8). */
const FIRST_PERIOD_DAYS = 3;
/** Any fixed period compares prices; no clock is read. */
const PERIOD = { start: "2000-01-03", end: "2000-01-06" };

function unpriceable(cost: PlannedCost): OfferExclusion | null {
  if (cost.ok) return null;
  return cost.code === "PACK_UNKNOWN" ? "pack-unknown" : "price-needs-usage";
}

/** The cheapest offer of the style that meets the brief. Amounts of two currencies are not compared without a rate. */
export function suggestPlan(
  brief: BriefContent,
  boundary: Boundary,
  offers: readonly Offer[],
  estimate: Estimate | null,
): PlanSuggestion {
  const count = cardsOf(brief);
  const use = {
    cards: count,
    ...PERIOD,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: brief.dataBoundary.egressBytesPerMonth,
  };
  const priced = offers.map((offer) => ({ offer, cost: plannedCost(offer, use) }));
  const judge = new OfferJudge(brief);
  const judged = priced.map((p) => ({ ...p, because: judge.refusal(boundary, p.offer) ?? unpriceable(p.cost) }));
  const possible = judged.flatMap(({ offer, cost, because }) => (because === null && cost.ok ? [{ offer, cost }] : []));
  const oneCurrency = new Set(possible.map((p) => p.cost.currency)).size <= 1;
  const order = [...possible].sort(
    (a, b) => new Decimal(a.cost.amount).comparedTo(b.cost.amount) || (a.offer.id < b.offer.id ? -1 : 1),
  );
  const best = oneCurrency ? order[0] : undefined;
  const excluded = judged.flatMap(({ offer, because }) => (because ? [{ offerId: offer.id, because }] : []));
  const several = oneCurrency
    ? []
    : possible.map(({ offer }) => ({ offerId: offer.id, because: "several-currencies" as const }));
  const verdict = estimate?.verdict;
  return {
    boundary,
    count,
    offerId: best?.offer.id ?? null,
    cost: best?.cost ?? null,
    days: FIRST_PERIOD_DAYS,
    order: oneCurrency ? order.map((p) => p.offer.id) : [],
    fits: verdict === undefined || verdict === "not-estimable" ? null : verdict !== "does-not-fit",
    excluded: [...excluded, ...several].sort((a, b) => (a.offerId < b.offerId ? -1 : 1)),
  };
}
