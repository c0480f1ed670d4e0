import { getTranslations } from "next-intl/server";
import { ReviewList } from "@/components/acceptance/review-list";
import { Guided } from "@/components/help/guided";
import { loadReviews } from "@/lib/acceptance/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("review.list"))("title") };
}

export default async function ReviewsPage({ searchParams }: { searchParams: Promise<{ state?: string }> }) {
  const state = String((await searchParams).state ?? "").slice(0, 40);
  return (
    <Guided of="reviews">
      <ReviewList {...(await loadReviews(state ? { state } : {}))} state={state} />
    </Guided>
  );
}
