import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { Words } from "@/components/shell/words";
import { SweepPage } from "@/components/sweep/sweep-page";
import { loadSearch } from "@/lib/boundary/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("sweep"))("title") };
}

type Props = { searchParams: Promise<{ brief?: string | string[] }> };

export default async function SweepRoute({ searchParams }: Props) {
  return (
    <Words
      of={[
        "acceptance.items",
        "brief.fields",
        "brief.priceSearch",
        "estimate.form",
        "estimate.link",
        "estimate.verdict",
        "memory",
        "offer.boundaries",
        "sweep",
      ]}
    >
      <Guided of="sweep">
        <SweepPage {...(await loadSearch(String((await searchParams).brief ?? "")))} />
      </Guided>
    </Words>
  );
}
