import { getTranslations } from "next-intl/server";
import { BriefPrint } from "@/components/brief/brief-print";
import { loadRevision } from "@/lib/brief/server/loaders";

type Props = { params: Promise<{ briefId: string; n: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ briefId, n }, t] = await Promise.all([params, getTranslations("paper")]);
  return { title: t("brief", { ref: briefId.toUpperCase(), n: Number(n) || 0 }) };
}

export default async function BriefPrintRoute({ params }: Props) {
  const { briefId, n } = await params;
  return <BriefPrint revision={await loadRevision(briefId, n)} />;
}
