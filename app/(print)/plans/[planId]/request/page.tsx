import { getTranslations } from "next-intl/server";
import { ProviderRequestPage } from "@/components/plan/provider-request";
import { loadPlan } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ planId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ planId }, t] = await Promise.all([params, getTranslations("boundary.takeaway.request")]);
  return { title: `${planId.toUpperCase()} · ${t("link")}` };
}

export default async function ProviderRequestRoute({ params }: Props) {
  const { plan } = await loadPlan((await params).planId);
  return <ProviderRequestPage plan={plan} />;
}
