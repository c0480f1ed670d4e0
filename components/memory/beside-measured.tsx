"use client";
import { useTranslations } from "next-intl";
import { Table, Td, Th } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Calibration, MeasuredRow } from "@/lib/memory/calibrate";

/** Estimated beside measured, part by part, with the difference. */
export function Beside({ rows }: { rows: readonly MeasuredRow[] }) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const gib = (n: number) => format.number(n, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <Table label={t("measured.title")}>
      <thead>
        <tr>
          <Th>{t("table.part")}</Th>
          <Th numeric>{t("measured.estimatedGib")}</Th>
          <Th numeric>{t("measured.measuredGib")}</Th>
          <Th numeric>{t("measured.difference")}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, estimatedGib, measuredGib }) => (
          <tr key={what}>
            <Td>{what === "peak" ? t("measured.peakRow") : t(`parts.${what}`)}</Td>
            <Td numeric>{gib(estimatedGib)}</Td>
            <Td numeric>{gib(measuredGib)}</Td>
            <Td numeric>
              {estimatedGib === 0
                ? "–"
                : `${format.number((measuredGib / estimatedGib - 1) * 100, {
                    maximumFractionDigits: 1,
                    signDisplay: "exceptZero",
                  })}\u00a0%`}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What the measurement makes of every later figure. */
export function Factors({ calibration, pooled }: { calibration: Calibration; pooled: boolean }) {
  const t = useTranslations("estimate");
  const format = useFormatter();
  const times = (n: number) => format.number(n, { maximumFractionDigits: 3 });
  const offset = format.number(calibration.runtimeOffsetGib, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
  if (!pooled)
    return <p className="text-sm text-muted">{t("measured.peakFactor", { factor: times(calibration.peak) })}</p>;
  return (
    <p className="text-sm text-muted">
      {t("measured.factors", {
        weights: times(calibration.weights),
        activations: times(calibration.activations),
        graphs: times(calibration.cudaGraphs),
        offset,
      })}
    </p>
  );
}
