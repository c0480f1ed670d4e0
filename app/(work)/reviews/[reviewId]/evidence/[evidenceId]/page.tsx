import { getTranslations } from "next-intl/server";
import { RawEvidence } from "@/components/acceptance/raw-evidence";
import { Guided } from "@/components/help/guided";
import { loadEvidence } from "@/lib/acceptance/server/loaders";

type Props = { params: Promise<{ reviewId: string; evidenceId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ reviewId }, t] = await Promise.all([params, getTranslations("review.evidence")]);
  return { title: `${reviewId.toUpperCase()}, ${t("raw")}` };
}

export default async function RawEvidenceRoute({ params }: Props) {
  const { reviewId, evidenceId } = await params;
  return (
    <Guided of="evidence">
      <RawEvidence {...(await loadEvidence(reviewId, evidenceId))} />
    </Guided>
  );
}
