"use client";
import { useTranslations } from "next-intl";
import { Facts } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Estimate } from "@/lib/memory/answer";

/** Logical need and engine-reserved cache side by side, what the engine will have, and what the planned load takes of it. */
export function KvFacts({ estimate }: { estimate: Estimate }) {
  const t = useTranslations("estimate.kv");
  const format = useFormatter();
  const { kv, plannedLoad } = estimate;
  if (!kv) return null;
  const whole = (n: number) => format.number(Math.floor(n));
  const gib = (n: number) => `${format.number(n, { maximumFractionDigits: 2 })}\u00a0GiB`;
  const bytes = (n: number) => `${format.number(Math.round(n))}\u00a0B`;
  const items = [
    { label: t("logical"), value: bytes(kv.logicalBytesPerTokenPerGpu) },
    { label: t("reserved"), value: bytes(kv.reservedBytesPerTokenPerGpu) },
    ...(kv.stateBytesPerSequencePerGpu > 0
      ? [{ label: t("state"), value: bytes(kv.stateBytesPerSequencePerGpu) }]
      : []),
    { label: t("capacity"), value: t("tokens", { tokens: whole(kv.capacityTokens) }) },
    {
      label: t("concurrency"),
      value: t("sequences", { n: format.number(kv.maxConcurrencyAtMaxLen, { maximumFractionDigits: 1 }) }),
    },
    ...(plannedLoad
      ? [
          { label: t("needed"), value: gib(plannedLoad.neededKvGib) },
          { label: t("more"), value: t("sequences", { n: whole(plannedLoad.batchHeadroomSequences) }) },
        ]
      : []),
  ];
  return (
    <section aria-label={t("title")}>
      <h3 className="mb-2 text-sm font-semibold">{t("title")}</h3>
      <Facts items={items} />
    </section>
  );
}
