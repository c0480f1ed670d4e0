import { GIB } from "@/lib/units/bytes";
import type { Estimate, KvAnswer, PerGpu, Range } from "./answer";
import { correctedLines, judgedAgain, loadAgain } from "./calibrated-parts";
import type { EstimateRequest } from "./schema";

/** What one start or run was seen to take on its busiest card; null where it was not printed. GiB. */
export interface MeasuredRun {
  readonly weightsGib: number | null;
  readonly activationsGib: number | null;
  readonly cudaGraphsGib: number | null;
  readonly kvAvailableGib: number | null;
  readonly peakGib: number | null;
}

/**
 * How the parts of one model on one engine differ from their estimate. Ratios multiply, the offset adds to the runtime;
 * 1 and 0 leave a part as it was estimated.
 */
export interface Calibration {
  readonly weights: number;
  readonly activations: number;
  readonly cudaGraphs: number;
  readonly runtimeOffsetGib: number;
  /** For runs without a cache: the whole peak. */
  readonly peak: number;
}

export const UNCALIBRATED: Calibration = { weights: 1, activations: 1, cudaGraphs: 1, runtimeOffsetGib: 0, peak: 1 };

/** Anything that answers a request: the estimate itself, or one that a measurement has refitted. */
export type Estimator = (request: EstimateRequest) => Estimate;

export interface MeasuredRow {
  readonly what: "weights" | "activations" | "cudaGraphs" | "kvCache" | "peak";
  readonly estimatedGib: number;
  readonly measuredGib: number;
}

/** Estimated beside measured, for every part that the run printed. */
export function besideMeasured({ perGpu, kv }: Estimate, measured: MeasuredRun): MeasuredRow[] {
  if (perGpu === null) return [];
  const rows: [MeasuredRow["what"], number, number | null][] = [
    ["weights", perGpu.weightsGib, measured.weightsGib],
    ["activations", perGpu.activationsGib, measured.activationsGib],
    ["cudaGraphs", perGpu.cudaGraphsGib, measured.cudaGraphsGib],
    ["kvCache", kv?.poolGib.expected ?? perGpu.kvCacheGib, measured.kvAvailableGib],
    ["peak", perGpu.totalGib, measured.peakGib],
  ];
  return rows.flatMap(([what, estimatedGib, measuredGib]) =>
    measuredGib === null ? [] : [{ what, estimatedGib, measuredGib }],
  );
}

/** Refits the parts to a run with the same settings as the estimate. What it did not print stays as estimated. */
export function calibrationFrom(answer: Estimate, measured: MeasuredRun): Calibration {
  const { perGpu, kv } = answer;
  if (perGpu === null) return UNCALIBRATED;
  const ratio = (seen: number | null, estimated: number) => (seen === null || estimated <= 0 ? 1 : seen / estimated);
  const weights = ratio(measured.weightsGib, perGpu.weightsGib);
  const activations = ratio(measured.activationsGib, perGpu.activationsGib);
  const cudaGraphs = ratio(measured.cudaGraphsGib, perGpu.cudaGraphsGib);
  const moved = (weights - 1) * perGpu.weightsGib + (activations - 1) * perGpu.activationsGib;
  // What the pool lost and no printed part explains is the engine's own memory.
  const lost =
    kv === null || measured.kvAvailableGib === null ? 0 : kv.poolGib.expected - measured.kvAvailableGib - moved;
  const pooled = kv !== null && kv.blocks > 0;
  return {
    weights,
    activations,
    cudaGraphs,
    runtimeOffsetGib: lost,
    peak: pooled ? 1 : ratio(measured.peakGib, perGpu.totalGib),
  };
}

/** Beyond a measured run of the same model and engine nine of ten lie within this of it. */
const POOL_SPREAD = { share: 0.005, gib: 0.1 };
const PEAK_SPREAD = 0.03;

