import { getTranslations } from "next-intl/server";
import { InboxPage } from "@/components/acceptance/inbox-page";
import { Guided } from "@/components/help/guided";
import { loadInbox } from "@/lib/acceptance/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("inbox"))("title") };
}

export default async function InboxRoute() {
  return (
    <Guided of="inbox">
      <InboxPage {...(await loadInbox())} />
    </Guided>
  );
}
