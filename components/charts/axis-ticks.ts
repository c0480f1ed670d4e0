/** Steps that a reader counts along without thinking, by what one of them is of a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const COUNT = 4;

/** Marks from zero to the highest value or just above it, and the decimals that all of them are written with. */
export function ticksTo(highest: number): { readonly ticks: readonly number[]; readonly digits: number } {
  if (!(highest > 0)) return { ticks: [0], digits: 0 };
  const least = highest / COUNT;
  const power = Math.floor(Math.log10(least));
  const factor = STEPS.find((s) => s * 10 ** power >= least * (1 - 1e-9)) ?? 10;
  const digits = Math.max(0, (factor === 2.5 ? 1 : 0) - power - (factor === 10 ? 1 : 0));
  const step = factor * 10 ** power;
  return { ticks: Array.from({ length: COUNT + 1 }, (_, i) => Number((i * step).toFixed(digits))), digits };
}
