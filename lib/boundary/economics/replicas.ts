/** At least `needed` of `count` are up, each by itself with the same share of time. */
export function availability(count: number, needed: number, uptime: number): number {
  let sum = 0;
  let ways = 1;
  for (let down = 0; down <= count - needed; down++) {
    if (down > 0) ways = (ways * (count - down + 1)) / down;
    sum += ways * uptime ** (count - down) * (1 - uptime) ** down;
  }
  return sum;
}

/** More copies than this are no answer to a promise. */
const MOST_SPARE = 16;

export interface Replicas {
  readonly needed: number;
  readonly spare: number;
  /** Share of time in which enough copies are up, if they fail one by one. */
  readonly reached: number;
}

/** Copies for the load and as many spare ones as the promise needs; null when no number of spares reaches it. */
export function replicasFor(needed: number, uptime: number, promise: number): Replicas | null {
  if (uptime <= 0 || promise >= 1) return null;
  for (let spare = 0; spare <= MOST_SPARE; spare++) {
    const reached = availability(needed + spare, needed, uptime);
    if (reached >= promise) return { needed, spare, reached };
  }
  return null;
}
