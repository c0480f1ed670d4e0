import { getTranslations } from "next-intl/server";
import { Wordmark } from "@/components/shell/wordmark";
import { LinkButton } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { EmptyState } from "@/components/ui/surface";

export default async function NotFound() {
  const t = await getTranslations("common.notFound");
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-8 px-4 py-8">
      <Link href="/">
        <Wordmark />
      </Link>
      <main id="main">
        <h1 className="sr-only">{t("title")}</h1>
        <EmptyState title={t("title")} action={<LinkButton href="/">{t("home")}</LinkButton>}>
          {t("text")}
        </EmptyState>
      </main>
    </div>
  );
}
