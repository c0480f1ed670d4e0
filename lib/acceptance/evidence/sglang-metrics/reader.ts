import type { CleanedText } from "../clean";
import { histogramFacts, histogramFamilies, inFirstBucket, phaseFacts } from "../metrics-histograms";
import { grownBy, labelValues, readMetricsPage, sumOf } from "../metrics-page";
import { isWholePage, metricsWarnings, valueFacts } from "../metrics-values";
import type { EvidenceReader, Reading } from "../reader-contract";
import { unreadLine } from "../unread";

/** Names by version, newest first. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  queue: ["sglang:queue_time_seconds"],
  ttft: ["sglang:time_to_first_token_seconds"],
  itl: ["sglang:inter_token_latency_seconds"],
  tpot: ["sglang:time_per_output_token_seconds"],
  e2e: ["sglang:e2e_request_latency_seconds"],
};

function read(_text: string, cleaned: CleanedText): Reading {
  const page = readMetricsPage(cleaned);
  const families = histogramFamilies(page).filter((f) => f.name.startsWith("sglang:"));
  const first = inFirstBucket(families);
  return {
    tool: "sglang",
    toolVersion: null,
    facts: {
      samples: page.page.samples.length,
      scrapes: page.scrapes,
      models: labelValues(page, "model_name"),
      histograms: histogramFacts(families),
      values: valueFacts(page, "sglang:"),
      running_total: sumOf(page.last, "sglang:num_running_reqs"),
      waiting_total: sumOf(page.last, "sglang:num_queue_reqs"),
      requests: grownBy(page, "sglang:num_requests_total"),
      aborted_requests: grownBy(page, "sglang:num_aborted_requests_total"),
      prompt_tokens: grownBy(page, "sglang:prompt_tokens_total"),
      generation_tokens: grownBy(page, "sglang:generation_tokens_total"),
      latency_ms: Object.fromEntries(
        Object.entries(PHASES).map(([phase, names]) => [phase, phaseFacts(families, names)]),
      ),
      in_first_bucket: first,
    },
    unread: page.unread.map(unreadLine),
    warnings: metricsWarnings(page, families, first.length),
    complete: isWholePage(page, families),
  };
}

function recognise(text: string): number {
  if (!text.includes("sglang:")) return 0;
  return /^[ \t]*(?:# )?(?:(?:HELP|TYPE) )?sglang:\w+(?:\{| \S)/m.test(text) ? 0.95 : 0.3;
}

/** `/metrics` of an SGLang server. */
export const reader: EvidenceReader = { format: "sglang-metrics", recognise, read };
