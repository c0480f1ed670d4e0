import { getTranslations } from "next-intl/server";
import { CostsPrint } from "@/components/costs/costs-print";
import type { Search } from "@/lib/ledger/search-params";
import { loadCosts } from "@/lib/ledger/server/cost-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("paper"))("costs") };
}

export default async function CostsPrintRoute({ searchParams }: { searchParams: Promise<Search> }) {
  return <CostsPrint {...(await loadCosts(await searchParams))} />;
}
