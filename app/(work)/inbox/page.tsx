import { getTranslations } from "next-intl/server";
import { InboxPage } from "@/components/acceptance/inbox-page";
import { Guided } from "@/components/help/guided";
import { HappenedSection } from "@/components/inbox/happened";
import { loadInbox } from "@/lib/acceptance/server/loaders";
import { loadUnseenAlerts } from "@/lib/alerts/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("inbox"))("title") };
}

export default async function InboxRoute() {
  const [reviews, happened] = await Promise.all([loadInbox(), loadUnseenAlerts()]);
  return (
    <Guided of="inbox">
      <InboxPage {...reviews} happened={happened.alerts.length > 0 ? <HappenedSection {...happened} /> : null} />
    </Guided>
  );
}
