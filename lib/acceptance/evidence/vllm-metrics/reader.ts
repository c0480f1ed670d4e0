import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { type Family, histogramFacts, histogramFamilies, inFirstBucket, phaseFacts } from "../metrics-histograms";
import { grownBy, labelValues, type MetricsPage, readMetricsPage, sumOf } from "../metrics-page";
import { isWholePage, metricsWarnings, plainValue, valueFacts } from "../metrics-values";
import type { EvidenceReader, Facts, Reading } from "../reader-contract";
import { unreadLine } from "../unread";

/** Names by version, newest first. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  queue: ["vllm:request_queue_time_seconds"],
  prefill: ["vllm:request_prefill_time_seconds"],
  decode: ["vllm:request_decode_time_seconds"],
  ttft: ["vllm:time_to_first_token_seconds"],
  itl: ["vllm:inter_token_latency_seconds"],
  tpot: ["vllm:request_time_per_output_token_seconds", "vllm:time_per_output_token_seconds"],
  e2e: ["vllm:e2e_request_latency_seconds"],
};
const HITS = ["prefix_cache_hits", "gpu_prefix_cache_hits"].flatMap((n) => [`vllm:${n}_total`, `vllm:${n}`]);
const QUERIES = ["prefix_cache_queries", "gpu_prefix_cache_queries"].flatMap((n) => [`vllm:${n}_total`, `vllm:${n}`]);
const SUCCESS = ["vllm:request_success_total", "vllm:request_success"];
const ONLY_V0 = ["vllm:num_requests_swapped", "vllm:cpu_cache_usage_perc", "vllm:gpu_prefix_cache_hit_rate"];

const has = (page: MetricsPage, ...names: readonly string[]) => names.some((n) => page.last.has(n));

function generation(page: MetricsPage, engines: readonly string[]): string | null {
  if (has(page, ...ONLY_V0)) return "v0";
  return engines.length > 0 || has(page, "vllm:kv_cache_usage_perc", ...QUERIES) ? "v1" : null;
}

/** Finished requests by reason, in the window where there are two scrapes. */
function finished(page: MetricsPage): Json {
  const name = SUCCESS.find((n) => page.last.has(n));
  if (name === undefined) return null;
  const by: Record<string, number> = {};
  const add = (scrape: MetricsPage["last"], sign: number) => {
    for (const s of scrape.get(name) ?? []) {
      const reason = s.labels.finished_reason ?? "";
      by[reason] = (by[reason] ?? 0) + sign * s.value;
    }
  };
  add(page.last, 1);
  if (page.first && !page.reset) add(page.first, -1);
  return by;
}

function hitRate(page: MetricsPage): number | null {
  const [hits, queries] = [grownBy(page, ...HITS), grownBy(page, ...QUERIES)];
  if (hits === null || queries === null || queries <= 0) return null;
  return Math.round((hits / queries) * 1e6) / 1e6;
}

function mostUsed(page: MetricsPage): Json {
  const series = page.last.get("vllm:kv_cache_usage_perc") ?? page.last.get("vllm:gpu_cache_usage_perc") ?? [];
  return series.length === 0 ? null : plainValue(Math.max(...series.map((s) => s.value)));
}

/** Blocks of the cache and tokens in each, as the server cut them; null where engines differ. */
function cacheBlocks(page: MetricsPage): Record<string, Json> {
  const config = page.last.get("vllm:cache_config_info") ?? [];
  const of = (label: string): number | null => {
    const values = new Set(config.map((s) => s.labels[label]));
    const [only] = values;
    return values.size === 1 && only !== undefined && /^\d+$/.test(only) ? Number(only) : null;
  };
  const [blocks, size] = [of("num_gpu_blocks"), of("block_size")];
  return {
    num_gpu_blocks: blocks,
    block_size: size,
    kv_tokens_from_blocks: blocks === null || size === null ? null : blocks * size,
  };
}

function factsOf(page: MetricsPage, families: readonly Family[], first: readonly string[]): Facts {
  const engines = labelValues(page, "engine");
  return {
    samples: page.page.samples.length,
    scrapes: page.scrapes,
    models: labelValues(page, "model_name"),
    engines,
    engine_generation: generation(page, engines),
    histograms: histogramFacts(families),
    values: valueFacts(page, "vllm:", SUCCESS),
    request_success_total: finished(page),
    running_total: sumOf(page.last, "vllm:num_requests_running"),
    waiting_total: sumOf(page.last, "vllm:num_requests_waiting"),
    kv_cache_usage_max: mostUsed(page),
    ...cacheBlocks(page),
    prefix_hit_rate: hitRate(page),
    preemptions: grownBy(page, "vllm:num_preemptions_total", "vllm:num_preemptions"),
    prompt_tokens: grownBy(page, "vllm:prompt_tokens_total", "vllm:prompt_tokens"),
    generation_tokens: grownBy(page, "vllm:generation_tokens_total", "vllm:generation_tokens"),
    latency_ms: Object.fromEntries(
      Object.entries(PHASES).map(([phase, names]) => [phase, phaseFacts(families, names)]),
    ),
    in_first_bucket: first,
  };
}

const EACH_ENGINE = ["vllm:num_requests_running", "vllm:num_requests_waiting", "vllm:kv_cache_usage_perc"];

/** Gauges that some engine of the page does not have: a sum over the others would be too small. */
function gaugesWithout(page: MetricsPage): string[] {
  const engines = labelValues(page, "engine").length;
  return EACH_ENGINE.filter((name) => {
    const series = page.last.get(name);
    return series !== undefined && new Set(series.map((s) => s.labels.engine)).size < engines;
  });
}

function read(_text: string, cleaned: CleanedText): Reading {
  const page = readMetricsPage(cleaned);
  const families = histogramFamilies(page).filter((f) => f.name.startsWith("vllm:"));
  const first = inFirstBucket(families);
  const gaps = gaugesWithout(page);
  const warnings = metricsWarnings(page, families, first.length);
  if (gaps.length > 0) warnings.push({ code: "INCOMPLETE", message: `not of every engine: ${gaps.join(", ")}` });
  return {
    tool: "vllm",
    toolVersion: null,
    facts: factsOf(page, families, first),
    unread: page.unread.map(unreadLine),
    warnings,
    complete: isWholePage(page, families) && gaps.length === 0,
  };
}

function recognise(text: string): number {
  if (!text.includes("vllm:")) return 0;
  return /^[ \t]*(?:# )?(?:(?:HELP|TYPE) )?vllm:\w+(?:\{| \S)/m.test(text) ? 0.95 : 0.3;
}

/** `/metrics` of a vLLM server. Counters are since start; two scrapes in one paste give the window between them. */
export const reader: EvidenceReader = { format: "vllm-metrics", recognise, read };
