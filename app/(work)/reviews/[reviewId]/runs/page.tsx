import { getTranslations } from "next-intl/server";
import { RunsPage } from "@/components/acceptance/runs-page";
import { Guided } from "@/components/help/guided";
import { loadRuns } from "@/lib/acceptance/server/loaders";

type Props = { params: Promise<{ reviewId: string }> };

export async function generateMetadata({ params }: Props) {
  const [{ reviewId }, t] = await Promise.all([params, getTranslations("review.runs")]);
  return { title: t("title", { ref: reviewId.toUpperCase() }) };
}

export default async function RunsRoute({ params }: Props) {
  return (
    <Guided of="reviewRuns">
      <RunsPage {...(await loadRuns((await params).reviewId))} />
    </Guided>
  );
}
