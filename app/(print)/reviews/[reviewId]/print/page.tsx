import { getTranslations } from "next-intl/server";
import { RecordPrint } from "@/components/acceptance/record-print";
import { loadReview } from "@/lib/acceptance/server/loaders";

type Props = { params: Promise<{ reviewId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ reviewId }, t] = await Promise.all([params, getTranslations("review.print")]);
  return { title: t("title", { ref: reviewId.toUpperCase() }) };
}

export default async function PrintRoute({ params }: Props) {
  const { review, workspace } = await loadReview((await params).reviewId);
  return <RecordPrint review={review} workspace={workspace} />;
}
