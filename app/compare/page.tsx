import { getTranslations } from "next-intl/server";
import { ComparePage } from "@/components/compare/compare-page";
import { Guided } from "@/components/help/guided";
import { Words } from "@/components/shell/words";
import { loadSearch } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("compare"))("title") };
}

type Props = { searchParams: Promise<{ brief?: string | string[] }> };

export default async function CompareRoute({ searchParams }: Props) {
  return (
    <Words
      of={[
        "acceptance.items",
        "brief.fields",
        "brief.priceSearch",
        "compare",
        "estimate.form",
        "estimate.link",
        "estimate.verdict",
        "memory",
        "sweep",
      ]}
    >
      <Guided of="compare">
        <ComparePage {...(await loadSearch(String((await searchParams).brief ?? "")))} />
      </Guided>
    </Words>
  );
}
