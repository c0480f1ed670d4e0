"use client";
import { useTranslations } from "next-intl";
import { TypedNumber } from "@/components/offer/typed-number";
import { settingWord } from "@/components/shell/setting-word";
import { describedBy, Field, Input, Select } from "@/components/ui/field";
import type { EstimateField } from "./estimate-fields";
import { isUsable } from "./estimate-request";

/** Id of a control of the estimate page. */
export const estimateControlId = (name: string): string => `e-${name}`;

interface ControlProps {
  readonly field: EstimateField;
  /** The text of the address: canonical where it could be read, else as it was typed. */
  readonly value: string;
  /** Why the estimator refuses this value, if it does. */
  readonly refusal: string | null;
  readonly onChange: (value: string) => void;
}

/** One control: read by the reader's own number habit, stored canonical, the reading echoed, never a key blocked. */
export function EstimateControl({ field, value, refusal, onChange }: ControlProps) {
  const t = useTranslations();
  const id = estimateControlId(field.name);
  const numeric = field.input === "count" || field.input === "share";
  const words =
    field.words.from === "brief" ? `brief.fields.memoryShape.${field.words.key}` : `estimate.own.${field.words.key}`;
  const hint = t(`${words}.why`);
  const unusable = !isUsable(field, value);
  const error =
    refusal ??
    (unusable
      ? t(field.input === "share" ? "estimate.form.share" : numeric ? "estimate.form.count" : "estimate.form.choice", {
          text: value,
        })
      : undefined);
  const said = (choice: string) =>
    field.input === "yes" ? t(`common.${choice}`) : field.nameSet ? settingWord(t, field.nameSet, choice) : choice;
  const fallback = field.fallback === null ? undefined : t("estimate.form.default", { value: said(field.fallback) });
  const shared = { id, "aria-describedby": describedBy(id, { hint, error }), "aria-invalid": error ? true : undefined };
  return (
    <Field id={id} label={t(`${words}.label`)} hint={hint} error={error}>
      {field.choices ? (
        <Select {...shared} value={value} onChange={(e) => onChange(e.target.value)}>
          <option value="">{fallback ?? t("estimate.form.open")}</option>
          {value !== "" && unusable ? <option value={value}>{value}</option> : null}
          {field.choices.map((c) => (
            <option key={c} value={c}>
              {said(c)}
            </option>
          ))}
        </Select>
      ) : numeric ? (
        <TypedNumber {...shared} value={value} placeholder={fallback ?? t("estimate.form.open")} onChange={onChange} />
      ) : (
        <Input
          {...shared}
          value={value}
          autoComplete="off"
          placeholder={fallback ?? t("estimate.form.open")}
          onChange={(e) => onChange(e.target.value)}
        />
      )}
    </Field>
  );
}
