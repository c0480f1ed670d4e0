import { getTranslations } from "next-intl/server";
import { PlanPathsPrint } from "@/components/plan/plan-paths-print";
import { loadPlan } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ planId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ planId }, t] = await Promise.all([params, getTranslations("boundary.paths")]);
  return { title: `${planId.toUpperCase()} · ${t("title")}` };
}

export default async function PlanPathsRoute({ params }: Props) {
  const { plan } = await loadPlan((await params).planId);
  return <PlanPathsPrint plan={plan} />;
}
