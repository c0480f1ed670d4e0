import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { BillPage } from "@/components/ledger/bill-page";
import type { Search } from "@/lib/ledger/search-params";
import { loadBill } from "@/lib/ledger/server/loaders";

type Props = { params: Promise<{ bill: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Props) {
  const t = await getTranslations("ledger");
  return { title: `${(await params).bill.toUpperCase().slice(0, 20)}, ${t("import.ref")}` };
}

export default async function LedgerBillPage({ params, searchParams }: Props) {
  return (
    <Guided of="bill">
      <BillPage {...(await loadBill((await params).bill, await searchParams))} />
    </Guided>
  );
}
