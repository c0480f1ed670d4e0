"use client";
import { useState } from "react";
import { parseTypedNumber } from "@/lib/units/quantity";
import { useNumberHabit } from "./use-number-habit";

export const TYPED_COUNTS = ["accepted", "rejected", "failed", "retried"] as const;
export type TypedCount = (typeof TYPED_COUNTS)[number];

export interface Counts {
  readonly attempted: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly retried: number;
}

/** Counts as typed, read in the reader's number habit. Attempted is never typed: it is the sum of its three ends. */
export function useCounts(initial: Readonly<Record<TypedCount, string>>) {
  const habit = useNumberHabit();
  const [texts, setTexts] = useState(initial);
  function read(): { readonly counts: Counts | null; readonly found: Record<string, string> } {
    const found: Record<string, string> = {};
    const numbers = {} as Record<TypedCount, number>;
    for (const name of TYPED_COUNTS) {
      const canonical = parseTypedNumber(texts[name], habit);
      const value = canonical === null ? Number.NaN : Number(canonical);
      if (Number.isSafeInteger(value) && value >= 0) numbers[name] = value;
      else found[name] = "whole";
    }
    if (Object.keys(found).length > 0) return { counts: null, found };
    const attempted = numbers.accepted + numbers.rejected + numbers.failed;
    return { counts: { attempted, ...numbers }, found };
  }
  return {
    texts,
    read,
    set: (name: TypedCount, text: string) => setTexts({ ...texts, [name]: text }),
    reset: setTexts,
  };
}
