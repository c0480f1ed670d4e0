"use client";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useFormatter } from "@/components/ui/use-formatter";

export interface BarSeries {
  readonly key: string;
  readonly label: string;
}

export interface StackedBarsProps {
  /** One object per bar: `name` and a number per series. */
  readonly data: readonly (Readonly<Record<string, number | string>> & { readonly name: string })[];
  readonly series: readonly BarSeries[];
  readonly label: string;
  readonly unit: string;
}

const FILLS = [
  "var(--color-series-1)",
  "var(--color-series-2)",
  "var(--color-series-3)",
  "var(--color-series-4)",
  "url(#series-5)",
];

/** A white card in both themes: the series colours are checked against white. The fifth series is hatched. */
export default function StackedBars({ data, series, label, unit }: StackedBarsProps) {
  const format = useFormatter();
  return (
    <div role="img" aria-label={label} className="h-72 rounded-md bg-white p-2 text-[#14191d] forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...data]} margin={{ top: 8, right: 12, bottom: 0, left: 8 }}>
          <defs>
            <pattern id="series-5" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" fill="#ffffff" />
              <rect width="3" height="6" fill="#12436d" />
            </pattern>
          </defs>
          <CartesianGrid vertical={false} stroke="#dde1e4" />
          <XAxis dataKey="name" tick={{ fontSize: 12, fill: "#14191d" }} stroke="#7d878f" />
          <YAxis
            tickFormatter={(value: number) => format.number(value, { maximumSignificantDigits: 6 })}
            tick={{ fontSize: 12, fill: "#14191d" }}
            stroke="#7d878f"
            width="auto"
          />
          <Tooltip
            formatter={(value) => `${format.number(Number(value), { maximumFractionDigits: 2 })}\u00a0${unit}`}
            contentStyle={{ color: "#14191d", fontSize: 12 }}
          />
          <Legend
            itemSorter={null}
            wrapperStyle={{ fontSize: 12 }}
            formatter={(name) => <span className="text-[#14191d]">{name}</span>}
          />
          {series.map((s, i) => (
            <Bar
              key={s.key}
              dataKey={s.key}
              name={s.label}
              stackId="all"
              fill={FILLS[i % FILLS.length] ?? "#12436d"}
              maxBarSize={64}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
