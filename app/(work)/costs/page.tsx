import { getTranslations } from "next-intl/server";
import { CostsPage } from "@/components/costs/costs-page";
import { Guided } from "@/components/help/guided";
import type { Search } from "@/lib/ledger/search-params";
import { loadCosts } from "@/lib/ledger/server/cost-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("costs"))("page.title") };
}

export default async function CostsRoute({ searchParams }: { searchParams: Promise<Search> }) {
  return (
    <Guided of="costs">
      <CostsPage {...(await loadCosts(await searchParams))} />
    </Guided>
  );
}
