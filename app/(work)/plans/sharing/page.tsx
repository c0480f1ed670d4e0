import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { SharingPage } from "@/components/plan/sharing-page";
import { loadSharing } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("boundary.sharing"))("title") };
}

type Props = { searchParams: Promise<{ card?: string | string[]; brief?: string | string[] }> };

export default async function SharingRoute({ searchParams }: Props) {
  const { card, brief } = await searchParams;
  const { briefs } = await loadSharing();
  return (
    <Guided of="sharing">
      <SharingPage briefs={briefs} cardId={String(card ?? "")} chosen={[brief ?? []].flat()} />
    </Guided>
  );
}
