import { getTranslations } from "next-intl/server";
import { Paper } from "@/components/ui/paper";
import { PaperPart } from "@/components/ui/paper-part";
import { pathsOf } from "@/lib/boundary/paths";
import { PathDrawing } from "./path-drawing";
import { LayersList } from "./plan-layers";
import type { PlanView } from "./plan-view";

/** Both paths and the six layers on paper. */
export async function PlanPathsPrint({ plan }: { plan: PlanView }) {
  const t = await getTranslations("boundary");
  const { request, failure } = pathsOf(plan.briefContent);
  return (
    <Paper
      eyebrow={`PLN-${plan.number} · BRF-${plan.brief.number} · ${plan.brief.title}`}
      title={t("paths.title")}
      foot={`PLN-${plan.number} · ${plan.digest}`}
    >
      <PaperPart title={t("paths.request")}>
        <PathDrawing steps={request} label={t("paths.request")} />
      </PaperPart>
      <PaperPart title={t("paths.failure")}>
        <PathDrawing steps={failure} label={t("paths.failure")} />
      </PaperPart>
      <PaperPart title={t("layers.title")}>
        <LayersList plan={plan} unfolded />
      </PaperPart>
    </Paper>
  );
}
