import { getTranslations } from "next-intl/server";
import { TakeawayList } from "@/components/boundary/takeaway-list";
import { LinkButton } from "@/components/ui/button";
import { Section } from "@/components/ui/surface";
import { takeaways } from "@/lib/boundary/takeaway/all";
import { briefDeployment } from "@/lib/boundary/takeaway/of-plan";
import type { PlanView } from "./plan-view";

/** The plan as commands, manifests and a request to the provider, each consistent with the estimate. */
export async function PlanTakeaway({ plan: view }: { plan: PlanView }) {
  const t = await getTranslations("boundary.takeaway");
  const made = briefDeployment(
    { reference: `BRF-${view.brief.number}`, content: view.briefContent },
    { reference: `PLN-${view.number}`, plan: view.plan },
  );
  return (
    <Section
      title={t("title")}
      note={t("note")}
      actions={
        <LinkButton small href={`/plans/PLN-${view.number}/request`}>
          {t("request.link")}
        </LinkButton>
      }
    >
      {made === null ? <p className="text-muted">{t("noEstimate")}</p> : <TakeawayList answers={takeaways(made)} />}
    </Section>
  );
}
