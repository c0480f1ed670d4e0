import { instantMs, instantText } from "../period";

const DAY = 86_400_000;
/** Lengths that billing interfaces bucket by: hour, day, week. */
const GRAINS = [3_600_000, DAY, 7 * DAY];

/**
 * Where rows state only when they begin, their length is the smallest step between two beginnings that is an hour, a day
 * or a week; of a single beginning, a day.
 */
export function grainOf(starts: readonly string[]): number {
  const times = [...new Set(starts.map(instantMs))].sort((a, b) => a - b);
  let step = Number.POSITIVE_INFINITY;
  for (const [i, time] of times.entries()) {
    const before = times[i - 1];
    if (before !== undefined) step = Math.min(step, time - before);
  }
  if (step === Number.POSITIVE_INFINITY) return DAY;
  return [...GRAINS].reverse().find((grain) => step >= grain) ?? GRAINS[0] ?? DAY;
}

export const endOf = (start: string, grain: number): string => instantText(instantMs(start) + grain);
