"use client";
import { useLocale } from "next-intl";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Input } from "@/components/ui/field";
import type { Locale } from "@/lib/i18n/locales";
import { NUMBER_HABITS, parseTypedNumber } from "@/lib/units/quantity";

const CANONICAL = /^-?\d+(\.\d+)?$/;

/** True for decimal text as it is stored: `1234.5`. Anything else in a number's place is text kept as it was typed. */
export const isCanonical = (text: string): boolean => CANONICAL.test(text);

type TypedNumberProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  readonly value: string;
  readonly onChange: (canonical: string) => void;
};

/** A typed number: the text stays as typed while its canonical form is stored; text that is no number is stored as it is. */
export function TypedNumber({ value, onChange, ...rest }: TypedNumberProps) {
  const habit = NUMBER_HABITS[useLocale() as Locale];
  const shown = isCanonical(value) ? value.replace(".", habit.decimal) : value;
  const [text, setText] = useState(shown);
  const own = useRef(value);

  // What came from elsewhere replaces the text; what was typed here does not.
  useEffect(() => {
    if (value !== own.current) {
      own.current = value;
      setText(shown);
    }
  }, [value, shown]);

  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(e) => {
        setText(e.target.value);
        own.current = parseTypedNumber(e.target.value, habit) ?? e.target.value.trim();
        onChange(own.current);
      }}
    />
  );
}
