import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { scanJson } from "../json-values";
import { earlier } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, unreadLine } from "../unread";
import { fromLists } from "./lists";
import { sixDecimals } from "./quantiles";

type Result = Readonly<Record<string, unknown>>;

/** Looked for in every result: absent gives null, so that a check sees "not measured" and not silence. */
const KEYS = [
  "date",
  "backend",
  "label",
  "model_id",
  "tokenizer_id",
  "num_prompts",
  "request_rate",
  "burstiness",
  "max_concurrency",
  "duration",
  "completed",
  "failed",
  "total_input_tokens",
  "total_output_tokens",
  "request_throughput",
  "output_throughput",
  "total_token_throughput",
  "max_output_tokens_per_s",
  "max_concurrent_requests",
  ...["ttft", "tpot", "itl", "e2el"].flatMap((m) =>
    ["mean", "median", "std", "p50", "p90", "p95", "p99"].map((s) => `${s}_${m}_ms`),
  ),
];
/** Old versions write the goodput key with a colon. */
const GOODPUT = ["request_goodput", "request_goodput:"];
const OTHER_PERCENTILE = /^p\d+(?:\.\d+)?_(?:ttft|tpot|itl|e2el)_ms$/;
const NEEDED = ["num_prompts", "completed", "duration", "request_throughput", "mean_ttft_ms"];

const scalar = (value: unknown): Json =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
    ? (value as Json)
    : null;
const numberAt = (result: Result, key: string): number | null => {
  const value = result[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};
const isRecord = (value: unknown): value is Result =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isResult = (value: unknown): value is Result => isRecord(value) && "num_prompts" in value && "completed" in value;

function factsOf(result: Result): Record<string, Json> {
  const facts: Record<string, Json> = {};
  for (const key of KEYS) facts[key] = scalar(result[key]);
  for (const key of Object.keys(result)) if (OTHER_PERCENTILE.test(key)) facts[key] = scalar(result[key]);
  const goodput = GOODPUT.find((key) => key in result) ?? "request_goodput";
  facts[goodput] = scalar(result[goodput]);
  const [prompts, completed, duration, output] = ["num_prompts", "completed", "duration", "total_output_tokens"].map(
    (key) => numberAt(result, key),
  );
  const rate = (amount: number | null | undefined) =>
    amount != null && duration != null && duration > 0 ? sixDecimals(amount / duration) : null;
  facts.success_rate = prompts != null && prompts > 0 && completed != null ? sixDecimals(completed / prompts) : null;
  facts.recomputed_request_throughput = rate(completed);
  facts.recomputed_output_throughput = rate(output);
  facts.recomputed_from_arrays = fromLists(result);
  const errors = Array.isArray(result.errors) ? result.errors : null;
  const texts = errors?.filter((e) => typeof e === "string" && e !== "").length;
  // Texts found in the file: a file saved without its detail lists has none to show; whether any occurred is `failed`.
  facts.error_strings = texts ?? 0;
  facts.errors_nonempty = texts ?? null;
  return facts;
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const value = (key: string) => (typeof facts[key] === "number" ? facts[key] : null);
  const [asked, done, failed] = [value("num_prompts"), value("completed"), value("failed")];
  if (asked !== null && done !== null && done + (failed ?? 0) !== asked) {
    const message = `${asked} requests asked, ${done} completed, ${failed ?? "no count of"} failed`;
    list.push({ code: done + (failed ?? 0) > asked ? "INCONSISTENT" : "LOST_REQUESTS", message });
  }
  for (const key of ["request_throughput", "output_throughput"]) {
    const [stated, computed] = [value(key), value(`recomputed_${key}`)];
    if (stated !== null && computed !== null && Math.abs(stated - computed) > 0.01 * Math.max(stated, computed)) {
      list.push({ code: "INCONSISTENT", message: `${key} says ${stated}, count over duration gives ${computed}` });
    }
  }
  for (const m of ["ttft", "tpot", "itl", "e2el"]) {
    const [average, tail] = [value(`mean_${m}_ms`), value(`p99_${m}_ms`)];
    if (average !== null && tail !== null && average > tail) {
      list.push({ code: "INCONSISTENT", message: `mean ${m} ${average} ms is above its p99 ${tail} ms` });
    }
  }
  if (done === 0)
    list.push({ code: "NOTHING_COMPLETED", message: "no request completed: latencies of 0 mean nothing" });
  return list;
}

/** No two runs last equally long to the last digit: one result stands twice. */
function repeats(results: readonly Readonly<Record<string, unknown>>[]): boolean {
  const keys = results.map((r) => JSON.stringify([r.date, r.duration, r.completed, r.mean_ttft_ms, r.request_rate]));
  return new Set(keys).size < keys.length;
}

function read(text: string, cleaned: CleanedText): Reading {
  const scan = scanJson(text);
  const results = scan.payloads.flatMap((p) => (Array.isArray(p.value) ? p.value : [p.value]).filter(isResult));
  const last = results.at(-1);
  const wellFormed = !scan.truncated && scan.payloads.length > 0 && scan.payloads.every((p) => p.strict);
  const form = { well_formed: wellFormed, truncated: scan.truncated, documents: results.length };
  const unread = scan.outside
    .map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }))
    .filter((l) => !isPrompt(l.text))
    .map(unreadLine);
  if (last === undefined || scan.truncated) {
    return {
      tool: "vllm bench serve",
      toolVersion: null,
      facts: form,
      unread,
      warnings: [{ code: "TRUNCATED", message: "the file ends before its last value does: nothing in it is judged" }],
      complete: false,
    };
  }
  const facts = { ...factsOf(last), ...form };
  const broken = scan.payloads.some((p) => p.value === null);
  return {
    tool: "vllm bench serve",
    toolVersion: null,
    facts,
    unread,
    warnings: repeats(results)
      ? [...warningsOf(facts), { code: "INCONSISTENT", message: "the same result stands twice" }]
      : warningsOf(facts),
    complete: !broken && !repeats(results) && NEEDED.every((key) => numberAt(last, key) !== null),
    others: earlier(results).map((r) => ({ ...factsOf(r), documents: 1 })),
  };
}

function recognise(text: string): number {
  if (!/^[^{[]{0,2000}[{[]/.test(text)) return 0;
  const marks = [/"model_id"\s*:/, /"num_prompts"\s*:\s*\d/, /"request_rate"\s*:/, /"mean_ttft_ms"\s*:\s*-?[\d.]/];
  return marks.filter((m) => m.test(text)).length * 0.24;
}

/** `vllm bench serve --save-result`: one object, several appended, or a list (a sweep); the last one counts. */
export const reader: EvidenceReader = { format: "vllm-bench-json", recognise, read };
