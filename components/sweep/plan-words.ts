"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemoryWords } from "@/components/memory/memory-words";
import { exactText, moneyText, placesFor } from "@/components/offer/money-text";
import { settingWord } from "@/components/shell/setting-word";
import { useFormatter } from "@/components/ui/use-formatter";
import type { AcceptedCost, SweepPlan, SweepReason } from "@/lib/boundary/sweep/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Range } from "@/lib/memory/answer";
import { roundForDisplay } from "@/lib/money/money";

const cardName = (id: string): string => findAccelerator(id)?.name ?? id;

/** The words for one plan of a search. */
export function usePlanWords() {
  const t = useTranslations("sweep");
  const all = useTranslations();
  const format = useFormatter();
  const locale = useLocale();
  const figure = (n: number, places: number) => format.number(n, { maximumFractionDigits: places });
  const small = (amount: string) => exactText(locale, roundForDisplay(amount, placesFor(amount)));
  /** A range whose ends read the same as its middle is one figure. */
  const between = (low: string, expected: string, high: string) =>
    low === expected && high === expected ? expected : t("range", { low, expected, high });
  const { said, text } = useMemoryWords();
  const reason = ({ code, message, params, words }: SweepReason) => {
    if (!t.has(`reasons.${code}`)) return said(words, message);
    const why = words === undefined ? String(params.why ?? "") : text(words);
    return t(`reasons.${code}`, { ...params, gpu: cardName(String(params.gpu ?? "")), why });
  };
  const amounts = (cost: AcceptedCost | null, hour: SweepPlan["costPerHour"]) =>
    cost === null || hour === null
      ? "–"
      : `${between(small(cost.low), small(cost.expected), small(cost.high))}\u00a0${hour.currency}`;
  return {
    key: ({ gpu, parallel, weightFormat, kvCacheDtype, context }: SweepPlan) =>
      JSON.stringify([gpu, parallel, weightFormat, kvCacheDtype, context]),
    name: ({ gpu, gpuCount }: SweepPlan) => `${gpuCount} × ${cardName(gpu)}`,
    split: ({ parallel, context }: SweepPlan) =>
      [
        t("split.tensor", { n: parallel.tensor }),
        ...(parallel.data > 1 ? [t("split.data", { n: parallel.data })] : []),
        ...(parallel.pipeline > 1 ? [t("split.pipeline", { n: parallel.pipeline })] : []),
        ...(context === null ? [] : [t("split.context", { n: format.number(context) })]),
      ].join("\u00a0· "),
    formats: ({ weightFormat, kvCacheDtype }: SweepPlan) => {
      const weights = settingWord(all, "weightFormat", weightFormat);
      return kvCacheDtype === null
        ? weights
        : t("formats", { weights, kv: settingWord(all, "kvCacheDtype", kvCacheDtype) });
    },
    range: (range: Range | undefined, places: number) =>
      range === undefined
        ? "–"
        : between(figure(range.low, places), figure(range.expected, places), figure(range.high, places)),
    perHour: ({ costPerHour }: SweepPlan) =>
      costPerHour === null ? "–" : moneyText(locale, costPerHour.amount, costPerHour.currency),
    each: ({ costPerAccepted, costPerHour }: SweepPlan) => amounts(costPerAccepted, costPerHour),
    million: ({ costPerMillionTokens, costPerHour }: SweepPlan) => amounts(costPerMillionTokens, costPerHour),
    why: (plan: SweepPlan): string[] => [
      ...(plan.rejectedBecause === null ? [] : [reason(plan.rejectedBecause)]),
      ...(plan.smaller === null ? [] : [t("smaller", { n: plan.smaller.gpuCount, why: reason(plan.smaller) })]),
      ...(plan.rejectedBecause === null && plan.meets === "expected" ? [t("onlyExpected")] : []),
      ...(plan.costPerHour === null && plan.rejectedBecause === null ? [t("noOffer")] : []),
      ...(plan.speed === null || plan.speed.outside.length === 0 ? [] : [t("outside")]),
      ...(plan.training === null
        ? []
        : plan.training.known === null
          ? [t("trainingUnmeasured")]
          : [t("trainingKnown", { runs: plan.training.known.runs, error: plan.training.known.medianErrorPct })]),
    ],
  };
}
