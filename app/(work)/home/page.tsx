import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { Home } from "@/components/home/home";
import { HappenedSection } from "@/components/inbox/happened";
import { loadUnseenAlerts } from "@/lib/alerts/server/loaders";
import { loadHome } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("home"))("title") };
}

/** The start names the latest; the inbox holds all of them. */
const ALERTS_SHOWN = 5;

export default async function HomePage() {
  const [home, unseen] = await Promise.all([loadHome(), loadUnseenAlerts()]);
  return (
    <Guided of="home">
      <Home
        {...home}
        happened={unseen.alerts.length > 0 ? <HappenedSection {...unseen} most={ALERTS_SHOWN} /> : null}
      />
    </Guided>
  );
}
