"use client";
import { useLocale } from "next-intl";
import { NUMBER_HABITS, type NumberHabit } from "@/lib/units/quantity";

/** How the reader of this page writes numbers. */
export function useNumberHabit(): NumberHabit {
  const locale = useLocale();
  return NUMBER_HABITS[locale === "id" || locale === "pl" ? locale : "en"];
}
