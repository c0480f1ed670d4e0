"use client";
import { useTranslations } from "next-intl";
import { useFailureText } from "@/components/shell/failure-text";
import { useFormatter } from "@/components/ui/use-formatter";
import type { SaveState } from "./use-draft";

/** Says at any time what is stored: "saved 14:07", "saving", or why not. */
export function SaveNote({ state }: { state: SaveState }) {
  const t = useTranslations("brief.form.save");
  const words = useFailureText();
  const format = useFormatter();
  const text =
    state.kind === "saved"
      ? state.at
        ? t("saved", { time: format.dateTime(new Date(state.at), { timeStyle: "short" }) })
        : t("nothing")
      : state.kind === "failed"
        ? `${t("failed")} ${words(state.failure)}`
        : t(state.kind);
  return (
    <span
      role="status"
      data-save={state.kind}
      className={
        state.kind === "failed" || state.kind === "conflict" ? "max-w-md text-sm text-bad" : "text-sm text-muted"
      }
    >
      {text}
    </span>
  );
}
