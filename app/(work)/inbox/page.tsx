import { getTranslations } from "next-intl/server";
import { InboxPage } from "@/components/acceptance/inbox-page";
import { loadInbox } from "@/lib/acceptance/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("inbox"))("title") };
}

export default async function InboxRoute() {
  return <InboxPage {...(await loadInbox())} />;
}
