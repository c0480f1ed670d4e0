import type { Labels } from "./prometheus";

export interface Bucket {
  /** Upper edge, in the unit of the metric; the last one is infinite. */
  readonly le: number;
  /** Observations at or below the edge, since start or, after `between`, in the window. */
  readonly count: number;
}

export interface Histogram {
  readonly name: string;
  /** Labels of the series without `le`: one histogram per replica, model and engine. */
  readonly labels: Labels;
  readonly buckets: readonly Bucket[];
  readonly sum: number | null;
  readonly count: number | null;
}

export interface Quantile {
  /** Interpolated value, or null when the rank lies in the last, open bucket or nothing was observed. */
  readonly value: number | null;
  /** Edges of the bucket that holds the rank: the value lies above `low` and not above `high`. */
  readonly low: number;
  readonly high: number | null;
  /** In the first bucket interpolation starts at zero, which means nothing: only `≤ high` holds. */
  readonly inFirstBucket: boolean;
}

/** Adds histograms with the same edges (engines of one server); null when the edges differ. */
export function addHistograms(list: readonly Histogram[]): Histogram | null {
  const [first, ...rest] = list;
  if (!first) return null;
  let total = first;
  for (const h of rest) {
    if (h.buckets.length !== total.buckets.length) return null;
    if (h.buckets.some((b, i) => b.le !== total.buckets[i]?.le)) return null;
    total = {
      ...total,
      buckets: total.buckets.map((b, i) => ({ le: b.le, count: b.count + (h.buckets[i]?.count ?? 0) })),
      sum: total.sum === null || h.sum === null ? null : total.sum + h.sum,
      count: total.count === null || h.count === null ? null : total.count + h.count,
    };
  }
  return total;
}

/** What was observed between two scrapes; null when a counter fell (the server restarted) or the edges differ. */
export function between(before: Histogram, after: Histogram): Histogram | null {
  if (before.buckets.length !== after.buckets.length) return null;
  const buckets: Bucket[] = [];
  for (const [i, b] of after.buckets.entries()) {
    const old = before.buckets[i];
    if (old === undefined || old.le !== b.le || b.count < old.count) return null;
    buckets.push({ le: b.le, count: b.count - old.count });
  }
  const difference = (a: number | null, b: number | null) => (a === null || b === null ? null : b - a);
  return { ...after, buckets, sum: difference(before.sum, after.sum), count: difference(before.count, after.count) };
}

/** Quantile `q` (0 to 1) as Prometheus' `histogram_quantile` interpolates it; null when nothing was observed. */
export function quantileOf(h: Histogram, q: number): Quantile | null {
  const total = h.buckets.at(-1)?.count ?? 0;
  if (!(total > 0)) return null;
  const rank = q * total;
  const at = h.buckets.findIndex((b) => b.count >= rank);
  const bucket = h.buckets[at];
  if (!bucket) return null;
  const low = at === 0 ? 0 : (h.buckets[at - 1]?.le ?? 0);
  if (bucket.le === Number.POSITIVE_INFINITY) return { value: null, low, high: null, inFirstBucket: at === 0 };
  const before = at === 0 ? 0 : (h.buckets[at - 1]?.count ?? 0);
  const inside = bucket.count - before;
  if (at === 0 && bucket.le <= 0) return { value: bucket.le, low: bucket.le, high: bucket.le, inFirstBucket: true };
  const value = inside > 0 ? low + ((bucket.le - low) * (rank - before)) / inside : bucket.le;
  return { value, low, high: bucket.le, inFirstBucket: at === 0 };
}
