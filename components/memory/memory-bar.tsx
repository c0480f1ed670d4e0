"use client";
import { useTranslations } from "next-intl";
import { useFormatter } from "@/components/ui/use-formatter";
import type { PerGpu } from "@/lib/memory/answer";
import { type PartName, partsOf } from "./parts";

/** Four colours in their checked order; whatever comes fifth and later is hatched over one of them. */
const FILL: Readonly<Record<PartName, { color: string; hatched: boolean }>> = {
  weights: { color: "var(--color-series-1)", hatched: false },
  kvCache: { color: "var(--color-series-2)", hatched: false },
  activations: { color: "var(--color-series-3)", hatched: false },
  runtime: { color: "var(--color-series-4)", hatched: false },
  cudaGraphs: { color: "var(--color-series-4)", hatched: true },
  gradients: { color: "var(--color-series-2)", hatched: true },
  optimizer: { color: "var(--color-series-3)", hatched: true },
  components: { color: "var(--color-series-1)", hatched: true },
};

function fillOf(part: PartName): string {
  const { color, hatched } = FILL[part];
  return hatched ? `repeating-linear-gradient(135deg, ${color} 0 4px, #fff 4px 7px)` : color;
}

export function PartSwatch({ part }: { part: PartName }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3 shrink-0 rounded-xs outline outline-1 outline-white forced-color-adjust-none"
      style={{ background: fillOf(part) }}
    />
  );
}

/** One stacked bar against the memory that the card reports, with a line where it ends. The table below has the numbers. */
export function MemoryBar({ perGpu }: { perGpu: PerGpu }) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const scale = Math.max(perGpu.usableGib, perGpu.totalGib) * 1.04;
  const percent = (gib: number) => `${(gib / scale) * 100}%`;
  const gib = (n: number) => format.number(n, { maximumFractionDigits: 1 });
  const label = t("bar.label", { total: gib(perGpu.totalGib), usable: gib(perGpu.usableGib) });
  return (
    <div
      role="img"
      aria-label={label}
      className="rounded-md border border-line bg-white p-3 text-[#14191d] forced-color-adjust-none"
    >
      <div className="relative h-9">
        <div className="absolute inset-0 flex overflow-hidden rounded-xs bg-[#eff1f2]">
          {partsOf(perGpu).map(({ part, gib: size }) => (
            <div
              key={part}
              className="h-full border-r border-white last:border-r-0"
              style={{ width: percent(size), background: fillOf(part) }}
            />
          ))}
        </div>
        <div className="absolute -inset-y-1 border-l-2 border-[#14191d]" style={{ left: percent(perGpu.usableGib) }} />
      </div>
      <div aria-hidden="true" className="tabular mt-1.5 flex justify-between text-xs text-[#55606a]">
        <span>0</span>
        <span>{t("bar.usable", { usable: gib(perGpu.usableGib) })}</span>
      </div>
    </div>
  );
}
