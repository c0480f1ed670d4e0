import type { useFormatter, useTranslations } from "next-intl";
import { unitWord } from "@/components/shell/unit-word";
import type { BriefField } from "@/lib/brief/field";
import type { FieldValue } from "@/lib/brief/schema";

/** A value of the brief as plain words, for a sentence that names it; with its unit where it is a number. */
export function valueWords(
  t: ReturnType<typeof useTranslations<never>>,
  format: ReturnType<typeof useFormatter>,
  field: BriefField,
  value: FieldValue,
): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return t(value ? "common.yes" : "common.no");
  if (typeof value === "object") return value.join(", ");
  if (typeof value === "string") return field.choiceSet ? t(`brief.choices.${field.choiceSet}.${value}`) : value;
  const unit = field.unit ? `\u00a0${unitWord(t, field.unit, value)}` : "";
  return `${format.number(value, { maximumFractionDigits: 9 })}${unit}`;
}
