"use client";
import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { useFormatter } from "@/components/ui/use-formatter";

export type TimeBarLook = "full" | "hatched" | "open";

export interface TimeBar {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly look: TimeBarLook;
}

export interface TimeBarsProps {
  readonly bars: readonly TimeBar[];
  readonly label: string;
  readonly heightPx: number;
}

/** A bar that took no time to speak of is seen all the same. */
const LEAST = 4;

const HOUR = 3_600_000;
/** Between two ticks, in hours; the last is for stretches of years. */
const STEPS = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2160, 8760] as const;
const MOST_TICKS = 5;

/** Whole quarters, hours or days between two instants. */
function ticksBetween(first: number, last: number): number[] {
  const hours = STEPS.find((step) => (last - first) / (step * HOUR) <= MOST_TICKS) ?? 8760;
  const step = hours * HOUR;
  const from = Math.ceil(first / step);
  return Array.from({ length: Math.floor(last / step) - from + 1 }, (_, i) => (from + i) * step);
}

const FILLS: Readonly<Record<TimeBarLook, string>> = {
  full: "var(--color-series-1)",
  hatched: "url(#time-bar-hatched)",
  open: "#ffffff",
};

/** Stretches of time one below the other. Each name says what became of it: no colour is needed to tell them apart. */
export default function TimeBars({ bars, label, heightPx }: TimeBarsProps) {
  const format = useFormatter();
  const data = bars.map((bar) => ({ ...bar, time: [bar.fromMs, bar.toMs] as const }));
  const [first, last] = [Math.min(...bars.map((b) => b.fromMs)), Math.max(...bars.map((b) => b.toMs))];
  const within = last - first < 24 * HOUR;
  const tick = (ms: number) =>
    format.dateTime(new Date(ms), within ? { hour: "numeric", minute: "2-digit" } : { day: "numeric", month: "short" });
  return (
    <div
      role="img"
      aria-label={label}
      className="rounded-md bg-white p-2 text-[#14191d] forced-color-adjust-none"
      style={{ height: heightPx }}
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} layout="vertical" margin={{ top: 4, right: 24, bottom: 0, left: 8 }}>
          <defs>
            <pattern
              id="time-bar-hatched"
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="6" height="6" fill="#ffffff" />
              <rect width="3" height="6" fill="#801650" />
            </pattern>
          </defs>
          <CartesianGrid horizontal={false} stroke="#dde1e4" />
          <XAxis
            type="number"
            domain={[first, Math.max(last, first + 60_000)]}
            tickFormatter={tick}
            ticks={ticksBetween(first, last)}
            tick={{ fontSize: 12, fill: "#14191d" }}
            stroke="#7d878f"
          />
          <YAxis type="category" dataKey="name" width={150} tick={{ fontSize: 12, fill: "#14191d" }} stroke="#7d878f" />
          <Bar dataKey="time" minPointSize={LEAST} maxBarSize={18} isAnimationActive={false}>
            {data.map((bar) => (
              <Cell
                key={bar.name}
                fill={FILLS[bar.look]}
                stroke={bar.look === "hatched" ? "#801650" : "#12436d"}
                {...(bar.look === "open" ? { strokeDasharray: "4 3" } : {})}
              />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
