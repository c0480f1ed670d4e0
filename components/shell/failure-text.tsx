"use client";
import { useTranslations } from "next-intl";
import type { Failure } from "@/lib/errors";

/** The words for a refusal, with its detail and, for a bug, the reference to pass on. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("errors");
  const common = useTranslations("common");
  return (failure) => {
    const words = t(failure.code);
    if (failure.reference) return `${words} ${common("failed.reference", { reference: failure.reference })}`;
    return failure.message && failure.code === "INVALID" ? `${words} (${failure.message})` : words;
  };
}
