import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { scanJson } from "../json-values";
import { earlier } from "../payloads";
import { type Fields, fieldAt, isFields, numberAt } from "../perf-json";
import { round } from "../perf-metrics";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";

/** Times are in seconds; `normalized_time_per_output_token` is the whole latency over the output, not the gap. */
const TIMES: Readonly<Record<string, string>> = {
  e2e_s: "request_latency",
  ttft_s: "time_to_first_token",
  tpot_s: "time_per_output_token",
  itl_s: "inter_token_latency",
  normalized_tpot_s: "normalized_time_per_output_token",
};
const STATISTICS: Readonly<Record<string, readonly string[]>> = {
  mean: ["mean"],
  p50: ["p50", "median"],
  p90: ["p90"],
  p95: ["p95"],
  p99: ["p99"],
};

const isReport = (value: unknown): value is Fields =>
  isFields(value) && isFields(value.load_summary) && isFields(value.successes);

const rounded = (value: number | null, decimals = 6): number | null => (value === null ? null : round(value, decimals));

function timesOf(report: Fields): Record<string, Json> {
  const facts: Record<string, Json> = {};
  for (const [fact, name] of Object.entries(TIMES)) {
    const found = fieldAt(report, "successes", "latency", name);
    for (const [statistic, keys] of Object.entries(STATISTICS)) {
      const value = keys.map((k) => numberAt(found, k)).find((v) => v !== null) ?? null;
      facts[`${fact}_${statistic}`] = rounded(value);
    }
  }
  return facts;
}

function factsOf(report: Fields): Record<string, Json> {
  const requests = numberAt(report, "load_summary", "count");
  const successes = numberAt(report, "successes", "count");
  const rps = numberAt(report, "successes", "throughput", "requests_per_sec");
  const throughput = (key: string) => rounded(numberAt(report, "successes", "throughput", key), 2);
  return {
    requests,
    successes,
    failures: numberAt(report, "failures", "count"),
    success_rate: requests !== null && requests > 0 && successes !== null ? round(successes / requests) : null,
    ...timesOf(report),
    rps: rounded(rps),
    input_tps: throughput("input_tokens_per_sec"),
    output_tps: throughput("output_tokens_per_sec"),
    total_tps: throughput("total_tokens_per_sec"),
    duration_s: rps !== null && rps > 0 && successes !== null ? round(successes / rps, 1) : null,
    requested_rps: rounded(numberAt(report, "load_summary", "requested_rate")),
    achieved_rps: rounded(numberAt(report, "load_summary", "achieved_rate")),
  };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const number = (key: string) => (typeof facts[key] === "number" ? facts[key] : null);
  const [asked, done, failed] = [number("requests"), number("successes"), number("failures")];
  if (failed !== null && failed > 0) add("FAILED_REQUESTS", `${failed} of ${asked ?? "unknown"} requests failed`);
  if (done === 0) add("NOTHING_COMPLETED", "no request completed");
  if (asked !== null && done !== null && done + (failed ?? 0) !== asked) {
    const message = `${asked} requests sent, ${done} succeeded, ${failed ?? "no count of"} failed`;
    add(done + (failed ?? 0) > asked ? "INCONSISTENT" : "LOST_REQUESTS", message);
  }
  return list;
}

function read(text: string, cleaned: CleanedText): Reading {
  const scan = scanJson(text);
  const reports = scan.payloads.map((p) => p.value).filter(isReport);
  const last = reports.at(-1);
  const parsed = !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.value !== null);
  const outside = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
  const facts = factsOf(last && !scan.truncated ? last : {});
  const cut = !last || scan.truncated;
  const warnings = cut
    ? [{ code: "TRUNCATED", message: "the file ends before its last value does: nothing in it is judged" }]
    : warningsOf(facts);
  const missing = ["requests", "successes", "failures"].filter((key) => facts[key] === null);
  if (!cut && missing.length > 0) warnings.push({ code: "INCOMPLETE", message: `not there: ${missing.join(", ")}` });
  return {
    tool: "inference-perf",
    toolVersion: null,
    facts: { ...facts, well_formed: parsed && scan.payloads.every((p) => p.strict) },
    unread: outside.filter((l) => !isPrompt(l.text)).map(unreadLine),
    warnings,
    complete: !cut && parsed && missing.length === 0,
    others: earlier(reports).map(factsOf),
  };
}

function recognise(text: string): number {
  const marks = [/"load_summary"\s*:/, /"successes"\s*:\s*\{/, /"failures"\s*:\s*\{/];
  const found = marks.filter((m) => m.test(text)).length;
  return found < 2 ? 0 : 0.35 + 0.2 * found;
}

/** inference-perf's life-cycle summary, of the run or of one stage. */
export const reader: EvidenceReader = { format: "inference-perf", recognise, read };
