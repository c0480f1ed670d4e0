import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { AuditLog } from "@/components/settings/audit-log";
import { loadAudit } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("settings.audit"))("title") };
}

export default async function AuditPage({ searchParams }: { searchParams: Promise<{ before?: string }> }) {
  const { before } = await searchParams;
  return (
    <Guided of="audit">
      <AuditLog events={await loadAudit(before)} before={before} />
    </Guided>
  );
}
