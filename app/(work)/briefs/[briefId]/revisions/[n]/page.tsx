import { getTranslations } from "next-intl/server";
import { RevisionSections } from "@/components/brief/brief-page";
import { Guided } from "@/components/help/guided";
import { PageHeader } from "@/components/ui/surface";
import { loadRevision } from "@/lib/brief/server/loaders";

type Props = { params: Promise<{ briefId: string; n: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ briefId, n }, t] = await Promise.all([params, getTranslations("brief.page")]);
  return { title: `${briefId.toUpperCase()}, ${t("revision", { n: Number(n) || 0 })}` };
}

export default async function RevisionPage({ params }: Props) {
  const { briefId, n } = await params;
  const [revision, t] = await Promise.all([loadRevision(briefId, n), getTranslations("brief.page")]);
  return (
    <Guided of="briefRevision">
      <PageHeader
        eyebrow={`BRF-${revision.brief.number}`}
        title={`${revision.content.title ?? revision.brief.title} · ${t("revision", { n: revision.number })}`}
      />
      <RevisionSections revision={revision} briefHref={`/briefs/BRF-${revision.brief.number}/edit`} />
    </Guided>
  );
}
