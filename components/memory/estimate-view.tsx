"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { Callout } from "@/components/ui/surface";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Estimate } from "@/lib/memory/answer";
import { KvFacts } from "./kv-facts";
import { EstimateLines } from "./lines-table";
import { MemoryBar, PartSwatch } from "./memory-bar";
import { useMemoryWords } from "./memory-words";
import { PartsTable } from "./parts-table";
import { VERDICT_TONE } from "./verdict-tone";

/** Words first, then the bar, then the table that sums to the same total, then how each line came about. */
export function EstimateView({
  estimate,
  gpuName,
  gpuCount = 1,
  compact = false,
}: {
  estimate: Estimate;
  gpuName: string;
  gpuCount?: number;
  compact?: boolean;
}) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const { said } = useMemoryWords();
  const gib = (n: number, digits: number) =>
    format.number(n, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const { perGpu: p, verdict } = estimate;
  if (!p) {
    return (
      <Callout tone="neutral" title={t("verdict.not-estimable")}>
        {estimate.reasons.map((r) => (
          <p key={r.code + (r.field ?? "")}>
            {said(r.words, r.message)}{" "}
            {r.field ? <code className="font-mono text-[0.8125rem] text-muted">{r.field}</code> : null}
          </p>
        ))}
      </Callout>
    );
  }
  const left = p.usableGib - p.totalGib;
  const blocked = estimate.reasons.some((r) => r.code === "not-free-at-start");
  const sentenceKey = blocked
    ? ("sentence.not-free" as const)
    : left < 0
      ? ("sentence.short" as const)
      : (`sentence.${verdict}` as const);
  const sentence = {
    gpu: gpuName,
    count: gpuCount,
    total: gib(p.totalGib, 1),
    usable: gib(p.usableGib, 1),
    left: gib(Math.abs(left), 1),
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
        <Badge tone={VERDICT_TONE[verdict]}>{t(`verdict.${verdict}`)}</Badge>
        <p className="text-[0.9375rem] font-medium">{t(sentenceKey, sentence)}</p>
      </div>
      <MemoryBar perGpu={p} />
      <PartsTable perGpu={p} swatch={(part) => <PartSwatch part={part} />} />
      <p className="text-sm text-muted">
        {t("range", { low: gib(p.peakGib.low, 1), expected: gib(p.peakGib.expected, 1), high: gib(p.peakGib.high, 1) })}
      </p>
      {estimate.reasons.length > 0 ? (
        <ul className="list-disc space-y-1 pl-5 text-sm text-muted">
          {estimate.reasons.map((r) => (
            <li key={r.code + (r.field ?? "")} className="first-letter:uppercase">
              {said(r.words, r.message)}
            </li>
          ))}
        </ul>
      ) : null}
      <KvFacts estimate={estimate} />
      <Disclosure
        summary={t("lines.title", { count: estimate.lines.length })}
        open={!compact && estimate.lines.length <= 6}
      >
        <EstimateLines lines={estimate.lines} />
        <p className="mt-2 text-[0.8125rem] text-muted">{t("lines.version", { version: estimate.formulaVersion })}</p>
      </Disclosure>
    </div>
  );
}
