"use client";
import dynamic from "next/dynamic";
import type { PointLineProps } from "@/components/charts/point-line";
import type { StackedBarsProps } from "@/components/charts/stacked-bars";
import { WhenSeen } from "@/components/charts/when-seen";
import { classes } from "@/components/ui/classes";

const StackedBars = dynamic(() => import("@/components/charts/stacked-bars"), {
  ssr: false,
  loading: () => <div className="h-72 rounded-md bg-sunken" />,
});
const PointLine = dynamic(() => import("@/components/charts/point-line"), {
  ssr: false,
  loading: () => <div className="h-60 rounded-md bg-sunken" />,
});

/** Pixels of each chart as it will stand. */
const [BARS, LINE] = [288, 240];

interface MonthChartsProps {
  readonly bars: StackedBarsProps["data"];
  readonly series: StackedBarsProps["series"];
  readonly line: PointLineProps["data"] | null;
  readonly unit: string;
  readonly barsLabel: string;
  readonly lineLabel: string;
}

/** Drawn in the browser alone, when one comes near: the table below says the same, on paper too. */
export function MonthCharts({ bars, series, line, unit, barsLabel, lineLabel }: MonthChartsProps) {
  const drawn = line?.some((p) => p.value !== null) ?? false;
  return (
    <div className={classes("grid gap-4", drawn && "xl:grid-cols-2")}>
      <figure className="min-w-0">
        <figcaption className="mb-1 text-sm font-medium">{`${barsLabel} (${unit})`}</figcaption>
        <WhenSeen height={BARS}>
          <StackedBars data={bars} series={series} label={`${barsLabel} (${unit})`} unit={unit} />
        </WhenSeen>
      </figure>
      {line && drawn ? (
        <figure className="min-w-0">
          <figcaption className="mb-1 text-sm font-medium">{`${lineLabel} (${unit})`}</figcaption>
          <WhenSeen height={LINE}>
            <PointLine data={line} label={`${lineLabel} (${unit})`} />
          </WhenSeen>
        </figure>
      ) : null}
    </div>
  );
}
