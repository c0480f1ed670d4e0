"use client";
import { useFormatter } from "next-intl";
import { CartesianGrid, LabelList, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from "recharts";

export interface PointLineProps {
  /** A missing value leaves a gap, never a zero. */
  readonly data: readonly { readonly name: string; readonly value: number | null; readonly text: string }[];
  readonly label: string;
}

/** A line with its points and values written beside them. */
export default function PointLine({ data, label }: PointLineProps) {
  const format = useFormatter();
  return (
    <div role="img" aria-label={label} className="h-60 rounded-md bg-white p-2 text-[#14191d]">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={[...data]} margin={{ top: 24, right: 40, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke="#dde1e4" />
          <XAxis
            dataKey="name"
            tick={{ fontSize: 12, fill: "#14191d" }}
            stroke="#7d878f"
            padding={{ left: 56, right: 8 }}
          />
          <YAxis
            tickFormatter={(value: number) => format.number(value, { maximumSignificantDigits: 6 })}
            tick={{ fontSize: 12, fill: "#14191d" }}
            stroke="#7d878f"
            width={72}
            domain={[0, "auto"]}
          />
          <Line
            dataKey="value"
            stroke="var(--color-series-3)"
            strokeWidth={2}
            dot={{ r: 4, fill: "var(--color-series-3)" }}
            isAnimationActive={false}
            connectNulls={false}
          >
            <LabelList dataKey="text" position="top" fontSize={12} fill="#14191d" />
          </Line>
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
