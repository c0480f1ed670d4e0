import type { Json } from "@/lib/digest/canonical";
import { type EvidenceItem, numberFact, type Selection } from "./selection";

/** Tools that drive a load and print what they measured. */
export const LOAD_FORMATS = [
  "vllm-bench-json",
  "vllm-bench-text",
  "genai-perf",
  "aiperf",
  "guidellm",
  "inference-perf",
] as const;

export type Metric = "ttft" | "tpot" | "itl" | "e2el";
export type Rank = 95 | 99;

/** One result of a load test in one shape: times in ms, rates in 1/s; null for what the tool did not print. */
export interface LoadResult {
  readonly item: EvidenceItem;
  readonly asked: number | null;
  readonly completed: number | null;
  readonly failed: number | null;
  readonly requestsPerSecond: number | null;
  readonly tokensPerSecond: number | null;
  /** Requests that the tool let in at once at most; null where it set no limit or does not print it. */
  readonly mostAtOnce: number | null;
  readonly tail: (metric: Metric, rank: Rank) => number | null;
}

const isMap = (v: Json | undefined): v is { readonly [key: string]: Json } =>
  typeof v === "object" && v !== null && !Array.isArray(v);

function inside(e: EvidenceItem, key: string, name: string): number | null {
  const of = e.facts[key];
  const value = isMap(of) ? of[name] : null;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The printed percentile, or the one computed from the tool's own per-request lists. */
function benchTail(e: EvidenceItem, metric: Metric, rank: Rank): number | null {
  const key = `p${rank}_${metric}_ms`;
  return numberFact(e, key) ?? inside(e, "recomputed_from_arrays", key);
}

function ofBench(item: EvidenceItem): LoadResult {
  return {
    item,
    asked: numberFact(item, "num_prompts") ?? numberFact(item, "requested"),
    completed: numberFact(item, "completed"),
    failed: numberFact(item, "failed"),
    requestsPerSecond: numberFact(item, "request_throughput"),
    tokensPerSecond: numberFact(item, "output_throughput"),
    mostAtOnce: numberFact(item, "max_concurrency") ?? inside(item, "values", "Maximum request concurrency"),
    tail: (metric, rank) => benchTail(item, metric, rank),
  };
}

/** Reports of GenAI-Perf, AIPerf and GuideLLM: one object of statistics for each metric, in ms. */
function ofReport(item: EvidenceItem): LoadResult {
  const keys: Readonly<Record<Metric, string | null>> = { ttft: "ttft_ms", tpot: "tpot_ms", itl: null, e2el: "e2e_ms" };
  const completed = numberFact(item, "successful") ?? numberFact(item, "requests");
  const failed = numberFact(item, "errored") ?? numberFact(item, "failed");
  const unfinished = numberFact(item, "incomplete") ?? 0;
  const told = numberFact(item, "total") ?? numberFact(item, "requested");
  // AIPerf counts what it measured beside what failed; the two together are what was asked.
  const sum = item.format === "aiperf" && completed !== null && failed !== null ? completed + failed : null;
  return {
    item,
    asked: told ?? sum,
    completed,
    failed: failed === null ? null : failed + unfinished,
    requestsPerSecond: numberFact(item, "rps"),
    tokensPerSecond: numberFact(item, "output_tps"),
    mostAtOnce: numberFact(item, "concurrency"),
    // What GenAI-Perf and AIPerf name inter-token latency is the time per output token of a request: a mean over its
    // gaps. GuideLLM's is one too. A tail of means says nothing of the longest gaps.
    tail: (metric, rank) => {
      const key = metric === "tpot" && item.format !== "guidellm" ? "itl_ms" : keys[metric];
      return key === null ? null : inside(item, key, `p${rank}`);
    },
  };
}

/** inference-perf prints seconds. */
function ofInferencePerf(item: EvidenceItem): LoadResult {
  const keys: Readonly<Record<Metric, string>> = { ttft: "ttft_s", tpot: "tpot_s", itl: "itl_s", e2el: "e2e_s" };
  return {
    item,
    asked: numberFact(item, "requests"),
    completed: numberFact(item, "successes"),
    failed: numberFact(item, "failures"),
    requestsPerSecond: numberFact(item, "rps"),
    tokensPerSecond: numberFact(item, "output_tps"),
    mostAtOnce: null,
    tail: (metric, rank) => {
      const seconds = numberFact(item, `${keys[metric]}_p${rank}`);
      return seconds === null ? null : seconds * 1_000;
    },
  };
}

export function loadResultOf(item: EvidenceItem): LoadResult {
  if (item.format === "inference-perf") return ofInferencePerf(item);
  return item.format === "vllm-bench-json" || item.format === "vllm-bench-text" ? ofBench(item) : ofReport(item);
}

const isLoad = (e: EvidenceItem): boolean => (LOAD_FORMATS as readonly string[]).includes(e.format ?? "");

/** Results that count, whether anything was completed or not. */
export const allLoadResults = (selection: Selection): LoadResult[] =>
  selection.counted.filter(isLoad).map(loadResultOf);

/** Results of load tests that can be judged: whole, in the trial, with something completed. */
export const loadResults = (selection: Selection): LoadResult[] =>
  allLoadResults(selection).filter(
    (r) => (r.completed ?? 0) > 0 || (r.completed === null && r.requestsPerSecond !== null),
  );

/** A file with several results shows facts of its last one only. */
export function resultsInFile(e: EvidenceItem): number {
  return numberFact(e, "documents") ?? numberFact(e, "benchmarks") ?? numberFact(e, "blocks") ?? 1;
}

export const currentLoads = (selection: Selection): EvidenceItem[] => selection.current.filter(isLoad);
