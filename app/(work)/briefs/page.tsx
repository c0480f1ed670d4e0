import { getTranslations } from "next-intl/server";
import { BriefList } from "@/components/brief/brief-list";
import { Guided } from "@/components/help/guided";
import { loadBriefs } from "@/lib/brief/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("brief.list"))("title") };
}

export default async function BriefsPage({ searchParams }: { searchParams: Promise<{ q?: string; kind?: string }> }) {
  const { q, kind } = await searchParams;
  const filter = { ...(q && { q: String(q).slice(0, 200) }), ...(kind && { kind: String(kind) }) };
  return (
    <Guided of="briefs">
      <BriefList {...(await loadBriefs(filter))} filter={filter} />
    </Guided>
  );
}
