import { BriefPage } from "@/components/brief/brief-page";
import { Guided } from "@/components/help/guided";
import { loadBrief } from "@/lib/brief/server/loaders";

type Props = { params: Promise<{ briefId: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await params).briefId.toUpperCase() };
}

export default async function BriefRoute({ params }: Props) {
  return (
    <Guided of="brief">
      <BriefPage {...(await loadBrief((await params).briefId))} />
    </Guided>
  );
}
