import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/surface";

export default async function NotFound() {
  const t = await getTranslations("common.notFound");
  return (
    <div className="mx-auto w-full max-w-xl py-8">
      <h1 className="sr-only">{t("title")}</h1>
      <EmptyState title={t("title")} action={<LinkButton href="/home">{t("home")}</LinkButton>}>
        {t("text")}
      </EmptyState>
    </div>
  );
}
