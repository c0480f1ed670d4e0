"use client";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { settingWord } from "@/components/shell/setting-word";
import { unitWord } from "@/components/shell/unit-word";
import { Badge } from "@/components/ui/badge";
import { describedBy, Field, Input, Select, Textarea } from "@/components/ui/field";
import { useFormatter } from "@/components/ui/use-formatter";
import type { DefaultAnswer } from "@/lib/brief/defaults";
import type { BriefField } from "@/lib/brief/field";
import type { FieldValue } from "@/lib/brief/schema";
import { readTyped, showTyped } from "@/lib/brief/typed";
import type { Locale } from "@/lib/i18n/locales";
import { gib } from "@/lib/units/bytes";
import { NUMBER_HABITS } from "@/lib/units/quantity";
import { fieldId } from "./field-id";
import { valueWords } from "./value-words";

export interface FieldControlProps {
  readonly field: BriefField;
  readonly value: FieldValue;
  /** Text that could not be read, kept word for word. */
  readonly unparsed: string | null;
  readonly required: boolean;
  readonly missing: boolean;
  /** The answer is an example's: not looked at yet, or kept as it is. */
  readonly origin: "unlooked" | "kept" | null;
  /** What is proposed while there is no answer. */
  readonly proposal: DefaultAnswer | null;
  /** Known names to choose from while typing freely (models, cards). */
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: FieldValue, unparsed: string | null) => void;
}

/** How one number of a unit is said in the reader's language, so that it may be typed behind the number. */
const COUNTS = [1, 2, 5, 1.5];

/** One row of the form, drawn from the field's own row in the brief's table: label, why, control, echo, error. */
export function FieldControl(props: FieldControlProps) {
  const { field, value, unparsed, required, missing, origin, proposal, suggestions, onChange } = props;
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
    const { unit } = field;
    const read = readTyped(field, next, habit, unit ? COUNTS.map((n) => unitWord(t, unit, n)) : []);
    own.current = read.ok ? showTyped(field, read.value, habit) : next;
    onChange(read.ok ? read.value : null, read.ok ? null : next);
  }

  const unreadable = unparsed !== null && left;
  const error = unreadable ? t("brief.missing.unreadable") : missing ? t("brief.missing.unanswered") : undefined;
  const echo =
    typeof value !== "number"
      ? undefined
      : field.input === "bytes"
        ? `= ${format.number(value)}\u00a0B = ${format.number(gib(value), { maximumFractionDigits: 2 })}\u00a0GiB`
        : text.trim() !== stored
          ? `= ${valueWords(t, format, field, value)}`
          : undefined;
  const why = t(field.whyKey);
  const shared = {
    id,
    "aria-describedby": describedBy(id, { hint: why, echo, error }),
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
    onBlur: () => setLeft(true),
  };
  const written = t(field.exampleKey);
  const example = field.nameSet ? settingWord(t, field.nameSet, written) : written;
  return (
    <Field
      id={id}
      label={
        <>
          {t(field.labelKey)}
          {field.unit ? <span className="ml-1.5 font-normal text-muted">{unitWord(t, field.unit)}</span> : null}
          {origin === "unlooked" ? (
            <span className="ml-2 inline-block align-middle">
              <Badge tone="warn">{t("brief.form.origin.unlooked")}</Badge>
            </span>
          ) : null}
          {origin === "kept" ? (
            <span className="ml-2 inline-block font-normal text-muted">{t("brief.form.origin.kept")}</span>
          ) : null}
        </>
      }
      hint={why}
      echo={echo}
      error={error}
      optional={required ? undefined : t("common.optional")}
    >
      {field.input === "choice" || field.input === "boolean" ? (
        <Select {...shared} unanswered={text === ""} value={text} onChange={(e) => type(e.target.value)}>
          <option value="">{text === "" ? t("brief.form.choose", { example }) : "–"}</option>
          {(field.input === "boolean" ? ["true", "false"] : field.choices).map((c) => (
            <option key={c} value={c}>
              {field.input === "boolean"
                ? t(c === "true" ? "common.yes" : "common.no")
                : field.choiceSet
                  ? t(`brief.choices.${field.choiceSet}.${c}`)
                  : field.nameSet
                    ? settingWord(t, field.nameSet, c)
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
      {proposal ? (
        <p className="text-[0.8125rem] text-muted">
          {t("brief.form.default", {
            value: valueWords(t, format, field, proposal.value),
            reason: t(proposal.reasonKey),
          })}{" "}
          <button
            type="button"
            className="inline-block min-h-6 font-medium text-accent underline underline-offset-2"
            aria-label={t("brief.form.takeOf", { field: t(field.labelKey) })}
            onClick={() => {
              onChange(proposal.value, null);
              document.getElementById(id)?.focus();
            }}
          >
            {t("brief.form.take")}
          </button>
        </p>
      ) : null}
    </Field>
  );
}
