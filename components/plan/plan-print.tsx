import { getTranslations } from "next-intl/server";
import { StyleConditions } from "@/components/boundary/style-conditions";
import { Paper } from "@/components/ui/paper";
import { PaperPart } from "@/components/ui/paper-part";
import { edgeOf } from "@/lib/boundary/edge";
import { conditionsOf } from "@/lib/boundary/styles";
import { PlanCompatibility } from "./plan-compatibility";
import { PlanCosts } from "./plan-costs";
import { PlanFacts } from "./plan-facts";
import type { PlanView } from "./plan-view";

/** The plan that a review is about, on paper: everything that its digest stands for, and what it will cost. */
export async function PlanPrint({ plan }: { plan: PlanView }) {
  const [t, page] = await Promise.all([getTranslations("paper"), getTranslations("plan.page")]);
  const ref = `PLN-${plan.number}`;
  const conditions = conditionsOf(plan.plan.boundary, edgeOf(plan.briefContent) !== null);
  return (
    <Paper
      eyebrow={plan.brief.title}
      title={t("plan", { ref, n: plan.revision })}
      foot={`${ref}, ${page("revision", { n: plan.revision })} · ${plan.digest}`}
    >
      <PaperPart keep title={page("facts")}>
        <PlanFacts plan={plan} />
      </PaperPart>
      <PaperPart title={page("cost")}>
        <p className="text-[0.8125rem]">{page("costNote")}</p>
        <PlanCosts plan={plan} />
      </PaperPart>
      <PlanCompatibility plan={plan} />
      <StyleConditions ids={conditions.map((c) => c.id)} />
    </Paper>
  );
}
