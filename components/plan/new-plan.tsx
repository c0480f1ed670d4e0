import type { Advice } from "@/lib/boundary/advise";
import type { AnswerCost } from "@/lib/boundary/answer-costs";
import { dayAfter } from "@/lib/boundary/calendar";
import { cardsOf } from "@/lib/boundary/offer-refusal";
import type { OfferAtHand, OffersAtHand } from "@/lib/boundary/offers-at-hand";
import type { Boundary } from "@/lib/boundary/schema";
import { workersOf } from "@/lib/boundary/split";
import { priceSearchOpen } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import { PlanForm } from "./plan-form";
import { type WhatIfChoice, WhatIfNote } from "./what-if-note";

interface BriefForPlan {
  readonly number: number;
  readonly title: string;
  readonly revision: { readonly number: number };
  readonly content: BriefContent;
  readonly advice: unknown;
}

const PERIOD_DAYS = 30;
/** The first rental: install, validate, first usable result (METHOD 8). */
const TRIAL_DAYS = 3;

interface NewPlanProps {
  readonly brief: BriefForPlan;
  readonly boundary: Boundary;
  readonly atHand: OffersAtHand;
  readonly costs: readonly AnswerCost[] | null;
  /** The offer that a search chose. */
  readonly chosen: OfferAtHand | null;
  /** The way to run it that a search or a comparison chose. */
  readonly whatIf: WhatIfChoice;
  readonly person: string;
  readonly currency: string;
  readonly today: string;
}

/** A plan begun from the brief: style, count and fallbacks are the brief's own, an offer is only suggested. */
export function NewPlan({ brief, boundary, atHand, costs, chosen, whatIf, person, currency, today }: NewPlanProps) {
  const gate = priceSearchOpen(brief.content);
  const cheapest = gate.open ? atHand.offers.find((o) => o.number === atHand.cheapest) : undefined;
  const offer = chosen ?? cheapest;
  const gone = brief.content.capacityVanishes;
  const count = /^[1-9]\d{0,5}$/.test(whatIf.count ?? "") ? (whatIf.count ?? "") : String(cardsOf(brief.content));
  return (
    <PlanForm
      brief={brief}
      content={brief.content}
      gate={gate}
      advice={brief.advice as Advice | null}
      atHand={atHand}
      costs={costs}
      chosen={chosen}
      editing={null}
      draftKey={`plan.BRF-${brief.number}.${JSON.stringify(whatIf)}.${chosen?.number ?? ""}`}
      note={<WhatIfNote brief={brief} whatIf={whatIf} />}
      initial={{
        boundary,
        offer: offer ? String(offer.number) : "",
        count,
        moreCards: "",
        workerCount: Number(count) > 1 ? String(workersOf(brief.content, Number(count))) : "",
        inputShare: "",
        ids: "",
        recovery: "",
        merging: "",
        done: "",
        start: today,
        end: dayAfter(today, PERIOD_DAYS),
        trialEnd: dayAfter(today, TRIAL_DAYS),
        budgetAmount: "",
        budgetCurrency: offer?.offer.price.currency ?? currency,
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
