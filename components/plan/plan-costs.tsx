import { getTranslations } from "next-intl/server";
import { plannedCost } from "@/lib/boundary/planned-cost";
import { CostView } from "./cost-view";
import type { PlanView } from "./plan-view";

/** What the trial and the whole period will cost at the price that the plan took from its offer. */
export async function PlanCosts({ plan: { plan, briefContent } }: { plan: PlanView }) {
  const t = await getTranslations("plan.cost");
  if (plan.offer === null) return <p className="text-muted">{t("nothingRented")}</p>;
  const use = {
    cards: plan.count,
    start: plan.period.start,
    diskBytes: briefContent.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: briefContent.dataBoundary.egressBytesPerMonth,
  };
  return (
    <div className="flex flex-col gap-5">
      <CostView title={t("trial")} cost={plannedCost(plan.offer, { ...use, end: plan.trial.endDate })} />
      <CostView title={t("period")} cost={plannedCost(plan.offer, { ...use, end: plan.period.end })} />
    </div>
  );
}
