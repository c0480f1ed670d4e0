"use client";
import { useTranslations } from "next-intl";

export interface SourceOption {
  readonly id: string;
  readonly name: string;
}

/** Sources as options of a list, none first. */
export function SourceOptions({ sources }: { sources: readonly SourceOption[] }) {
  const t = useTranslations("ledger.import");
  return (
    <>
      <option value="">{t("noSource")}</option>
      {sources.map((s) => (
        <option key={s.id} value={s.id}>
          {s.name}
        </option>
      ))}
    </>
  );
}
