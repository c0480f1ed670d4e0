import { Guided } from "@/components/help/guided";
import { EditPlan } from "@/components/plan/edit-plan";
import { loadPlanForEdit } from "@/lib/boundary/server/loaders";

type Props = { params: Promise<{ planId: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).planId.toUpperCase() };
}

export default async function EditPlanRoute({ params }: Props) {
  return (
    <Guided of="planEdit">
      <EditPlan {...(await loadPlanForEdit((await params).planId))} />
    </Guided>
  );
}
