import { z } from "zod";
import type { Calibration, MeasuredRun } from "./calibrate";

const gib = z.number().finite().nullable();
const ratio = z.number().gt(0.05).lt(20);

const measuredSchema: z.ZodType<MeasuredRun> = z.object({
  weightsGib: gib,
  activationsGib: gib,
  cudaGraphsGib: gib,
  kvAvailableGib: gib,
  peakGib: gib,
});

const factorsSchema: z.ZodType<Calibration> = z.object({
  weights: ratio,
  activations: ratio,
  cudaGraphs: ratio,
  runtimeOffsetGib: z.number().gt(-1000).lt(1000),
  peak: ratio,
});

/** A stored calibration in today's shape; null for any other, and for factors that no run of the same model gives. */
export function calibrationRecord(
  measured: unknown,
  factors: unknown,
): { readonly measured: MeasuredRun; readonly factors: Calibration } | null {
  const [run, refit] = [measuredSchema.safeParse(measured), factorsSchema.safeParse(factors)];
  return run.success && refit.success ? { measured: run.data, factors: refit.data } : null;
}

/** A server prints its weights or what is left for the cache; everything else is measured by its peak. */
export function measures(measured: MeasuredRun, pooled: boolean): boolean {
  return pooled ? measured.weightsGib !== null || measured.kvAvailableGib !== null : measured.peakGib !== null;
}
