"use client";
import { useTranslations } from "next-intl";
import { Field, Select } from "@/components/ui/field";
import type { SignAs } from "./review-view";

/** One's own name where that may sign, else the first delegation. */
export const firstName = (signAs: SignAs): string | null =>
  signAs.own ? null : (signAs.mandates[0]?.delegation ?? null);

/** In whose name: asked only where there is more than one's own. */
export function NameChoice({
  id,
  signAs,
  value,
  onChange,
}: {
  id: string;
  signAs: SignAs;
  value: string | null;
  onChange: (delegation: string | null) => void;
}) {
  const t = useTranslations("review");
  if (signAs.mandates.length === 0) return null;
  return (
    <Field id={id} label={t("sign.as")} className="max-w-80">
      <Select id={id} value={value ?? ""} onChange={(e) => onChange(e.target.value || null)}>
        {signAs.own ? <option value="">{t("sign.asSelf")}</option> : null}
        {signAs.mandates.map((m) => (
          <option key={m.delegation} value={m.delegation}>
            {t("sign.asFor", { name: m.onBehalfOf ?? t("page.somebody") })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
