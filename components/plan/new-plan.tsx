import type { Advice } from "@/lib/boundary/advise";
import { suggestPlan } from "@/lib/boundary/suggest";
import { priceSearchOpen } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import type { OfferAtHand } from "./offer-choice";
import { dayAfter } from "./plan-fields";
import { PlanForm } from "./plan-form";

interface BriefForPlan {
  readonly number: number;
  readonly title: string;
  readonly revision: { readonly number: number };
  readonly content: BriefContent;
  readonly advice: unknown;
}

const PERIOD_DAYS = 30;

/** A plan begun from the brief: style, count and fallbacks are the brief's own, an offer is only suggested. */
export function NewPlan({
  brief,
  offers,
  person,
  currency,
  today,
}: {
  brief: BriefForPlan;
  offers: readonly OfferAtHand[];
  person: string;
  currency: string;
  today: string;
}) {
  const advice = brief.advice as Advice | null;
  const boundary = advice?.boundary ?? "vm";
  const suggestion = suggestPlan(
    brief.content,
    boundary,
    offers.map((o) => o.offer),
    null,
  );
  const suggested = priceSearchOpen(brief.content).open
    ? offers.find((o) => o.offer.id === suggestion.offerId)
    : undefined;
  const gone = brief.content.capacityVanishes;
  return (
    <PlanForm
      brief={brief}
      content={brief.content}
      advice={advice}
      offers={offers}
      editing={null}
      initial={{
        boundary,
        offer: suggested ? String(suggested.number) : "",
        count: String(suggestion.count),
        start: today,
        end: dayAfter(today, PERIOD_DAYS),
        trialEnd: dayAfter(today, suggestion.days),
        budgetAmount: "",
        budgetCurrency: suggested?.offer.price.currency ?? currency,
        owner: brief.content.owner ?? person,
        stopRule: "",
        lostAllocation: gone.fallbackLostAllocation ?? "",
        shortage: gone.fallbackShortage ?? "",
        failedDeployment: gone.fallbackFailedDeployment ?? "",
        note: "",
      }}
    />
  );
}
