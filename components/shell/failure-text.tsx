"use client";
import { useTranslations } from "next-intl";
import type { Failure } from "@/lib/errors";
import type { UndoHindrance } from "@/lib/undo";

const FAULTS = ["too_big", "too_small", "invalid_type", "invalid_format", "invalid_value"] as const;

/** The words for a refusal, with its detail and, for a bug, the reference to pass on. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("errors");
  const common = useTranslations("common");
  const undo = useTranslations("undo.why");
  return (failure) => {
    const words = t(failure.code);
    if (failure.reference) return `${words} ${common("failed.reference", { reference: failure.reference })}`;
    if (failure.code === "UNDO_CHANGED") {
      const { why, what } = failure.data as UndoHindrance;
      return `${words} ${undo(why, { what })}`;
    }
    if (failure.code !== "INVALID") return words;
    const [field] = failure.fields ?? [];
    const known = FAULTS.find((fault) => fault === field?.code);
    // What a schema says by itself is English: the usual ones have words of their own.
    const detail = known === undefined ? failure.message : common(`fault.${known}`, { field: field?.path ?? "" });
    return detail ? `${words} (${detail})` : words;
  };
}
