import { EditPlan } from "@/components/plan/edit-plan";
import { loadPlanForEdit } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ planId: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).planId.toUpperCase() };
}

export default async function EditPlanRoute({ params }: Props) {
  return <EditPlan {...(await loadPlanForEdit((await params).planId))} />;
}
