/** NumPy's linear percentile: what the tool itself prints. `share` from 0 to 1; null without values. */
export function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const rank = share * (sorted.length - 1);
  const low = Math.floor(rank);
  const [a = 0, b = a] = [sorted[low], sorted[Math.min(low + 1, sorted.length - 1)]];
  return a + (b - a) * (rank - low);
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, v) => sum + v, 0) / values.length;
}

/** Six decimals are enough for milliseconds and rates, and keep binary noise out of facts. */
export function sixDecimals(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Math.round(value * 1e6) / 1e6;
}
