import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/surface";

export default async function Forbidden() {
  const t = await getTranslations("common");
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-16">
      <h1 className="sr-only">{t("forbidden.title")}</h1>
      <EmptyState title={t("forbidden.title")} action={<LinkButton href="/home">{t("notFound.home")}</LinkButton>}>
        {t("forbidden.text")}
      </EmptyState>
    </main>
  );
}
