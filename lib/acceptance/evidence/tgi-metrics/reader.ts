import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { histogramFacts, histogramFamilies, inFirstBucket, phaseFacts } from "../metrics-histograms";
import { grownBy, type MetricsPage, readMetricsPage } from "../metrics-page";
import { isWholePage, metricsWarnings, plainValue, valueFacts } from "../metrics-values";
import type { EvidenceReader, Reading } from "../reader-contract";
import { unreadLine } from "../unread";

/** TGI exposes no time to first token: the queue and the first token's inference are all that is known of it. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  queue: ["tgi_request_queue_duration"],
  inference: ["tgi_request_inference_duration"],
  tpot: ["tgi_request_mean_time_per_token_duration"],
  e2e: ["tgi_request_duration"],
};

/** Old releases print summaries: a quantile is taken as it is given, never interpolated. */
function summaryQuantile(page: MetricsPage, quantile: number): Json {
  const series = page.last.get("tgi_request_duration") ?? [];
  const found = series.find((s) => Number(s.labels.quantile) === quantile);
  return found ? plainValue(found.value) : null;
}

function failedRequests(page: MetricsPage): number | null {
  const [asked, done] = [grownBy(page, "tgi_request_count"), grownBy(page, "tgi_request_success")];
  return asked === null || done === null ? null : asked - done;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const page = readMetricsPage(cleaned);
  const families = histogramFamilies(page).filter((f) => f.name.startsWith("tgi_"));
  const first = inFirstBucket(families);
  const failed = failedRequests(page);
  const warnings = metricsWarnings(page, families, first.length);
  if (failed !== null && failed > 0) {
    warnings.push({ code: "FAILED_REQUESTS", message: `${failed} requests did not succeed` });
  }
  return {
    tool: "text-generation-inference",
    toolVersion: null,
    facts: {
      samples: page.page.samples.length,
      scrapes: page.scrapes,
      histograms: histogramFacts(families),
      values: valueFacts(page, "tgi_", ["tgi_batch_inference_count"]),
      requests: grownBy(page, "tgi_request_count"),
      failed_requests: failed,
      p50: summaryQuantile(page, 0.5),
      p95: summaryQuantile(page, 0.95),
      p99: summaryQuantile(page, 0.99),
      batches: grownBy(page, "tgi_batch_inference_count"),
      latency_ms: Object.fromEntries(
        Object.entries(PHASES).map(([phase, names]) => [phase, phaseFacts(families, names)]),
      ),
      in_first_bucket: first,
    },
    unread: page.unread.map(unreadLine),
    warnings,
    complete: isWholePage(page, families),
  };
}

function recognise(text: string): number {
  if (!text.includes("tgi_")) return 0;
  return /^[ \t]*(?:# )?(?:(?:HELP|TYPE) )?tgi_\w+(?:\{| \S)/m.test(text) ? 0.95 : 0.3;
}

/** `/metrics` of Text Generation Inference (and TGIS), old releases with summaries. */
export const reader: EvidenceReader = { format: "tgi-metrics", recognise, read };
