"use client";
import { useLocale, useTranslations } from "next-intl";
import { exactText } from "@/components/offer/money-text";
import { isCanonical, TypedNumber } from "@/components/offer/typed-number";
import { describedBy, Field, Input, Textarea } from "@/components/ui/field";
import { type PlanField, planFieldId } from "./plan-fields";

interface ControlProps {
  readonly field: PlanField;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One field of a plan with why it is asked; numbers are read back. */
export function PlanControl({ field, value, fault, onChange }: ControlProps) {
  const t = useTranslations("plan");
  const common = useTranslations("common");
  const example = useTranslations("examples.plan");
  const locale = useLocale();
  const id = planFieldId(field.name);
  const numeric = field.input === "count" || field.input === "decimal";
  const hint = t(`fields.${field.name}.why`);
  const unread = numeric && value !== "" && !isCanonical(value);
  const error = fault || unread ? t(`faults.${fault ?? field.input}`) : undefined;
  const echo = numeric && isCanonical(value) && value.length > 3 ? `= ${exactText(locale, value)}` : undefined;
  const shared = {
    id,
    "aria-describedby": describedBy(id, { hint, echo, error }),
    "aria-invalid": error ? true : undefined,
  };
  return (
    <Field
      id={id}
      className={field.input === "long-text" ? "sm:col-span-2" : ""}
      label={t(`fields.${field.name}.label`)}
      hint={hint}
      echo={echo}
      error={error}
      optional={field.optional ? common("optional") : undefined}
    >
      {numeric ? (
        <TypedNumber {...shared} placeholder={example(field.name)} value={value} onChange={onChange} />
      ) : field.input === "long-text" ? (
        <Textarea
          {...shared}
          placeholder={example(field.name)}
          rows={2}
          maxLength={4000}
          value={value}
          onChange={(e) => onChange(e.target.value)}
        />
      ) : (
        <Input
          {...shared}
          placeholder={field.input === "date" ? undefined : example(field.name)}
          type={field.input === "date" ? "date" : "text"}
          maxLength={field.input === "currency" ? 3 : 4000}
          value={value}
          onChange={(e) => onChange(e.target.value)}
        />
      )}
    </Field>
  );
}
