import { getTranslations } from "next-intl/server";
import { MonthsPage } from "@/components/ledger/months-page";
import { loadMonths } from "@/lib/ledger/server/month-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("months"))("title") };
}

export default async function LedgerMonthsPage() {
  return <MonthsPage {...(await loadMonths())} />;
}
