"use client";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Callout } from "@/components/ui/surface";
import { ESTIMATE_PARAMS } from "./estimate-fields";

const SHOWN = 5;
const LONGEST = 60;

/** Says which parts of the address the page does not know, instead of showing a form as if they had not been there. */
export function UnknownParams() {
  const t = useTranslations("estimate.form");
  const unknown = [...useSearchParams()].filter(([name]) => !ESTIMATE_PARAMS.includes(name));
  if (unknown.length === 0) return null;
  const parts = unknown.slice(0, SHOWN).map(([name, value]) => `${name}=${value}`.slice(0, LONGEST));
  return (
    <Callout tone="warn" title={t("unknownParams", { count: unknown.length, parts: parts.join(", ") })}>
      {t("unknownParamsHint")}
    </Callout>
  );
}
