import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { OutputsPage } from "@/components/ledger/outputs-page";
import type { Search } from "@/lib/ledger/search-params";
import { loadOutputs } from "@/lib/ledger/server/cost-loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("costs"))("outputs.title") };
}

export default async function OutputsRoute({ searchParams }: { searchParams: Promise<Search> }) {
  return (
    <Guided of="outputs">
      <OutputsPage {...(await loadOutputs(await searchParams))} />
    </Guided>
  );
}