/** The estimate with its parts refitted and its range narrowed. An answer without figures stays as it is. */
export function calibrated(answer: Estimate, calibration: Calibration): Estimate {
  const { perGpu, kv } = answer;
  if (perGpu === null) return answer;
  if (kv === null || kv.blocks === 0) return calibratedPeak(answer, perGpu, calibration);
  const weightsGib = perGpu.weightsGib * calibration.weights;
  const activationsGib = perGpu.activationsGib * calibration.activations;
  const runtimeGib = Math.max(0, perGpu.runtimeGib + calibration.runtimeOffsetGib);
  const cudaGraphsGib = perGpu.cudaGraphsGib * calibration.cudaGraphs;
  const taken =
    weightsGib - perGpu.weightsGib + activationsGib - perGpu.activationsGib + runtimeGib - perGpu.runtimeGib;
  const cache = withPool(kv, kv.poolGib.expected - taken);
  const kvCacheGib = Math.max(0, perGpu.kvCacheGib - taken);
  const parts: PerGpu = { ...perGpu, weightsGib, activationsGib, runtimeGib, cudaGraphsGib, kvCacheGib };
  const totalGib = perGpu.totalGib + (cudaGraphsGib - perGpu.cudaGraphsGib) + taken + (kvCacheGib - perGpu.kvCacheGib);
  const perGpuNow = {
    ...parts,
    totalGib,
    headroomGib: perGpu.usableGib - totalGib,
    peakGib: around(totalGib, POOL_SPREAD.share),
  };
  const next = {
    ...answer,
    kv: cache,
    perGpu: perGpuNow,
    plannedLoad: loadAgain(answer.plannedLoad, cache.poolGib.expected),
    lines: correctedLines(answer.lines, perGpuNow),
  };
  return { ...next, ...judgedAgain(next) };
}

const around = (expected: number, share: number): Range => ({
  low: expected * (1 - share),
  expected,
  high: expected * (1 + share),
});

function withPool(kv: KvAnswer, pool: number): KvAnswer {
  const expected = Math.max(0, pool);
  const spread = expected * POOL_SPREAD.share + POOL_SPREAD.gib;
  const blocks = Math.floor((expected * GIB) / kv.blockBytes);
  const share = kv.blocks === 0 ? 0 : blocks / kv.blocks;
  return {
    ...kv,
    poolGib: { low: Math.max(0, expected - spread), expected, high: expected + spread },
    blocks,
    capacityTokens: Math.floor(kv.capacityTokens * share),
    printedTokens: Math.floor(kv.printedTokens * share),
    maxConcurrencyAtMaxLen: kv.maxConcurrencyAtMaxLen * share,
    maxModelLenThatFits: Math.floor(kv.maxModelLenThatFits * Math.min(1, share)),
  };
}

function calibratedPeak(answer: Estimate, perGpu: PerGpu, { peak }: Calibration): Estimate {
  const totalGib = perGpu.totalGib * peak;
  const range = around(totalGib, PEAK_SPREAD);
  const scaled = (gib: number) => gib * peak;
  const componentsGib = Object.fromEntries(
    Object.entries(perGpu.componentsGib).map(([name, gib]) => [name, scaled(gib)]),
  );
  const perGpuNow = {
    ...perGpu,
    weightsGib: scaled(perGpu.weightsGib),
    activationsGib: scaled(perGpu.activationsGib),
    runtimeGib: scaled(perGpu.runtimeGib),
    cudaGraphsGib: scaled(perGpu.cudaGraphsGib),
    kvCacheGib: scaled(perGpu.kvCacheGib),
    gradientsGib: scaled(perGpu.gradientsGib),
    optimizerGib: scaled(perGpu.optimizerGib),
    componentsGib,
    totalGib,
    headroomGib: perGpu.usableGib - totalGib,
    peakGib: range,
  };
  const next = { ...answer, perGpu: perGpuNow, lines: correctedLines(answer.lines, perGpuNow) };
  return { ...next, ...judgedAgain(next) };
}

/** Five numbers in an address: `w1.012_a0.95_g1.2_r0.3_p1`. */
export function calibrationText({ weights, activations, cudaGraphs, runtimeOffsetGib, peak }: Calibration): string {
  const short = (value: number) => String(Number(value.toFixed(5)));
  return `w${short(weights)}_a${short(activations)}_g${short(cudaGraphs)}_r${short(runtimeOffsetGib)}_p${short(peak)}`;
}

const TEXT = /^w([\d.]+)_a([\d.]+)_g([\d.]+)_r(-?[\d.]+)_p([\d.]+)$/;

/** Reads what `calibrationText` wrote; null for anything else, and for ratios that no run would give. */
export function readCalibration(text: string): Calibration | null {
  const found = TEXT.exec(text);
  if (!found) return null;
  const [weights = 0, activations = 0, cudaGraphs = 0, runtimeOffsetGib = 0, peak = 0] = found.slice(1).map(Number);
  const sane = [weights, activations, cudaGraphs, peak].every((ratio) => ratio > 0.05 && ratio < 20);
  return sane && Number.isFinite(runtimeOffsetGib) && Math.abs(runtimeOffsetGib) < 1000
    ? { weights, activations, cudaGraphs, runtimeOffsetGib, peak }
    : null;
}
