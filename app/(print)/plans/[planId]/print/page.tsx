import { getTranslations } from "next-intl/server";
import { PlanPrint } from "@/components/plan/plan-print";
import { loadPlan } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ planId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ planId }, t] = await Promise.all([params, getTranslations("paper")]);
  return { title: `${planId.toUpperCase()} · ${t("print")}` };
}

export default async function PlanPrintRoute({ params }: Props) {
  const { plan } = await loadPlan((await params).planId);
  return <PlanPrint plan={plan} />;
}
