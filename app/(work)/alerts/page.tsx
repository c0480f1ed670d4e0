import { getTranslations } from "next-intl/server";
import { AlertsPage } from "@/components/alerts/alerts-page";
import { loadAlerts } from "@/lib/alerts/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("alerts"))("title") };
}

export default async function WorkspaceAlertsPage() {
  return <AlertsPage {...(await loadAlerts())} />;
}
