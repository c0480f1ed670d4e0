import { getTranslations } from "next-intl/server";
import { ComparePage } from "@/components/acceptance/compare-page";
import { Guided } from "@/components/help/guided";
import { loadReview } from "@/lib/acceptance/server/loaders";

type Props = {
  params: Promise<{ reviewId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props) {
  const [{ reviewId }, t] = await Promise.all([params, getTranslations("review.compare")]);
  return { title: t("title", { ref: reviewId.toUpperCase() }) };
}

export default async function CompareRoute({ params, searchParams }: Props) {
  const [{ review }, { a, b }] = await Promise.all([loadReview((await params).reviewId), searchParams]);
  return (
    <Guided of="reviewCompare">
      <ComparePage review={review} a={String(a ?? "")} b={String(b ?? "")} />
    </Guided>
  );
}
