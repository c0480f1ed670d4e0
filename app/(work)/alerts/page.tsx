import { getTranslations } from "next-intl/server";
import { AlertsPage } from "@/components/alerts/alerts-page";
import { Guided } from "@/components/help/guided";
import { loadAlerts } from "@/lib/alerts/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("alerts"))("title") };
}

export default async function WorkspaceAlertsPage() {
  return (
    <Guided of="alerts">
      <AlertsPage {...(await loadAlerts())} />
    </Guided>
  );
}
