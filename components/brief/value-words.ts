import type { useTranslations } from "next-intl";
import { settingWord } from "@/components/shell/setting-word";
import { unitWord } from "@/components/shell/unit-word";
import type { Formatter } from "@/components/ui/whole-dates";
import type { BriefField } from "@/lib/brief/field";
import type { FieldValue } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value of the brief as plain words, for a sentence that names it; with its unit where it is a number. */
export function valueWords(
  t: ReturnType<typeof useTranslations<never>>,
  format: Formatter,
  field: BriefField,
  value: FieldValue,
): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return t(value ? "common.yes" : "common.no");
  if (typeof value === "object") return value.join(", ");
  if (typeof value === "string") {
    if (field.choiceSet) return t(`brief.choices.${field.choiceSet}.${value}`);
    if (field.nameSet) return settingWord(t, field.nameSet, value);
    if (field.path === "memoryShape.acceleratorId") return findAccelerator(value)?.name ?? value;
    if (field.input === "date" && DAY.test(value))
      return format.dateTime(new Date(value), { dateStyle: "medium", timeZone: "UTC" });
    return value;
  }
  const unit = field.unit ? `\u00a0${unitWord(t, field.unit, value)}` : "";
  return `${format.number(value, { maximumFractionDigits: 9 })}${unit}`;
}
