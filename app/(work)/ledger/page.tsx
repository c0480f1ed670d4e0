import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { EntriesPage } from "@/components/ledger/entries-page";
import type { Search } from "@/lib/ledger/search-params";
import { ledgerAddress, loadLedger } from "@/lib/ledger/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("ledger"))("list.title") };
}

export default async function LedgerPage({ searchParams }: { searchParams: Promise<Search> }) {
  const address = ledgerAddress(await searchParams);
  return (
    <Guided of="ledger">
      <EntriesPage {...(await loadLedger(address))} address={address} />
    </Guided>
  );
}
