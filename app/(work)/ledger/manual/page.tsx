import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { ManualForm } from "@/components/ledger/manual-form";
import { PageHeader } from "@/components/ui/surface";
import { loadManual } from "@/lib/ledger/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("ledger"))("manual.title") };
}

export default async function LedgerManualPage() {
  const [t, data] = await Promise.all([getTranslations("ledger"), loadManual()]);
  return (
    <Guided of="manual">
      <PageHeader title={t("manual.title")} note={t("manual.note")} />
      <ManualForm {...data} />
    </Guided>
  );
}
