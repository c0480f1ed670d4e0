"use client";
import { CartesianGrid, LabelList, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { useAxis } from "./use-axis";

export interface PointLineProps {
  /** A missing value leaves a gap, never a zero. */
  readonly data: readonly { readonly name: string; readonly value: number | null; readonly text: string }[];
  readonly label: string;
}

/** More values than these do not fit beside their points: the table has them all. */
const MOST_WRITTEN = 6;

/** Which values are written: all of a few, else the ends, the lowest and the highest. */
function written(data: PointLineProps["data"]): ReadonlySet<number> {
  const known = data.flatMap(({ value }, i) => (value === null ? [] : [{ i, value }]));
  if (known.length <= MOST_WRITTEN) return new Set(known.map((k) => k.i));
  const byValue = known.toSorted((a, b) => a.value - b.value);
  return new Set([known[0], known.at(-1), byValue[0], byValue.at(-1)].flatMap((k) => (k ? [k.i] : [])));
}

/** A line with its points and values written beside them, above and below by turns, so that they do not meet. */
export default function PointLine({ data, label }: PointLineProps) {
  const shown = written(data);
  const axis = useAxis(Math.max(0, ...data.flatMap(({ value }) => value ?? [])));
  return (
    <div role="img" aria-label={label} className="h-60 rounded-md bg-white p-2 text-[#14191d] forced-color-adjust-none">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={[...data]} margin={{ top: 24, right: 40, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke="#dde1e4" />
          <XAxis
            dataKey="name"
            tick={{ fontSize: 12, fill: "#14191d" }}
            stroke="#7d878f"
            padding={{ left: 36, right: 8 }}
            interval="preserveStartEnd"
            minTickGap={4}
          />
          <YAxis {...axis} tick={{ fontSize: 12, fill: "#14191d" }} stroke="#7d878f" width="auto" />
          <Line
            dataKey="value"
            stroke="var(--color-series-3)"
            strokeWidth={2}
            dot={{ r: 4, fill: "var(--color-series-3)" }}
            isAnimationActive={false}
            connectNulls={false}
          >
            <LabelList
              dataKey="text"
              content={({ x, y, value, index }) =>
                index === undefined || !shown.has(index) ? null : (
                  <text
                    x={Number(x)}
                    y={Number(y) + (index % 2 === 0 ? -12 : 22)}
                    textAnchor="middle"
                    fontSize={12}
                    fill="#14191d"
                  >
                    {value}
                  </text>
                )
              }
            />
          </Line>
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
