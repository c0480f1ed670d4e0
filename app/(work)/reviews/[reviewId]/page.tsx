import { getTranslations } from "next-intl/server";
import { ReviewPage } from "@/components/acceptance/review-page";
import { Guided } from "@/components/help/guided";
import { loadReview } from "@/lib/acceptance/server/loaders";

type Props = { params: Promise<{ reviewId: string }> };

export async function generateMetadata({ params }: Props) {
  const { reviewId } = await params;
  const [{ review }, t] = await Promise.all([loadReview(reviewId), getTranslations("review.status")]);
  return { title: `${review.reference}, ${t(review.status)}` };
}

export default async function ReviewRoute({ params }: Props) {
  return (
    <Guided of="review">
      <ReviewPage {...(await loadReview((await params).reviewId))} />
    </Guided>
  );
}
