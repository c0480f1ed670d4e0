import { getTranslations } from "next-intl/server";
import { SetupForm } from "@/components/auth/setup-form";
import { Callout } from "@/components/ui/surface";
import { timeZoneNames } from "@/lib/i18n/time-zones";
import { loadSetup } from "@/lib/workspace/server/loaders";

export async function generateMetadata() {
  return { title: (await getTranslations("auth.setup"))("title") };
}

export default async function SetupPage({ searchParams }: { searchParams: Promise<{ link?: string }> }) {
  const [t, { link = "" }] = await Promise.all([getTranslations("auth.setup"), searchParams]);
  const { open } = await loadSetup(link);
  if (!open) {
    return (
      <>
        <h1 className="text-2xl font-semibold">{t("gone")}</h1>
        <Callout tone="warn">{t("goneText")}</Callout>
      </>
    );
  }
  return (
    <>
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      <p className="text-muted">{t("text")}</p>
      <SetupForm link={link} timeZones={timeZoneNames()} />
    </>
  );
}
