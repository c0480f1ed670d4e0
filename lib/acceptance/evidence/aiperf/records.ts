import type { Json } from "@/lib/digest/canonical";
import type { CleanLine } from "../clean";
import { type Fields, fieldAt, isFields, textAt } from "../perf-json";
import { round } from "../perf-metrics";
import { mean, percentile } from "../vllm-bench-json/quantiles";

export interface Records {
  readonly records: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly repeated: number;
  readonly warmup: number;
  readonly times: Readonly<Record<string, Json>>;
  /** Lines that are no JSON object of a request. */
  readonly unread: readonly CleanLine[];
}

const TIMES: Readonly<Record<string, string>> = {
  ttft_ms: "time_to_first_token",
  itl_ms: "inter_token_latency",
  e2e_ms: "request_latency",
};
const TO_MS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, ms: 1, sec: 1e3, s: 1e3 };

function parsed(text: string): Fields | null {
  if (!text.includes('"metadata"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && isFields(value.metadata) ? value : null;
  } catch {
    return null;
  }
}

function timeOf(record: Fields, name: string): number | null {
  const value = fieldAt(record, "metrics", name, "value");
  const factor = TO_MS[textAt(record, "metrics", name, "unit") ?? ""];
  return typeof value === "number" && Number.isFinite(value) && factor !== undefined ? value * factor : null;
}

function statistics(values: readonly number[]): Json {
  const at = (share: number) => {
    const found = percentile(values, share);
    return found === null ? null : round(found);
  };
  const average = mean(values);
  return average === null ? null : { avg: round(average), p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

/** One JSON object a line, one line a request; requests of the warm-up phase do not count. */
export function readRecords(lines: readonly CleanLine[]): Records {
  const good: Fields[] = [];
  const unread: CleanLine[] = [];
  const seen = new Set<string>();
  const tally = { records: 0, failed: 0, cancelled: 0, repeated: 0, warmup: 0 };
  for (const line of lines) {
    if (line.text.trim() === "") continue;
    const record = parsed(line.text);
    if (!record) {
      unread.push(line);
      continue;
    }
    const id = textAt(record, "metadata", "x_request_id");
    if (id !== null && seen.has(id)) tally.repeated += 1;
    if (id !== null) seen.add(id);
    if (textAt(record, "metadata", "benchmark_phase") === "warmup") {
      tally.warmup += 1;
      continue;
    }
    tally.records += 1;
    const cancelled = fieldAt(record, "metadata", "was_cancelled") === true;
    if (cancelled) tally.cancelled += 1;
    if (cancelled || isFields(record.error)) tally.failed += 1;
    else good.push(record);
  }
  const times = Object.fromEntries(
    Object.entries(TIMES).map(([fact, name]) => [fact, statistics(good.flatMap((r) => timeOf(r, name) ?? []))]),
  );
  return { ...tally, times, unread };
}
