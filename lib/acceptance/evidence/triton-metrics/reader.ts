import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { histogramFacts, histogramFamilies, inFirstBucket, phaseFacts } from "../metrics-histograms";
import { grownBy, labelValues, type MetricsPage, readMetricsPage, type Scrape } from "../metrics-page";
import { isWholePage, metricsWarnings, plainValue } from "../metrics-values";
import type { EvidenceReader, EvidenceWarning, Reading } from "../reader-contract";
import { unreadLine } from "../unread";

/** Histograms that a TensorRT-LLM server prints without any namespace. */
const BARE =
  /^(?:trtllm_)?(?:time_to_first_token|time_per_output_token|inter_token_latency|e2e_request_latency|request_queue_time)_seconds/;

const bare = (name: string): readonly string[] => [`trtllm_${name}_seconds`, `${name}_seconds`];
const PHASES: Readonly<Record<string, readonly string[]>> = {
  queue: bare("request_queue_time"),
  itl: bare("inter_token_latency"),
  tpot: bare("time_per_output_token"),
  e2e: bare("e2e_request_latency"),
};
/** Triton's own histogram of the first response is in ms. */
const FIRST_RESPONSE_MS = ["nv_inference_first_response_histogram_ms"];

/** Versions of a model are added. */
function byModel(scrape: Scrape, name: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const s of scrape.get(name) ?? []) {
    const model = s.labels.model ?? s.labels.model_name ?? "";
    sums.set(model, (sums.get(model) ?? 0) + s.value);
  }
  return sums;
}

/** Requests that ended, by what the server prints: Triton itself, or a server of TensorRT-LLM alone. */
const SUCCESS = ["nv_inference_request_success", "trtllm_request_success_total", "request_success_total"];

/** In the window where there are two scrapes. */
function perModel(page: MetricsPage, name: string): Map<string, number> {
  const now = byModel(page.last, name);
  if (page.first && !page.reset) {
    for (const [model, old] of byModel(page.first, name)) now.set(model, (now.get(model) ?? 0) - old);
  }
  return now;
}

/** Mean over finished requests in ms: Triton sums microseconds, so there is no tail in it. */
function means(page: MetricsPage, name: string): Record<string, Json> {
  const done = perModel(page, "nv_inference_request_success");
  const entries = [...perModel(page, name)].map(([model, us]): [string, Json] => {
    const n = done.get(model) ?? 0;
    return [model, n > 0 ? Math.round((us / n / 1_000) * 1e4) / 1e4 : null];
  });
  return Object.fromEntries(entries);
}

/** A summary's quantile as given; with several models the highest. */
function summary(page: MetricsPage, quantile: number): Json {
  const series = page.last.get("nv_inference_request_summary_us") ?? [];
  const values = series.filter((s) => Number(s.labels.quantile) === quantile).map((s) => s.value);
  return values.length === 0 || values.some(Number.isNaN) ? null : plainValue(Math.max(...values));
}

function failuresByReason(page: MetricsPage): Record<string, number> {
  const by: Record<string, number> = {};
  for (const s of page.last.get("nv_inference_request_failure") ?? []) {
    const reason = s.labels.reason ?? "";
    by[reason] = (by[reason] ?? 0) + s.value;
  }
  return by;
}

function warningsOf(failures: number | null, fragment: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (failures !== null && failures > 0) add("FAILED_REQUESTS", `${failures} requests failed`);
  if (fragment) add("FRAGMENT", "no counter of requests: only a part of the page");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const page = readMetricsPage(cleaned);
  const families = histogramFamilies(page).filter((f) => f.name.startsWith("nv_") || BARE.test(f.name));
  const first = inFirstBucket(families);
  const success = SUCCESS.find((n) => page.last.has(n));
  // A server of TensorRT-LLM counts no failures.
  const failures =
    grownBy(page, "nv_inference_request_failure") ?? (success === undefined || success === SUCCESS[0] ? 0 : null);
  const fragment = success === undefined;
  return {
    tool: BARE.test(families[0]?.name ?? "") ? "tensorrt-llm" : "triton",
    toolVersion: null,
    facts: {
      // A quantile of NaN is no sample: the window had no request in it.
      samples: page.page.samples.filter((s) => !Number.isNaN(s.value)).length,
      scrapes: page.scrapes,
      models: labelValues(page, "model", "model_name"),
      success: Object.fromEntries(success === undefined ? [] : perModel(page, success)),
      failures,
      failures_by_reason: failuresByReason(page),
      mean_request_ms: means(page, "nv_inference_request_duration_us"),
      mean_queue_ms: means(page, "nv_inference_queue_duration_us"),
      p50_us: summary(page, 0.5),
      p95_us: summary(page, 0.95),
      p99_us: summary(page, 0.99),
      histograms: histogramFacts(families),
      latency_ms: {
        ...Object.fromEntries(Object.entries(PHASES).map(([phase, names]) => [phase, phaseFacts(families, names)])),
        ttft: phaseFacts(families, bare("time_to_first_token")) ?? phaseFacts(families, FIRST_RESPONSE_MS, 1),
      },
      fragment,
      in_first_bucket: first,
    },
    unread: page.unread.map(unreadLine),
    warnings: [...metricsWarnings(page, families, first.length), ...warningsOf(failures, fragment)],
    complete: !fragment && isWholePage(page, families),
  };
}

function recognise(text: string): number {
  if (/^[ \t]*(?:# )?(?:(?:HELP|TYPE) )?nv_(?:inference|gpu|cache|model|cpu|pinned|energy)_\w+(?:\{| \S)/m.test(text))
    return 0.95;
  return /^[ \t]*(?:# )?(?:(?:HELP|TYPE) )?(?:trtllm_)?(?:time_to_first_token|time_per_output_token|inter_token_latency|e2e_request_latency|request_queue_time)_seconds/m.test(
    text,
  )
    ? 0.8
    : 0;
}

/** `/metrics` of Triton Inference Server, and what its TensorRT-LLM backend prints beside it. */
export const reader: EvidenceReader = { format: "triton-metrics", recognise, read };
