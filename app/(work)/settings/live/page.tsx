import { getTranslations } from "next-intl/server";
import { LiveHosts } from "@/components/acceptance/live-hosts";
import { Guided } from "@/components/help/guided";
import { loadLiveHosts } from "@/lib/acceptance/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("review.hosts"))("title") };
}

export default async function LiveHostsPage() {
  return (
    <Guided of="live">
      <LiveHosts {...(await loadLiveHosts())} />
    </Guided>
  );
}
