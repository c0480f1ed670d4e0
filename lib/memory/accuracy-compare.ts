import { cardIdOf, type MeasuredCase } from "./accuracy-request";
import { askableOf, numberOf } from "./accuracy-serving";
import type { Estimate, Range } from "./answer";

export interface Compared {
  readonly field: string;
  readonly measured: number;
  readonly estimated: number;
  readonly range: Range | null;
}

export interface Verdicts {
  readonly wrongFits: string[];
  readonly wrongRefusals: string[];
}

const GIB = 1024 ** 3;

/** Every figure that the source states and the estimate answers: weights, cache, printed line, peak, verdict. */
export function compareServing(c: MeasuredCase, answer: Estimate, verdicts: Verdicts): Compared[] {
  const { perGpu, kv } = answer;
  if (perGpu === null) return [];
  const found: Compared[] = [];
  const add = (field: string, measured: number | null, estimated: number | null, range: Range | null = null) => {
    if (measured !== null && measured > 0 && estimated !== null) found.push({ field, measured, estimated, range });
  };
  const askable = askableOf(c);
  const weights = askable.weights ? numberOf(c.weights_gib_per_gpu) : null;
  add("weights", weights, perGpu.weightsGib);
  add(isPlain(c) ? "weights16or32Bit" : "weightsQuantised", weights, perGpu.weightsGib);
  if (kv === null) return found;
  if (c.check_independent === true) {
    add("logicalBytesPerToken", uniformCheck(c, answer), kv.logicalBytesPerTokenPerGpu);
  }
  const graphs =
    (c.flags as Record<string, unknown> | null)?.enforce_eager === true ? null : numberOf(c.cuda_graph_actual_gib);
  if (answer.perGpu !== null && answer.perGpu.cudaGraphsGib > 0) add("cudaGraphs", graphs, answer.perGpu.cudaGraphsGib);
  compareGeometry(c, answer, add);
  comparePeakOf(c, answer, add);
  if (!askable.budget) return found;
  const pool = numberOf(c.kv_available_gib);
  if (numberOf(c.pp) === 1) add("kvAvailable", pool, kv.poolGib.expected, kv.poolGib);
  add("tokens", numberOf(c.kv_tokens), kv.printedTokens);
  add("concurrency", numberOf(c.max_concurrency_x), kv.maxConcurrencyAtMaxLen);
  judge(c, answer, verdicts);
  return found;
}

function judge(c: MeasuredCase, answer: Estimate, verdicts: Verdicts): void {
  if (c.oom === true && answer.verdict === "fits") verdicts.wrongFits.push(String(c.id));
  if (c.oom === false && answer.verdict === "does-not-fit") verdicts.wrongRefusals.push(String(c.id));
}

const isPlain = (c: MeasuredCase): boolean =>
  /^(bf16|fp16|fp32|f16)(\/fp16|\/bf16| gguf)?$/i.test(String(c.weight_format));

type Add = (field: string, measured: number | null, estimated: number | null, range?: Range | null) => void;

/** What follows from the measured pool alone: tokens, the cache of one longest sequence, recurrent slots. */
function compareGeometry(c: MeasuredCase, answer: Estimate, add: Add): void {
  const { kv } = answer;
  if (kv === null) return;
  const pool = numberOf(c.kv_available_gib);
  if (pool !== null && pool > 0 && numberOf(c.pp) === 1 && kv.blockBytes > 0) {
    const blocks = Math.floor((pool * GIB) / kv.blockBytes);
    const uniform = Math.floor(blocks / kv.layerGroups) * kv.blockTokens;
    const scaled = kv.blocks > 0 ? (kv.printedTokens * blocks) / kv.blocks : null;
    add("tokensWithMeasuredPool", numberOf(c.kv_tokens), kv.layerGroups > 1 ? scaled : uniform);
  }
  if (answer.plannedLoad !== null) add("kvNeeded", numberOf(c.kv_needed_gib), answer.plannedLoad.neededKvGib);
  const slots = numberOf((c.flags as Record<string, unknown> | null)?.max_mamba_cache_size);
  const states = numberOf(c.recurrent_state_gib);
  // SGLang keeps one slot more than it hands out.
  if (slots !== null) add("recurrentState", states, ((slots + 1) * kv.stateBytesPerSequencePerGpu) / GIB);
}

/** The check value of hybrid models is what the engine reserves, not what the model needs. */
function uniformCheck(c: MeasuredCase, answer: Estimate): number | null {
  const hybrid = /hybrid/.test(String(c.check_method)) || (answer.kv?.layerGroups ?? 1) > 1;
  return hybrid ? null : numberOf(c.check_kv_bytes_per_token_per_gpu);
}

/**
 * Peaks that a source prints without a pool. What PyTorch allocates holds neither the CUDA context nor freed pieces;
 * a unit that the source does not settle gives two bounds, and only what lies beyond them is an error.
 */
function comparePeakOf(c: MeasuredCase, answer: Estimate, add: Add): void {
  const { perGpu } = answer;
  const low = numberOf(c.peak_gib_low);
  const high = numberOf(c.peak_gib_high);
  if (perGpu === null || low === null || high === null) return;
  const allocated = low === high;
  const outside = allocated ? perGpu.runtimeGib : 0;
  const { peakGib, totalGib } = perGpu;
  const estimated = totalGib - outside;
  const range = { low: peakGib.low - outside, expected: estimated, high: peakGib.high - outside };
  add("peak", Math.min(high, Math.max(low, estimated)), estimated, range);
}

/** Peaks of PyTorch do not hold the CUDA context, which the estimate counts as runtime. */
export function comparePeak(c: MeasuredCase, answer: Estimate, verdicts: Verdicts): Compared[] {
  if (cardIdOf(c) !== null) judge(c, answer, verdicts);
  const low = numberOf(c.peak_gib_low);
  const high = numberOf(c.peak_gib_high);
  if (answer.perGpu === null || low === null || high === null) return [];
  const ranks = /total/.test(String(c.peak_scope)) ? (numberOf(c.gpu_count) ?? 1) : 1;
  const outside = answer.perGpu.runtimeGib;
  const { peakGib, totalGib } = answer.perGpu;
  const range = { low: peakGib.low - outside, expected: peakGib.expected - outside, high: peakGib.high - outside };
  return [{ field: "peak", measured: (low + high) / 2 / ranks, estimated: totalGib - outside, range }];
}
