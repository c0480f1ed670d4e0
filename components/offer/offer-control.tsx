"use client";
import { useLocale, useTranslations } from "next-intl";
import { describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import { listAccelerators } from "@/lib/catalog/accelerators";
import { exactText } from "./money-text";
import { type OfferField, offerFieldId } from "./offer-fields";
import { isCanonical, TypedNumber } from "./typed-number";

interface ControlProps {
  readonly field: OfferField;
  readonly value: string;
  readonly refused: boolean;
  readonly onChange: (value: string) => void;
}

/** One row of the offer form. A number that could be misread is read back in the reader's own writing. */
export function OfferControl({ field, value, refused, onChange }: ControlProps) {
  const t = useTranslations("offer");
  const common = useTranslations("common");
  const example = useTranslations("examples.offer");
  const locale = useLocale();
  const id = offerFieldId(field.path);
  const numeric = field.input === "decimal" || field.input === "count" || field.input === "whole";
  const hint = t(`fields.${field.path}.why`);
  const unread = numeric && value !== "" && !isCanonical(value);
  const error = refused || unread ? t(value === "" ? "refused.empty" : `refused.${field.input}`) : undefined;
  const echo = numeric && isCanonical(value) && value.length > 3 ? `= ${exactText(locale, value)}` : undefined;
  const shared = {
    id,
    "aria-describedby": describedBy(id, { hint, echo, error }),
    "aria-invalid": error ? true : undefined,
    "aria-required": field.required || undefined,
  };
  const change = (e: { target: { value: string } }) => onChange(e.target.value);
  const choices = field.input === "yes" ? ["yes", "no"] : field.choices;
  const word = (c: string) =>
    field.input === "yes" ? common(c) : field.path === "boundary" ? t(`boundaries.${c}`) : t(`choices.${c}`);
  return (
    <Field
      id={id}
      label={t(`fields.${field.path}.label`)}
      hint={hint}
      echo={echo}
      error={error}
      optional={field.required ? undefined : common("optional")}
    >
      {numeric ? (
        <TypedNumber {...shared} placeholder={example(field.path)} value={value} onChange={onChange} />
      ) : field.input === "card" ? (
        <Select {...shared} value={value} onChange={change}>
          <option value="">{t("form.noCard")}</option>
          {listAccelerators().map((a) => (
            <option key={a.id} value={a.id}>
              {a.name}
            </option>
          ))}
        </Select>
      ) : choices.length > 0 ? (
        <Select {...shared} value={value} onChange={change}>
          <option value="">{t("form.notStated")}</option>
          {choices.map((c) => (
            <option key={c} value={c}>
              {word(c)}
            </option>
          ))}
        </Select>
      ) : field.input === "long-text" ? (
        <Textarea {...shared} placeholder={example(field.path)} value={value} onChange={change} />
      ) : (
        <Input
          {...shared}
          placeholder={field.input === "date" ? undefined : example(field.path)}
          type={field.input === "date" ? "date" : "text"}
          maxLength={field.input === "currency" ? 3 : 2000}
          autoComplete="off"
          value={value}
          onChange={change}
        />
      )}
    </Field>
  );
}
