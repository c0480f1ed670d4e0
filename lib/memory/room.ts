import type { Estimate } from "./answer";

/**
 * What is left at the high end of the range, GiB; negative is short. A server with a pool needs one sequence of full
 * length and the planned load inside it; everything else needs its peak inside the card. Null without an estimate.
 */
export function roomGib({ perGpu, kv, plannedLoad }: Estimate): number | null {
  if (perGpu === null) return null;
  if (kv === null || kv.blocks === 0) return perGpu.usableGib - perGpu.peakGib.high;
  const oneSequence = kv.maxConcurrencyAtMaxLen > 0 ? kv.poolGib.expected / kv.maxConcurrencyAtMaxLen : 0;
  return kv.poolGib.low - Math.max(oneSequence, plannedLoad?.neededKvGib ?? 0);
}
