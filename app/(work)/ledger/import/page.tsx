import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { ImportsPage } from "@/components/ledger/imports-page";
import type { Search } from "@/lib/ledger/search-params";
import { loadImports } from "@/lib/ledger/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("ledger"))("import.title") };
}

export default async function LedgerImportsPage({ searchParams }: { searchParams: Promise<Search> }) {
  return (
    <Guided of="imports">
      <ImportsPage {...(await loadImports(await searchParams))} />
    </Guided>
  );
}
