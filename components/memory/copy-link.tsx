"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";

/** Copies the address; where the browser does not allow that, the address is shown to be copied by hand. */
export function CopyLink({ link }: { link: () => string }) {
  const t = useTranslations("estimate.link");
  const [state, setState] = useState<{ readonly copied: boolean; readonly text: string } | null>(null);
  async function copy() {
    const text = link();
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setState({ copied: copied ?? false, text });
  }
  return (
    <div className="flex flex-wrap items-center gap-y-2">
      <Button onClick={() => void copy()}>{t("copy")}</Button>
      <span role="status" className="not-empty:mx-2 text-sm text-muted">
        {state?.copied ? t("copied") : state ? t("byHand") : ""}
      </span>
      {state && !state.copied ? (
        <Input readOnly aria-label={t("label")} value={state.text} onFocus={(e) => e.target.select()} />
      ) : null}
    </div>
  );
}
