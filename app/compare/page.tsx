import { getTranslations } from "next-intl/server";
import { ComparePage } from "@/components/compare/compare-page";
import { Guided } from "@/components/help/guided";
import { loadSearch } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("compare"))("title") };
}

type Props = { searchParams: Promise<{ brief?: string | string[] }> };

export default async function CompareRoute({ searchParams }: Props) {
  return (
    <Guided of="compare">
      <ComparePage {...(await loadSearch(String((await searchParams).brief ?? "")))} />
    </Guided>
  );
}
