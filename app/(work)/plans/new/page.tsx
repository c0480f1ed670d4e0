import { getTranslations } from "next-intl/server";
import { NewPlan } from "@/components/plan/new-plan";
import { loadNewPlan } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("plan.form"))("title") };
}

type Props = { searchParams: Promise<{ brief?: string | string[] }> };

export default async function NewPlanPage({ searchParams }: Props) {
  return <NewPlan {...(await loadNewPlan(String((await searchParams).brief ?? "")))} />;
}
