"use client";
import { useFormatter } from "@/components/ui/use-formatter";
import { ticksTo } from "./axis-ticks";

/** What an axis of amounts is drawn with: marks from zero to the highest value, all written with the same decimals. */
export function useAxis(highest: number) {
  const format = useFormatter();
  const { ticks, digits } = ticksTo(highest);
  return {
    ticks: [...ticks],
    domain: [0, ticks.at(-1) ?? 0],
    tickFormatter: (value: number) =>
      format.number(value, { minimumFractionDigits: value === 0 ? 0 : digits, maximumFractionDigits: digits }),
  };
}
