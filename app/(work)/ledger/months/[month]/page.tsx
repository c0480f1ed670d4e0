import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { MonthPage } from "@/components/ledger/month-page";
import { loadMonth } from "@/lib/ledger/server/month-loaders";

type Props = { params: Promise<{ month: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: `${(await getTranslations("months"))("title")} ${(await params).month}` };
}

export default async function LedgerMonthPage({ params }: Props) {
  return (
    <Guided of="month">
      <MonthPage {...(await loadMonth((await params).month))} />
    </Guided>
  );
}
