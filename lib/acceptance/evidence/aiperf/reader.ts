import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { scanJson } from "../json-values";
import { earlier } from "../payloads";
import { type Fields, fieldAt, isFields, metricObjects, numberAt, textAt } from "../perf-json";
import { average, contradictions, type PerfMetrics, perfFacts, round, unknownUnits } from "../perf-metrics";
import { readPerfTables } from "../perf-tables";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { readRecords } from "./records";

const TOOL = "aiperf";

function errorsIn(summary: unknown): number | null {
  if (!Array.isArray(summary)) return null;
  return summary.reduce((sum: number, e) => sum + (numberAt(e, "count") ?? 0), 0);
}

/** Failed requests: the tool's own count, or what its list of errors adds up to. */
function failedOf(report: Fields, metrics: PerfMetrics): number | null {
  return (
    average(metrics, "error_request_count") ?? numberAt(report, "error_request_count") ?? errorsIn(report.error_summary)
  );
}

function factsOf(metrics: PerfMetrics, failed: number | null, cancelled: boolean | null): Record<string, Json> {
  const common = perfFacts(metrics);
  const done = typeof common.requests === "number" ? common.requests : null;
  const all = done === null || failed === null ? null : done + failed;
  return {
    ...common,
    failed,
    success_rate: all === null || all <= 0 || done === null ? null : round(done / all),
    duration_s: average(metrics, "benchmark_duration"),
    was_cancelled: cancelled,
  };
}

function warningsOf(metrics: PerfMetrics, facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.was_cancelled === true) add("CANCELLED", "the run was cancelled: it is no final result");
  if (typeof facts.failed === "number" && facts.failed > 0) add("FAILED_REQUESTS", `${facts.failed} requests failed`);
  if (facts.requests === 0) add("NOTHING_COMPLETED", "no request completed");
  for (const name of unknownUnits(metrics)) add("UNIT_UNKNOWN", `${name} has no unit that is known`);
  for (const message of contradictions(metrics)) add("INCONSISTENT", message);
  return list;
}

function fromReport(report: Fields): {
  facts: Record<string, Json>;
  warnings: EvidenceWarning[];
  version: string | null;
} {
  const metrics = metricObjects(report);
  const cancelled = typeof report.was_cancelled === "boolean" ? report.was_cancelled : null;
  const facts = factsOf(metrics, failedOf(report, metrics), cancelled);
  return { facts, warnings: warningsOf(metrics, facts), version: textAt(report, "aiperf_version") };
}

const isReport = (value: unknown): value is Fields =>
  isFields(value) &&
  ["request_latency", "time_to_first_token", "request_throughput", "request_count"].some(
    (k) => fieldAt(value, k, "unit") !== undefined,
  );

/** Documentation puts `//` remarks into JSON: they are taken out, and the file is not well formed. */
const REMARK = /^[ \t]*\/\/.*$/gm;

function readReport(text: string, cleaned: CleanedText): Reading {
  const plain = text.replace(REMARK, "");
  const scan = scanJson(plain);
  const reports = scan.payloads.map((p) => p.value).filter(isReport);
  const last = reports.at(-1);
  const parsed = !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.value !== null);
  const wellFormed = parsed && scan.payloads.every((p) => p.strict) && plain === text;
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
  const { facts, warnings, version } = fromReport(last);
  const unfit = warnings.some((w) => w.code === "UNIT_UNKNOWN") || facts.was_cancelled === true;
  return {
    tool: TOOL,
    toolVersion: version,
    facts: { ...facts, well_formed: wellFormed },
    unread,
    warnings,
    complete: parsed && !unfit && facts.requests !== null,
    others: earlier(reports).map((r) => fromReport(r).facts),
  };
}

function readLines(cleaned: CleanedText): Reading {
  const { records, failed, cancelled, repeated, warmup, times, unread } = readRecords(cleaned.lines);
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (failed > 0) add("FAILED_REQUESTS", `${failed} of ${records} requests failed`);
  if (repeated > 0) add("INCONSISTENT", `${repeated} requests stand twice`);
  if (cleaned.openEnd) add("MAYBE_CUT", "the last line has no line end");
  const strange = unread.filter((l) => !isPrompt(l.text));
  return {
    tool: TOOL,
    toolVersion: null,
    facts: {
      records,
      requests: records - failed,
      failed,
      cancelled,
      warmup,
      success_rate: records > 0 ? round((records - failed) / records) : null,
      ...times,
      well_formed: strange.length === 0,
    },
    unread: strange.map(unreadLine),
    warnings: list,
    complete: records > 0 && repeated === 0 && strange.length === 0 && !cleaned.openEnd,
  };
}

function readTables(cleaned: CleanedText): Reading {
  const tables = readPerfTables(cleaned.lines);
  const facts = factsOf(tables.metrics, average(tables.metrics, "error_request_count"), null);
  const warnings = warningsOf(tables.metrics, facts);
  const add = (code: string, message: string) => warnings.push({ code, message });
  if (tables.shortened) add("SHORTENED", "cells were cut on a narrow screen");
  if (tables.ragged > 0) add("RAGGED", `${tables.ragged} rows do not fit their header`);
  if (tables.repeated.length > 0) add("INCONSISTENT", `rows that stand twice: ${tables.repeated.join(", ")}`);
  if (tables.resaved) add("RESAVED", "saved again by a spreadsheet");
  const framed = /[─━]/.test(cleaned.text);
  const ended = framed ? /[└┘┴]/.test(cleaned.text) : tables.valueTables > 0 && !cleaned.openEnd && facts.rps !== null;
  if (!ended) add("TRUNCATED", "the table is cut");
  const sound = !tables.shortened && tables.ragged === 0 && tables.repeated.length === 0 && facts.requests !== null;
  const unread = tables.unread.filter((l) => !isPrompt(l.text));
  return {
    tool: TOOL,
    toolVersion: null,
    facts: { ...facts, well_formed: null },
    unread: unread.map(unreadLine),
    warnings,
    complete: ended && sound && !unread.some((l) => TROUBLE.test(l.text)),
  };
}

function read(text: string, cleaned: CleanedText): Reading {
  if (/^[ \t]*\{"metadata"\s*:/m.test(text)) return readLines(cleaned);
  return /^\s*[{[]/.test(text) || /^\{/m.test(text) ? readReport(text, cleaned) : readTables(cleaned);
}

const OWN = /"(?:was_cancelled|error_summary|aiperf_version|benchmark_duration)"\s*:/;

function recognise(text: string): number {
  if (/^[ \t]*\{"metadata"\s*:\s*\{/m.test(text) && /"(?:x_request_id|benchmark_phase|session_num)"/.test(text))
    return 0.95;
  if (/NVIDIA AIPerf/.test(text) && /[│┃]/.test(text)) return 0.95;
  if (
    /^[ \t>]*"?Metric"?[,;\t]"?(?:avg|sum)"?[,;\t]/m.test(text) &&
    /^"?(?:Time to First Token|Benchmark Duration|Error Request Count)\b/m.test(text)
  )
    return 0.95;
  const metric = /"(?:request_latency|time_to_first_token|request_throughput|request_count)"\s*:\s*\{\s*"unit"/.test(
    text,
  );
  return metric && OWN.test(text) ? 0.95 : 0;
}

/** AIPerf: `profile_export_aiperf.json` and `.csv`, `profile_export.jsonl`, or its table on the screen. */
export const reader: EvidenceReader = { format: "aiperf", recognise, read };
