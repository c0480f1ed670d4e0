import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { SourcesPage } from "@/components/sources/sources-page";
import type { Search } from "@/lib/ledger/search-params";
import { loadSources } from "@/lib/ledger/server/source-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("sources"))("title") };
}

export default async function BillSourcesPage({ searchParams }: { searchParams: Promise<Search> }) {
  return (
    <Guided of="sources">
      <SourcesPage {...(await loadSources(await searchParams))} />
    </Guided>
  );
}
