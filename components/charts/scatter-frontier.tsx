"use client";
import { CartesianGrid, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from "recharts";
import { useFormatter } from "@/components/ui/use-formatter";
import { useAxis } from "./use-axis";

export interface ScatterPoint {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly best: boolean;
}

export interface ScatterFrontierProps {
  readonly points: readonly ScatterPoint[];
  readonly label: string;
  readonly xLabel: string;
  readonly yLabel: string;
}

const AXIS = { tick: { fontSize: 12, fill: "#14191d" }, stroke: "#7d878f" } as const;

/** All points, and those that nothing beats joined by a line: filled against hollow, so that no colour is needed. */
export default function ScatterFrontier({ points, label, xLabel, yLabel }: ScatterFrontierProps) {
  const format = useFormatter();
  const across = useAxis(Math.max(0, ...points.map((p) => p.x)));
  const up = useAxis(Math.max(0, ...points.map((p) => p.y)));
  const best = points.filter((p) => p.best);
  const rest = points.filter((p) => !p.best);
  const tip = (value: unknown) => format.number(Number(value), { maximumSignificantDigits: 4 });
  return (
    <div
      role="img"
      aria-label={label}
      className="flex h-80 flex-col rounded-md bg-white p-2 text-[#14191d] forced-color-adjust-none"
    >
      <p className="text-xs">{yLabel}</p>
      <ResponsiveContainer width="100%" height="100%">
        <ScatterChart margin={{ top: 12, right: 16, bottom: 20, left: 8 }}>
          <CartesianGrid stroke="#dde1e4" />
          <XAxis
            type="number"
            dataKey="x"
            name={xLabel}
            {...across}
            label={{ value: xLabel, position: "bottom", fontSize: 12, fill: "#14191d" }}
            {...AXIS}
          />
          <YAxis type="number" dataKey="y" name={yLabel} width={72} {...up} {...AXIS} />
          <Tooltip formatter={tip} contentStyle={{ color: "#14191d", fontSize: 12 }} cursor={false} />
          <Scatter data={rest} fill="#ffffff" stroke="#7d878f" isAnimationActive={false} />
          <Scatter
            data={best}
            fill="var(--color-series-1)"
            stroke="var(--color-series-1)"
            line={{ stroke: "#12436d", strokeWidth: 2 }}
            isAnimationActive={false}
          />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  );
}
