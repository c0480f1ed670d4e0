import type { Advice } from "@/lib/boundary/advise";
import type { AnswerCost } from "@/lib/boundary/answer-costs";
import type { OffersAtHand } from "@/lib/boundary/offers-at-hand";
import type { Plan } from "@/lib/boundary/plan";
import { priceSearchOpen } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import { planValuesOf } from "./plan-fields";
import { PlanForm } from "./plan-form";

interface EditProps {
  readonly plan: { readonly number: number; readonly revision: number; readonly plan: Plan };
  readonly brief: {
    readonly number: number;
    readonly title: string;
    readonly revision: { readonly number: number };
    readonly content: BriefContent;
    readonly advice: unknown;
  };
  readonly atHand: OffersAtHand;
  readonly costs: readonly AnswerCost[] | null;
}

/** A plan being changed, on the brief's latest revision. Its offer stays to choose from even when it was retired. */
export function EditPlan({ plan, brief, atHand, costs }: EditProps) {
  const initial = planValuesOf(plan.plan);
  const { offer } = plan.plan;
  const own = atHand.offers.find((o) => String(o.number) === initial.offer);
  const chosen = own ?? (offer ? { number: Number(initial.offer), offer, stale: true } : null);
  return (
    <PlanForm
      brief={brief}
      content={brief.content}
      gate={priceSearchOpen(brief.content)}
      advice={brief.advice as Advice | null}
      atHand={atHand}
      costs={costs}
      chosen={chosen}
      draftKey={`plan.PLN-${plan.number}.${plan.revision}`}
      editing={{ number: plan.number, revision: plan.revision }}
      initial={initial}
    />
  );
}
