import { getTranslations } from "next-intl/server";
import { Guided } from "@/components/help/guided";
import { Invitations } from "@/components/settings/invitations";
import { Members } from "@/components/settings/members";
import { Tokens } from "@/components/settings/tokens";
import { WorkspaceForm } from "@/components/settings/workspace-form";
import { LinkButton } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/surface";
import { timeZoneNames } from "@/lib/i18n/time-zones";
import { loadSettings } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage() {
  const [t, review, hosts, s] = await Promise.all([
    getTranslations("settings"),
    getTranslations("review.settings"),
    getTranslations("review.hosts"),
    loadSettings(),
  ]);
  const admin = s.roles.includes("admin");
  return (
    <Guided of="settings">
      <PageHeader
        title={t("title")}
        actions={
          <>
            <LinkButton href="/settings/signing">{review("title")}</LinkButton>
            <LinkButton href="/settings/live">{hosts("title")}</LinkButton>
            <LinkButton href="/settings/audit">{t("audit.title")}</LinkButton>
          </>
        }
      />
      <Members members={s.members} roleChanges={s.roleChanges} personId={s.personId} canChange={admin} />
      {admin ? <Invitations invitations={s.invitations} /> : null}
      <Tokens tokens={s.tokens} />
      {admin ? <WorkspaceForm workspace={s.workspace} timeZones={timeZoneNames()} /> : null}
    </Guided>
  );
}
