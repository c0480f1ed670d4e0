"use client";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { unitWord } from "@/components/shell/unit-word";
import { describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import type { BriefField } from "@/lib/brief/field";
import type { FieldValue } from "@/lib/brief/schema";
import { readTyped, showTyped } from "@/lib/brief/typed";
import type { Locale } from "@/lib/i18n/locales";
import { gib } from "@/lib/units/bytes";
import { NUMBER_HABITS } from "@/lib/units/quantity";
import { fieldId } from "./field-id";

export interface FieldControlProps {
  readonly field: BriefField;
  readonly value: FieldValue;
  /** Text that could not be read, kept word for word. */
  readonly unparsed: string | null;
  readonly required: boolean;
  readonly missing: boolean;
  /** Known names to choose from while typing freely (models, cards). */
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: FieldValue, unparsed: string | null) => void;
}

/** One row of the form, drawn from the field's own row in the brief's table: label, why, control, echo, error. */
export function FieldControl({ field, value, unparsed, required, missing, suggestions, onChange }: FieldControlProps) {
  const t = useTranslations();
  const format = useFormatter();
  const locale = useLocale() as Locale;
  const habit = NUMBER_HABITS[locale];
  const id = fieldId(field.path);
  const stored = unparsed ?? showTyped(field, value, habit);
  const [text, setText] = useState(stored);
  const [left, setLeft] = useState(false);
  const own = useRef(stored);

  // What came from elsewhere (another tab's text taken over) replaces the control's; what was typed here does not.
  useEffect(() => {
    if (stored !== own.current) {
      own.current = stored;
      setText(stored);
    }
  }, [stored]);

  function type(next: string) {
    setText(next);
    const read = readTyped(field, next, habit);
    own.current = read.ok ? showTyped(field, read.value, habit) : next;
    onChange(read.ok ? read.value : null, read.ok ? null : next);
  }

  const unreadable = unparsed !== null && left;
  const error = unreadable ? t("brief.missing.unreadable") : missing ? t("brief.missing.unanswered") : undefined;
  const echo =
    field.input === "bytes" && typeof value === "number"
      ? `= ${format.number(value)}\u00a0B = ${format.number(gib(value), { maximumFractionDigits: 2 })}\u00a0GiB`
      : undefined;
  const why = t(field.whyKey);
  const shared = {
    id,
    "aria-describedby": describedBy(id, { hint: why, echo, error }),
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
    onBlur: () => setLeft(true),
  };
  const example = t(field.exampleKey);
  return (
    <Field
      id={id}
      label={
        <>
          {t(field.labelKey)}
          {field.unit ? <span className="ml-1.5 font-normal text-muted">{unitWord(t, field.unit)}</span> : null}
        </>
      }
      hint={why}
      echo={echo}
      error={error}
      optional={required ? undefined : t("common.optional")}
    >
      {field.input === "choice" || field.input === "boolean" ? (
        <Select {...shared} value={text} onChange={(e) => type(e.target.value)}>
          <option value="">–</option>
          {(field.input === "boolean" ? ["true", "false"] : field.choices).map((c) => (
            <option key={c} value={c}>
              {field.input === "boolean"
                ? t(c === "true" ? "common.yes" : "common.no")
                : field.choiceSet
                  ? t(`brief.choices.${field.choiceSet}.${c}`)
                  : c}
            </option>
          ))}
        </Select>
      ) : field.input === "long-text" || field.input === "list" ? (
        <Textarea
          {...shared}
          value={text}
          placeholder={example}
          rows={field.input === "list" ? 2 : 3}
          onChange={(e) => type(e.target.value)}
        />
      ) : (
        <>
          <Input
            {...shared}
            value={text}
            placeholder={example}
            type={field.input === "date" ? "date" : "text"}
            inputMode={
              field.input === "number" || field.input === "integer" || field.input === "duration"
                ? "decimal"
                : undefined
            }
            list={suggestions ? `${id}-list` : undefined}
            autoComplete="off"
            onChange={(e) => type(e.target.value)}
          />
          {suggestions ? (
            <datalist id={`${id}-list`}>
              {suggestions.map((s) => (
                <option key={s.value} value={s.value}>
                  {s.label}
                </option>
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  );
}
