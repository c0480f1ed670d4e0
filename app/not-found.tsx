import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/surface";

export default async function NotFound() {
  const t = await getTranslations("common.notFound");
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-16">
      <h1 className="sr-only">{t("title")}</h1>
      <EmptyState title={t("title")} action={<LinkButton href="/">{t("home")}</LinkButton>}>
        {t("text")}
      </EmptyState>
    </main>
  );
}
