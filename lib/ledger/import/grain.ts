import { instantMs, instantText } from "../period";
import type { BillRow, RefusedRow } from "../schema";

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

/** Beginnings as rows are read, each kept once: a file has few, however many rows. */
export class Starts {
  private readonly seen = new Set<string>();

  see(lines: readonly BillRow[] | RefusedRow): void {
    if (!("reason" in lines)) for (const line of lines) this.seen.add(line.chargeStart);
  }

  grain(): number {
    return grainOf([...this.seen]);
  }
}

/** Rows that state only when they begin, with the end that the step of the whole file gives them. */
export function untilNext(lines: readonly BillRow[] | RefusedRow, grain: number): readonly BillRow[] | RefusedRow {
  return "reason" in lines ? lines : lines.map((row) => ({ ...row, chargeEnd: endOf(row.chargeStart, grain) }));
}

export const endOf = (start: string, grain: number): string => instantText(instantMs(start) + grain);
