import type { Json } from "@/lib/digest/canonical";
import { isNullLike } from "./cell-values";

/** One measured thing: its unit as printed and its statistics as printed (`avg`, `min`, `p95` …). */
export interface PerfMetric {
  readonly unit: string | null;
  readonly statistics: Readonly<Record<string, number>>;
}
export type PerfMetrics = ReadonlyMap<string, PerfMetric>;

const TO_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  nanoseconds: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  microseconds: 1e-3,
  ms: 1,
  milliseconds: 1,
  s: 1e3,
  sec: 1e3,
  secs: 1e3,
  second: 1e3,
  seconds: 1e3,
};

export const round = (value: number, decimals = 6): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** `Time To First Token (ms)` and `time_to_first_token` are one name. */
export function metricName(label: string): { name: string; unit: string | null } {
  const [, words = label, unit] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(label) ?? [];
  const name = words
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return { name, unit: unit?.trim() || null };
}

const STATISTIC = /^(?:avg|mean|median|min|max|std|sum|p\d{1,2}(?:\.\d+)?)$/;
export const isStatistic = (word: string): boolean => STATISTIC.test(word.trim());

/** A printed number with thousands separators; null for what is no number. */
export function printedNumber(cell: string, decimalComma = false): number | null {
  const text = cell.trim();
  if (isNullLike(text)) return null;
  const plain = decimalComma ? text.replaceAll(".", "").replace(",", ".") : text.replace(/,(?=\d{3}(?:\D|$))/g, "");
  return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Statistics of a time in ms, whatever its unit; null where it is not there or its unit is not known. */
export function timeFact(metrics: PerfMetrics, ...names: readonly string[]): Json {
  for (const name of names) {
    const metric = metrics.get(name);
    if (!metric) continue;
    const factor = TO_MS[(metric.unit ?? "").toLowerCase()];
    if (factor === undefined) return null;
    const entries = Object.entries(metric.statistics).map(([key, v]): [string, Json] => [key, round(v * factor)]);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
  return null;
}

export function average(metrics: PerfMetrics, ...names: readonly string[]): number | null {
  for (const name of names) {
    const found = metrics.get(name)?.statistics;
    if (found) return found.avg ?? found.mean ?? null;
  }
  return null;
}

const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : round(value, decimals);

/** Times whose unit no one knows: such figures are no figures. */
export function unknownUnits(metrics: PerfMetrics): string[] {
  return [...metrics]
    .filter(([name]) => /(?:latency|token|duration)$/.test(name) && /time_to|latency|duration/.test(name))
    .filter(([, m]) => TO_MS[(m.unit ?? "").toLowerCase()] === undefined)
    .map(([name]) => name);
}

/** What GenAI-Perf and AIPerf call by the same names. */
export function perfFacts(metrics: PerfMetrics): Record<string, Json> {
  return {
    ttft_ms: timeFact(metrics, "time_to_first_token", "time_to_first_output_token"),
    second_token_ms: timeFact(metrics, "time_to_second_token"),
    itl_ms: timeFact(metrics, "inter_token_latency"),
    e2e_ms: timeFact(metrics, "request_latency"),
    rps: rounded(average(metrics, "request_throughput"), 6),
    output_tps: rounded(average(metrics, "output_token_throughput"), 2),
    output_tps_per_user: rounded(average(metrics, "output_token_throughput_per_user"), 2),
    input_tokens_avg: rounded(average(metrics, "input_sequence_length"), 2),
    output_tokens_avg: rounded(average(metrics, "output_sequence_length"), 2),
    requests: average(metrics, "request_count"),
  };
}

/** Means that lie outside what they are the mean of, and tails that do not rise. */
export function contradictions(metrics: PerfMetrics): string[] {
  const found: string[] = [];
  for (const [name, { statistics: s }] of metrics) {
    const mean = s.avg ?? s.mean;
    if (
      mean !== undefined &&
      ((s.max !== undefined && mean > s.max * 1.000_001) || (s.min !== undefined && mean < s.min * 0.999_999))
    )
      found.push(`mean of ${name} lies outside its range`);
    const tails = [s.p50 ?? s.median, s.p75, s.p90, s.p95, s.p99, s.max].filter((v) => v !== undefined);
    if (tails.some((v, i) => i > 0 && v < (tails[i - 1] ?? v))) found.push(`tails of ${name} do not rise`);
  }
  return found;
}
