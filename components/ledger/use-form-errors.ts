"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { SummaryError } from "@/components/ui/error-summary";
import type { Failure } from "@/lib/errors";
import { MOST_MAPPINGS } from "@/lib/ledger/source-choices";

const WORDS = [
  "invalid_date",
  "before_start",
  "sum",
  "unchanged",
  "part",
  "too_small",
  "too_big",
  "number",
  "whole",
  "taken",
  "mapping",
  "mappings",
];

/** Field errors of a form: its own findings and those of the server, in the same words beside the field and in the summary. */
export function useFormErrors(prefix: string, labels: Readonly<Record<string, string>>) {
  const t = useTranslations("ledger.fieldError");
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const words = (code: string): string => t(WORDS.includes(code) ? code : "other", { most: MOST_MAPPINGS });
  function from(failure: Failure | null): Record<string, string> {
    const found: Record<string, string> = {};
    for (const f of failure?.fields ?? []) {
      const name = f.path.split(".").at(-1) ?? f.path;
      found[name] ??= words(f.code);
    }
    return found;
  }
  return {
    /** Keeps findings by field name and error code; true when there are none. */
    check(found: Readonly<Record<string, string>>): boolean {
      setOwn(Object.fromEntries(Object.entries(found).map(([name, code]) => [name, words(code)])));
      return Object.keys(found).length === 0;
    },
    of(failure: Failure | null): Readonly<Record<string, string>> {
      return Object.keys(own).length > 0 ? own : from(failure);
    },
    summary(failure: Failure | null): SummaryError[] {
      const found = Object.keys(own).length > 0 ? own : from(failure);
      return Object.entries(found).map(([name, text]) =>
        name in labels ? { fieldId: `${prefix}-${name}`, text: `${labels[name]}: ${text}` } : { text },
      );
    },
  };
}
