import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { scanJson } from "../json-values";
import { earlier } from "../payloads";
import { type Fields, isFields, textAt } from "../perf-json";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";
import { benchmarkFacts } from "./benchmarks";

const isReport = (value: unknown): value is Fields => isFields(value) && Array.isArray(value.benchmarks);

const p95 = (point: Facts): number => {
  const found = isFields(point.ttft_ms) ? point.ttft_ms.p95 : null;
  return typeof found === "number" ? found : -1;
};
const rank = (point: Facts): number => (typeof point.success_rate === "number" ? point.success_rate : 0);

/** The rate at which most requests fail; among equals the one with the longest tail. */
function worstOf(points: readonly Facts[]): Json {
  const [first, ...rest] = points;
  if (!first) return null;
  const worst = rest.reduce((a, b) => (rank(b) < rank(a) || (rank(b) === rank(a) && p95(b) > p95(a)) ? b : a), first);
  return {
    rate: worst.rate ?? null,
    success_rate: worst.success_rate ?? null,
    p95: p95(worst) < 0 ? null : p95(worst),
  };
}

function factsOf(report: Fields): { facts: Record<string, Json>; points: Facts[] } {
  const points = (Array.isArray(report.benchmarks) ? report.benchmarks : []).filter(isFields).map(benchmarkFacts);
  const only = points.length === 1 ? points[0] : undefined;
  // Which of several rates is the accepted one no file says: their figures stand apart, and none is the answer.
  const top: Facts = only ?? Object.fromEntries(Object.keys(benchmarkFacts({})).map((key) => [key, null]));
  return { facts: { ...top, benchmarks: points.length, points, worst: worstOf(points) }, points };
}

function warningsOf(points: readonly Facts[]): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (points.length > 1) add("SEVERAL_RATES", `${points.length} rates in one file: which of them is the accepted one?`);
  for (const point of points) {
    const at = point.rate === null ? "" : ` at rate ${point.rate}`;
    const count = (key: string) => (typeof point[key] === "number" ? point[key] : 0);
    if (count("errored") > 0)
      add("FAILED_REQUESTS", `${count("errored")} requests failed${at}: they are not in the latencies`);
    if (count("incomplete") > 0) add("UNFINISHED_REQUESTS", `${count("incomplete")} requests did not finish${at}`);
    if (point.successful === 0) add("NOTHING_COMPLETED", `no request completed${at}`);
    const sum = count("successful") + count("errored") + count("incomplete");
    if (point.total !== null && point.total !== sum)
      add("INCONSISTENT", `${sum} requests counted of ${point.total}${at}`);
  }
  return list;
}

function read(text: string, cleaned: CleanedText): Reading {
  const scan = scanJson(text);
  const reports = scan.payloads.map((p) => p.value).filter(isReport);
  const last = reports.at(-1);
  const parsed = !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.value !== null);
  const wellFormed = parsed && scan.payloads.every((p) => p.strict);
  const outside = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
  const unread = outside.filter((l) => !isPrompt(l.text)).map(unreadLine);
  const { facts, points } = factsOf(last && !scan.truncated ? last : {});
  const warnings = warningsOf(points);
  if (!last || scan.truncated) {
    warnings.unshift({
      code: "TRUNCATED",
      message: "the file ends before its last value does: nothing in it is judged",
    });
  }
  const counted = points.length > 0 && points.every((p) => p.total !== null && p.total !== 0);
  if (last && !counted)
    warnings.push({ code: "INCOMPLETE", message: "no count of requests: how many failed is unknown" });
  return {
    tool: "guidellm",
    toolVersion: last ? (textAt(last, "metadata", "guidellm_version") ?? textAt(last, "guidellm_version")) : null,
    facts: { ...facts, well_formed: wellFormed },
    unread,
    warnings,
    complete: parsed && counted,
    others: earlier(reports).map((r) => factsOf(r).facts),
  };
}

function recognise(text: string): number {
  if (!/"benchmarks"\s*:\s*\[/.test(text)) return 0;
  return /"(?:guidellm_version|request_totals|requests_made)"\s*:|"generative_benchmark"/.test(text) ? 0.95 : 0.2;
}

/** GuideLLM's `benchmarks.json`, releases 0.1 to 0.7: one benchmark for each rate. */
export const reader: EvidenceReader = { format: "guidellm", recognise, read };
