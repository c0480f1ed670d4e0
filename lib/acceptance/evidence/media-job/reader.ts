import type { Json } from "@/lib/digest/canonical";
import type { CleanedText } from "../clean";
import { scanJson } from "../json-values";
import { round } from "../perf-metrics";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { mean, percentile } from "../vllm-bench-json/quantiles";
import { jobsIn, type MediaJob } from "./jobs";

function spread(values: readonly number[]): Json {
  const average = mean(values);
  if (average === null) return null;
  const at = (share: number) => round(percentile(values, share) ?? 0, 3);
  return { mean: round(average, 3), p50: at(0.5), p95: at(0.95), max: at(1) };
}

const between = (from: number | null, to: number | null): number[] =>
  from === null || to === null ? [] : [(to - from) / 1_000];

/** Work comes out in the order in which it went in; null where the times are not told. */
function orderKept(jobs: readonly MediaJob[]): boolean | null {
  const timed = jobs.filter((j) => j.queuedMs !== null && j.endedMs !== null);
  if (timed.length < 2 || timed.length < jobs.length) return null;
  const sorted = [...timed].sort((a, b) => (a.queuedMs ?? 0) - (b.queuedMs ?? 0));
  return sorted.every((j, i) => (j.endedMs ?? 0) >= (sorted[i - 1]?.endedMs ?? 0));
}

const peak = (jobs: readonly MediaJob[]): number | null =>
  jobs.reduce<number | null>((most, j) => (j.peakGib === null ? most : Math.max(most ?? 0, j.peakGib)), null);

/** From the first start to the last end. */
function totalSeconds(jobs: readonly MediaJob[]): number | null {
  const starts = jobs.flatMap((j) => j.startedMs ?? []);
  const ends = jobs.flatMap((j) => j.endedMs ?? []);
  if (starts.length === 0 || ends.length === 0) return null;
  return round((ends.reduce((a, b) => Math.max(a, b)) - starts.reduce((a, b) => Math.min(a, b))) / 1_000, 3);
}

/** One cell of the sweep for each length group and batch size. */
function cellsOf(jobs: readonly MediaJob[]): Json {
  const cells = new Map<string, MediaJob[]>();
  for (const job of jobs) {
    if (job.group === null && job.batch === null) continue;
    const key = JSON.stringify([job.group, job.batch]);
    const cell = cells.get(key);
    if (cell) cell.push(job);
    else cells.set(key, [job]);
  }
  return [...cells.values()].map((list) => ({
    group: list[0]?.group ?? null,
    batch: list[0]?.batch ?? null,
    jobs: list.length,
    completed: list.filter((j) => j.done).length,
    total_seconds: totalSeconds(list),
    peak_memory_gib: peak(list),
    errors: list.filter((j) => !j.done).length,
  }));
}

function factsOf(jobs: readonly MediaJob[]): Facts {
  const done = jobs.filter((j) => j.done);
  return {
    jobs: jobs.length,
    completed: done.length,
    failed: jobs.length - done.length,
    success_rate: jobs.length === 0 ? null : round(done.length / jobs.length),
    repeated: jobs.length - new Set(jobs.map((j) => j.id)).size,
    outputs: done.some((j) => j.outputs === null) ? null : done.reduce((sum, j) => sum + (j.outputs ?? 0), 0),
    seconds: spread(done.flatMap((j) => between(j.startedMs, j.endedMs))),
    queue_seconds: spread(jobs.flatMap((j) => between(j.queuedMs, j.startedMs))),
    total_seconds: totalSeconds(jobs),
    peak_memory_gib: peak(jobs),
    order_kept: orderKept(jobs),
    cells: cellsOf(jobs),
    errors: [...new Set(jobs.flatMap((j) => j.error ?? []))].slice(0, 20),
  };
}

function warningsOf(facts: Facts, jobs: readonly MediaJob[], cut: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (cut) add("TRUNCATED", "the last record is cut");
  if (jobs.length === 0) add("NOTHING_MEASURED", "no job in the file");
  if (facts.failed !== 0) add("FAILED_JOBS", `${facts.failed} of ${facts.jobs} jobs did not finish`);
  if (facts.repeated !== 0) add("INCONSISTENT", `${facts.repeated} jobs stand twice`);
  const backwards = jobs.some((j) =>
    [...between(j.startedMs, j.endedMs), ...between(j.queuedMs, j.startedMs)].some((s) => s < 0),
  );
  if (backwards) add("INCONSISTENT", "a job ends before it starts");
  if (facts.order_kept === false) add("ORDER_NOT_KEPT", "jobs ended in another order than they were queued");
  const empty = jobs.filter((j) => j.done && j.outputs === 0).length;
  if (empty > 0) add("NOTHING_COMPLETED", `${empty} jobs that are called done gave no output`);
  return list;
}

const FATAL = new Set(["TRUNCATED", "NOTHING_MEASURED", "INCONSISTENT", "NOTHING_COMPLETED"]);

function read(text: string, cleaned: CleanedText): Reading {
  const scan = scanJson(text);
  const jobs = scan.payloads.flatMap((p) => jobsIn(p.value));
  const outside = scan.outside
    .map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }))
    .filter((l) => !isPrompt(l.text));
  const facts = factsOf(jobs);
  const warnings = warningsOf(facts, jobs, scan.truncated);
  const strange = scan.payloads.some((p) => jobsIn(p.value).length === 0);
  if (strange) warnings.push({ code: "INCOMPLETE", message: "a record in it is no job" });
  const troubled = outside.some((l) => TROUBLE.test(l.text));
  return {
    tool: /"execution_start"|"status_str"/.test(text.slice(0, 400_000)) ? "comfyui" : "media-job",
    toolVersion: null,
    facts,
    unread: outside.map(unreadLine),
    warnings,
    complete: !strange && !troubled && !warnings.some((w) => FATAL.has(w.code)),
  };
}

function recognise(text: string): number {
  if (!/^[^{[]{0,2000}[{[]/.test(text)) return 0;
  if (/"status_str"\s*:/.test(text) && /"outputs"\s*:/.test(text)) return 0.9;
  return /"job"\s*:\s*["\d]/.test(text) &&
    /"status"\s*:\s*"/.test(text) &&
    /"(?:queued_at|started_at|ended_at)"\s*:/.test(text)
    ? 0.85
    : 0;
}

/** Jobs that make media: one JSON record each, or ComfyUI's history. */
export const reader: EvidenceReader = { format: "media-job", recognise, read };
