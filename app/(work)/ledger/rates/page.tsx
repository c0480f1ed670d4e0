import { getTranslations } from "next-intl/server";
import { RatesPage } from "@/components/budgets/rates-page";
import { Guided } from "@/components/help/guided";
import { loadRates } from "@/lib/ledger/server/budget-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("budgets.rates"))("title") };
}

export default async function ExchangeRatesPage() {
  return (
    <Guided of="rates">
      <RatesPage {...(await loadRates())} />
    </Guided>
  );
}
