import type { Advice } from "@/lib/boundary/advise";
import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import type { OfferAtHand } from "./offer-choice";
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
  readonly offers: readonly OfferAtHand[];
}

/** A plan being changed, on the brief's latest revision. Its offer stays to choose from even when it was retired. */
export function EditPlan({ plan, brief, offers }: EditProps) {
  const initial = planValuesOf(plan.plan);
  const { offer } = plan.plan;
  const listed = offers.some((o) => String(o.number) === initial.offer);
  const own = offer && !listed ? [{ number: Number(initial.offer), offer, stale: true }] : [];
  return (
    <PlanForm
      brief={brief}
      content={brief.content}
      advice={brief.advice as Advice | null}
      offers={[...own, ...offers]}
      editing={{ number: plan.number, revision: plan.revision }}
      initial={initial}
    />
  );
}
