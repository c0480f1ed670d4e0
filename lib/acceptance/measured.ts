import type { Estimate } from "@/lib/memory/answer";
import { type EvidenceItem, numbersFact, type Selection } from "./selection";
import { startLogs } from "./start-logs";

export interface Comparison {
  readonly what: "weights" | "kv-cache" | "kv-tokens" | "activations" | "cuda-graphs";
  readonly unit: "GiB" | "tokens";
  readonly estimated: number | null;
  readonly measured: number;
  /** Measured over estimated; null where nothing was estimated. */
  readonly ratio: number | null;
  readonly evidenceId: string;
}

/** The busiest worker decides memory; the smallest cache decides room. */
const ROWS = [
  { what: "weights", unit: "GiB", key: "model_weights_gib", pick: Math.max },
  { what: "activations", unit: "GiB", key: "activation_peak_gib", pick: Math.max },
  { what: "cuda-graphs", unit: "GiB", key: "cuda_graphs_gib", pick: Math.max },
  { what: "kv-cache", unit: "GiB", key: "available_kv_cache_gib", pick: Math.min },
  { what: "kv-tokens", unit: "tokens", key: "kv_cache_tokens", pick: Math.min },
  { what: "kv-tokens", unit: "tokens", key: "kv_tokens_from_blocks", pick: Math.min },
] as const;

function estimatedOf(estimate: Estimate | null, what: Comparison["what"]): number | null {
  const { perGpu, kv } = estimate ?? { perGpu: null, kv: null };
  if (what === "weights") return perGpu?.weightsGib ?? null;
  if (what === "activations") return perGpu?.activationsGib ?? null;
  if (what === "cuda-graphs") return perGpu?.cudaGraphsGib ?? null;
  return (what === "kv-cache" ? perGpu?.kvCacheGib : kv?.printedTokens) ?? null;
}

function rowsOf(estimate: Estimate | null, e: EvidenceItem): Comparison[] {
  return ROWS.flatMap(({ what, unit, key, pick }): Comparison[] => {
    const values = numbersFact(e, key);
    if (values.length === 0) return [];
    const measured = pick(...values);
    const estimated = estimatedOf(estimate, what);
    const ratio = estimated === null || estimated === 0 ? null : measured / estimated;
    return [{ what, unit, estimated, measured, ratio, evidenceId: e.id }];
  });
}

/** Estimate against measurement, for each start-up log that counts. */
export function estimateAgainstMeasured(estimate: Estimate | null, selection: Selection): Comparison[] {
  return startLogs(selection.counted).flatMap((e) => rowsOf(estimate, e));
}
