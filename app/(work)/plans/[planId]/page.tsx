import { Guided } from "@/components/help/guided";
import { PlanPage } from "@/components/plan/plan-page";
import { loadPlan } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ planId: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).planId.toUpperCase() };
}

export default async function PlanRoute({ params }: Props) {
  return (
    <Guided of="plan">
      <PlanPage {...(await loadPlan((await params).planId))} />
    </Guided>
  );
}
