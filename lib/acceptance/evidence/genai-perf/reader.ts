import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { scanJson } from "../json-values";
import { earlier } from "../payloads";
import { type Fields, fieldAt, isFields, metricObjects, numberAt } from "../perf-json";
import { average, contradictions, type PerfMetrics, perfFacts, round, unknownUnits } from "../perf-metrics";
import { readPerfTables } from "../perf-tables";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";

const TOOL = "genai-perf";

/** Releases 24.11 and 24.12 counted output about five times: what was asked for tells. */
const OUTPUT_TOLERANCE = 1.5;

function inputFacts(input: unknown, metrics: PerfMetrics): Record<string, Json> {
  const asked = numberAt(input, "output_tokens_mean");
  const rate = average(metrics, "request_throughput");
  const streaming = fieldAt(input, "streaming");
  const implied: Record<string, Json> =
    asked === null || rate === null ? {} : { [`implied_output_tps_from_${asked}`]: round(rate * asked, 1) };
  const requested = numberAt(input, "request_count") ?? numberAt(input, "num_requests");
  return {
    requested: requested === 0 ? null : requested,
    concurrency: numberAt(input, "concurrency"),
    streaming: typeof streaming === "boolean" ? streaming : null,
    output_tokens_asked: asked,
    ...implied,
  };
}

function warningsOf(metrics: PerfMetrics, facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const number = (key: string) => (typeof facts[key] === "number" ? facts[key] : null);
  for (const name of unknownUnits(metrics)) add("UNIT_UNKNOWN", `${name} has no unit that is known`);
  for (const message of contradictions(metrics)) add("INCONSISTENT", message);
  const [asked, got] = [number("output_tokens_asked"), number("output_tokens_avg")];
  if (asked !== null && got !== null && got > asked * OUTPUT_TOLERANCE) {
    add("INCONSISTENT", `${asked} output tokens asked, ${got} counted: throughput is too high by as much`);
  }
  const [requested, requests] = [number("requested"), number("requests")];
  if (requested !== null && requests !== null && requests < requested) {
    add("LOST_REQUESTS", `${requested} requests asked, ${requests} counted`);
  }
  if (requests === null) add("COUNT_UNKNOWN", "no count of requests: the size of the sample is unknown");
  const [ttft, e2e] = [average(metrics, "time_to_first_token"), average(metrics, "request_latency")];
  if (ttft !== null && e2e !== null && ttft >= e2e * 0.999) {
    add("NOT_STREAMING", "the first token comes with the last one: the answer was not streamed");
  }
  return list;
}

const measured = (facts: Facts): boolean => facts.ttft_ms !== null || facts.e2e_ms !== null;

function fromReport(report: Fields): { facts: Record<string, Json>; warnings: EvidenceWarning[] } {
  const metrics = metricObjects(report);
  const facts = { ...perfFacts(metrics), ...inputFacts(report.input_config, metrics) };
  return { facts, warnings: warningsOf(metrics, facts) };
}

const isReport = (value: unknown): value is Fields =>
  isFields(value) &&
  (fieldAt(value, "request_latency", "unit") ?? fieldAt(value, "time_to_first_token", "unit")) !== undefined;

function readJson(text: string, cleaned: CleanedText): Reading {
  const scan = scanJson(text);
  const reports = scan.payloads.map((p) => p.value).filter(isReport);
  const last = reports.at(-1);
  const wellFormed = !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.strict);
  const outside = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
  const unread = outside.filter((l) => !isPrompt(l.text)).map(unreadLine);
  if (!last || scan.truncated) {
    const warnings = [
      { code: "TRUNCATED", message: "the file ends before its last value does: nothing in it is judged" },
    ];
    return {
      tool: TOOL,
      toolVersion: null,
      facts: { well_formed: wellFormed, requests: null },
      unread,
      warnings,
      complete: false,
    };
  }
  const { facts, warnings } = fromReport(last);
  return {
    tool: TOOL,
    toolVersion: null,
    facts: { ...facts, well_formed: wellFormed },
    unread,
    warnings,
    complete: wellFormed && measured(facts) && !warnings.some((w) => w.code === "UNIT_UNKNOWN"),
    others: earlier(reports).map((r) => fromReport(r).facts),
  };
}

function readTables(cleaned: CleanedText): Reading {
  const tables = readPerfTables(cleaned.lines);
  const facts = { ...perfFacts(tables.metrics), ...inputFacts(null, tables.metrics) };
  const warnings = warningsOf(tables.metrics, facts);
  const add = (code: string, message: string) => warnings.push({ code, message });
  if (tables.resaved) add("RESAVED", "saved again by a spreadsheet");
  if (tables.repeated.length > 0) add("INCONSISTENT", `rows that stand twice: ${tables.repeated.join(", ")}`);
  if (tables.ragged > 0) add("RAGGED", `${tables.ragged} rows do not fit their header`);
  if (tables.shortened) add("SHORTENED", "cells were cut on a narrow screen");
  const framed = cleaned.text.includes("─") || cleaned.text.includes("━");
  const ended = framed ? /[└┘┴]/.test(cleaned.text) : tables.valueTables > 0 && !cleaned.openEnd && facts.rps !== null;
  if (!ended) add("TRUNCATED", "the table of throughput is missing or cut");
  const sound =
    tables.repeated.length === 0 &&
    tables.ragged === 0 &&
    !tables.shortened &&
    unknownUnits(tables.metrics).length === 0;
  return {
    tool: TOOL,
    toolVersion: null,
    facts: { ...facts, well_formed: null },
    unread: tables.unread.filter((l) => !isPrompt(l.text)).map(unreadLine),
    warnings,
    complete: ended && sound && measured(facts),
  };
}

const read = (text: string, cleaned: CleanedText): Reading =>
  /^\s*[{[]/.test(text) || /^\{/m.test(text) ? readJson(text, cleaned) : readTables(cleaned);

/** What only AIPerf prints: its reader takes those. */
const AIPERF =
  /"(?:was_cancelled|error_summary|aiperf_version|schema_version|benchmark_duration)"\s*:|NVIDIA AIPerf|^"?(?:Time to First Token|Benchmark Duration|Error Request Count)\b/m;

function recognise(text: string): number {
  if (AIPERF.test(text)) return 0.2;
  if (/GenAI-Perf/i.test(text) && /[│┃]/.test(text)) return 0.9;
  if (/^[ \t>]*"?(?:Metric|Statistic)"?[,;\t]"?avg"?[,;\t]/m.test(text) && /Token|Request/.test(text)) return 0.9;
  if (!/^[^{[]{0,2000}[{[]/.test(text)) return 0;
  const marks = ["request_latency", "time_to_first_token", "request_throughput", "inter_token_latency"];
  const found = marks.filter((m) => new RegExp(`"${m}"\\s*:\\s*\\{\\s*"unit"`).test(text)).length;
  return found === 0 ? 0 : Math.min(0.9, 0.45 + 0.15 * found);
}

/** GenAI-Perf: `profile_export_genai_perf` as JSON or CSV, or its table on the screen. */
export const reader: EvidenceReader = { format: "genai-perf", recognise, read };
