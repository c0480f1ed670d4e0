import type { Json } from "@/lib/digest/canonical";
import { type Fields, fieldAt, isFields, numberAt, textAt } from "../perf-json";
import { round } from "../perf-metrics";

export interface Counts {
  readonly successful: number | null;
  readonly errored: number | null;
  readonly incomplete: number | null;
  readonly total: number | null;
}

/** Where the counts stand, newest release first. */
const COUNT_PATHS = [
  ["metrics", "request_totals"],
  ["request_totals"],
  ["scheduler_metrics", "requests_made"],
  ["run_stats", "requests_made"],
];

export function countsOf(benchmark: Fields): Counts {
  for (const path of COUNT_PATHS) {
    const found = fieldAt(benchmark, ...path);
    if (!isFields(found)) continue;
    const [successful, errored, incomplete] = ["successful", "errored", "incomplete"].map((k) => numberAt(found, k));
    const parts = [successful, errored, incomplete].filter((v) => v != null);
    const sum = parts.length === 0 ? null : parts.reduce((a, b) => a + b, 0);
    return {
      successful: successful ?? null,
      errored: errored ?? null,
      incomplete: incomplete ?? null,
      total: numberAt(found, "total") ?? sum,
    };
  }
  return { successful: null, errored: null, incomplete: null, total: null };
}

const STRATEGY_PATHS = [["config", "strategy"], ["args", "strategy"], ["strategy"], ["scheduler", "strategy"]];

function strategyOf(benchmark: Fields): { kind: string | null; rate: number | null } {
  for (const path of STRATEGY_PATHS) {
    const found = fieldAt(benchmark, ...path);
    if (isFields(found)) {
      return {
        kind: textAt(found, "type_") ?? textAt(found, "type"),
        rate: numberAt(found, "rate") ?? numberAt(found, "streams"),
      };
    }
  }
  return { kind: null, rate: null };
}

const distribution = (benchmark: Fields, name: string): unknown => fieldAt(benchmark, "metrics", name, "successful");

/** Percentiles over successful requests only: what failed is not in them. */
function tails(benchmark: Fields, name: string, factor = 1): Json {
  const found = distribution(benchmark, name);
  const at = (key: string, other?: string) => {
    const value = numberAt(found, "percentiles", key) ?? (other ? numberAt(found, other) : null);
    return value === null ? null : round(value * factor);
  };
  const entries = [
    ["p50", at("p50", "median")],
    ["p95", at("p95")],
    ["p99", at("p99")],
  ].filter(([, v]) => v !== null) as [string, number][];
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function meanOf(benchmark: Fields, name: string): number | null {
  const value = numberAt(distribution(benchmark, name), "mean");
  return value === null ? null : round(value);
}

const share = ({ successful, total }: Counts): number | null =>
  successful === null || total === null || total <= 0 ? null : round(successful / total);

/** One benchmark of the file: one rate. */
export function benchmarkFacts(benchmark: Fields): Record<string, Json> {
  const counts = countsOf(benchmark);
  const { kind, rate } = strategyOf(benchmark);
  return {
    strategy: kind,
    rate,
    ...counts,
    success_rate: share(counts),
    ttft_ms: tails(benchmark, "time_to_first_token_ms"),
    ttft_mean_ms: meanOf(benchmark, "time_to_first_token_ms"),
    tpot_ms: tails(benchmark, "time_per_output_token_ms"),
    itl_ms: tails(benchmark, "inter_token_latency_ms"),
    // GuideLLM gives the latency of the whole request in seconds.
    e2e_ms: tails(benchmark, "request_latency", 1_000),
    rps: meanOf(benchmark, "requests_per_second"),
    output_tps: meanOf(benchmark, "output_tokens_per_second"),
    concurrency_mean: meanOf(benchmark, "request_concurrency"),
    duration_s: numberAt(benchmark, "duration"),
  };
}
