/** Distinct values in code-unit order: the order of lines in an output carries no meaning. */
export function sortedDistinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

export function sortedNumbers(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** How often each value occurs, in order of first occurrence. */
export function countBy(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const v of values) counts.set(v, (counts.get(v) ?? 0) + 1);
  return Object.fromEntries(counts);
}
