"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { describedBy, Field, Input } from "@/components/ui/field";
import { parseTypedNumber } from "@/lib/units/quantity";
import { decimalIn } from "./money";
import { useNumberHabit } from "./use-number-habit";

interface NumberInputProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  readonly example: string;
  readonly unit?: string;
  readonly whole?: boolean;
  readonly onChange: (text: string) => void;
}

/** Takes what is typed in the reader's own number habit and says how it is read: `1.234` is not the same everywhere. */
export function NumberInput({ id, label, hint, error, value, example, unit, whole, onChange }: NumberInputProps) {
  const t = useTranslations("ledger");
  const locale = useLocale();
  const read = parseTypedNumber(value, useNumberHabit());
  const digits = read?.split(".")[1]?.length ?? 0;
  const echo =
    read !== null && value.trim() !== "" && !whole
      ? t("manual.reads", { amount: `${decimalIn(locale, read, digits)}${unit ? `\u00a0${unit}` : ""}` })
      : undefined;
  return (
    <Field id={id} label={label} hint={hint} echo={echo} error={error}>
      <Input
        id={id}
        placeholder={example}
        inputMode={whole ? "numeric" : "text"}
        autoComplete="off"
        value={value}
        onChange={(e) => onChange(e.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, echo, error })}
        className="tabular"
      />
    </Field>
  );
}
