import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { MonthsPage } from "@/components/ledger/months-page";
import { loadMonths } from "@/lib/ledger/server/month-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("months"))("title") };
}

export default async function LedgerMonthsPage() {
  return (
    <Guided of="months">
      <MonthsPage {...(await loadMonths())} />
    </Guided>
  );
}
