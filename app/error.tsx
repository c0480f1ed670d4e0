"use client";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/surface";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("common.failed");
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16">
      <h1 className="sr-only">{t("title")}</h1>
      <EmptyState title={t("title")} action={<Button onClick={reset}>{t("again")}</Button>}>
        <p>{t("text")}</p>
        {error.digest ? <p className="tabular mt-1">{t("reference", { reference: error.digest })}</p> : null}
      </EmptyState>
    </div>
  );
}
