import { getTranslations } from "next-intl/server";
import { SignPage } from "@/components/acceptance/sign-page";
import { Guided } from "@/components/help/guided";
import { loadReview } from "@/lib/acceptance/server/loaders";

type Props = { params: Promise<{ reviewId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ reviewId }, t] = await Promise.all([params, getTranslations("review.sign")]);
  return { title: t("title", { ref: reviewId.toUpperCase() }) };
}

export default async function SignRoute({ params }: Props) {
  const { review, now } = await loadReview((await params).reviewId);
  return (
    <Guided of="sign">
      <SignPage review={review} today={now.slice(0, 10)} />
    </Guided>
  );
}
