import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { NewPlan } from "@/components/plan/new-plan";
import { WHAT_IF_NAMES } from "@/components/plan/what-if-note";
import { loadNewPlan } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("plan.form"))("title") };
}

type Props = { searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> };

export default async function NewPlanPage({ searchParams }: Props) {
  const asked = await searchParams;
  const text = (name: string) => String(asked[name] ?? "").slice(0, 100);
  const whatIf = Object.fromEntries(WHAT_IF_NAMES.flatMap((name) => (text(name) ? [[name, text(name)]] : [])));
  return (
    <Guided of="planNew">
      <NewPlan {...(await loadNewPlan(text("brief"), text("offer")))} whatIf={whatIf} />
    </Guided>
  );
}
