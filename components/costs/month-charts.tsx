"use client";
import dynamic from "next/dynamic";
import type { PointLineProps } from "@/components/charts/point-line";
import type { StackedBarsProps } from "@/components/charts/stacked-bars";
import { classes } from "@/components/ui/classes";

const StackedBars = dynamic(() => import("@/components/charts/stacked-bars"), {
  ssr: false,
  loading: () => <div className="h-72 rounded-md bg-sunken" />,
});
const PointLine = dynamic(() => import("@/components/charts/point-line"), {
  ssr: false,
  loading: () => <div className="h-60 rounded-md bg-sunken" />,
});

interface MonthChartsProps {
  readonly bars: StackedBarsProps["data"];
  readonly series: StackedBarsProps["series"];
  readonly line: PointLineProps["data"] | null;
  readonly unit: string;
  readonly barsLabel: string;
  readonly lineLabel: string;
}

/** Recharts is loaded here alone, in the browser. */
export function MonthCharts({ bars, series, line, unit, barsLabel, lineLabel }: MonthChartsProps) {
  const drawn = line?.some((p) => p.value !== null) ?? false;
  return (
    <div className={classes("grid gap-4", drawn && "xl:grid-cols-2")}>
      <figure className="min-w-0">
        <figcaption className="mb-1 text-sm font-medium">{`${barsLabel} (${unit})`}</figcaption>
        <StackedBars data={bars} series={series} label={`${barsLabel} (${unit})`} unit={unit} />
      </figure>
      {line && drawn ? (
        <figure className="min-w-0">
          <figcaption className="mb-1 text-sm font-medium">{`${lineLabel} (${unit})`}</figcaption>
          <PointLine data={line} label={`${lineLabel} (${unit})`} />
        </figure>
      ) : null}
    </div>
  );
}
