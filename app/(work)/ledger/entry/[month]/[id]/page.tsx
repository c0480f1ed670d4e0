import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { EntryPage } from "@/components/ledger/entry-page";
import { loadEntry } from "@/lib/ledger/server/loaders";

type Props = { params: Promise<{ month: string; id: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: (await getTranslations("ledger"))("entry.title", { date: (await params).month }) };
}

export default async function LedgerEntryPage({ params }: Props) {
  const { month, id } = await params;
  return (
    <Guided of="entry">
      <EntryPage {...(await loadEntry(month, id))} />
    </Guided>
  );
}
