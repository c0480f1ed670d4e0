import type { NcclRow, NcclRun } from "./rows";

const sides = (row: NcclRow) => (row.inPlace ? [row.outOfPlace, row.inPlace] : [row.outOfPlace]);

const fourDecimals = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Mean bus bandwidth over all rows and both places, as the tool averages it; null without rows. */
export function averageBusbw(run: NcclRun): number | null {
  const all = run.rows.flatMap((r) => sides(r).map((s) => s.busbw));
  return all.length === 0 ? null : fourDecimals(all.reduce((a, b) => a + b, 0) / all.length);
}

/** The row with the highest bus bandwidth of either place. */
export function peak(run: NcclRun): { busbw: number; sizeBytes: number } | null {
  let best: { busbw: number; sizeBytes: number } | null = null;
  for (const row of run.rows) {
    const busbw = Math.max(...sides(row).map((s) => s.busbw));
    if (best === null || busbw > best.busbw) best = { busbw, sizeBytes: row.sizeBytes };
  }
  return best;
}

export function largest(run: NcclRun): NcclRow | null {
  return run.rows.reduce<NcclRow | null>(
    (best, r) => (best === null || r.sizeBytes >= best.sizeBytes ? r : best),
    null,
  );
}

/** Wrong values over all rows; null when correctness was checked nowhere. */
export function wrongTotal(run: NcclRun): number | null {
  const checked = run.rows.flatMap((r) => sides(r).flatMap((s) => s.wrong ?? []));
  return checked.length === 0 ? null : checked.reduce((a, b) => a + b, 0);
}

/** The next size would lie beyond the last row: no row of the asked range is missing at the end. */
export function reachesMaximum(run: NcclRun): boolean {
  const last = largest(run);
  if (run.maxBytes === null || run.step === null || last === null || last.sizeBytes === 0) return run.maxBytes === null;
  // Sizes are rounded down to whole elements of every rank: a thousandth, or half a step, is no row missing.
  const { value, factor } = run.step;
  return factor ? last.sizeBytes * value > run.maxBytes * 1.001 : last.sizeBytes > run.maxBytes - value / 2;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.02 * b;

/**
 * The collective: named by the program, or known from the ratio of bus to algorithm bandwidth, which for n ranks is
 * 2(n−1)/n for all-reduce and (n−1)/n for all-gather and reduce-scatter; null where two would give the same.
 */
export function operationOf(run: NcclRun): string | null {
  if (run.operation !== null) return run.operation;
  const n = run.ranks.size;
  const row = largest(run);
  if (row === null || n < 3 || !(row.outOfPlace.algbw > 0)) return null;
  const ratio = row.outOfPlace.busbw / row.outOfPlace.algbw;
  const reduces = row.redop !== null && row.redop !== "none";
  if (reduces && near(ratio, (2 * (n - 1)) / n)) return "all_reduce";
  if (near(ratio, (n - 1) / n)) return reduces ? "reduce_scatter" : row.redop === null ? "all_gather" : null;
  return null;
}

/** What the summary says and what the rows give differ by more than rounding: rows are missing or doubled. */
export function averageHolds(run: NcclRun): boolean {
  const computed = averageBusbw(run);
  if (run.average === null || computed === null) return true;
  return Math.abs(run.average.value - computed) <= 0.005 * Math.max(run.average.value, computed) + 0.006;
}

/** A size above zero that stands twice: lines were doubled or two runs run into each other. */
export function repeatsSizes(run: NcclRun): boolean {
  const sizes = run.rows.flatMap((r) => (r.sizeBytes > 0 ? [`${r.sizeBytes}/${r.type}/${r.redop}/${r.root}`] : []));
  return new Set(sizes).size < sizes.length;
}
