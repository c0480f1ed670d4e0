import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { earlier, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { type BenchBlock, isTitle, readBlock } from "./blocks";

/** One name for a row whatever the version calls it; the names are those of the JSON result. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  completed: ["Successful requests"],
  failed: ["Failed requests"],
  duration: ["Benchmark duration (s)"],
  total_input_tokens: ["Total input tokens"],
  total_output_tokens: ["Total generated tokens"],
  request_throughput: ["Request throughput (req/s)"],
  output_throughput: ["Output token throughput (tok/s)"],
  total_token_throughput: ["Total token throughput (tok/s)", "Total Token throughput (tok/s)"],
  max_output_tokens_per_s: ["Peak output token throughput (tok/s)"],
  max_concurrent_requests: ["Peak concurrent requests"],
};
const METRICS: Readonly<Record<string, readonly string[]>> = {
  ttft: ["TTFT"],
  tpot: ["TPOT"],
  itl: ["ITL"],
  e2el: ["E2EL", "E2E Latency"],
};
const STATISTICS = ["mean", "median", "std", "p50", "p90", "p95", "p99"];

const pick = (values: BenchBlock["values"], names: readonly string[]): number | null => {
  for (const name of names) {
    const found = values[name];
    if (found !== undefined) return found;
  }
  return null;
};

function tails({ values }: BenchBlock): Record<string, Json> {
  const facts: Record<string, Json> = {};
  for (const [metric, titles] of Object.entries(METRICS)) {
    for (const statistic of STATISTICS) {
      const word = `${statistic.charAt(0).toUpperCase()}${statistic.slice(1)}`;
      const found = pick(
        values,
        titles.map((t) => `${word} ${t} (ms)`),
      );
      facts[`${statistic}_${metric}_ms`] = found;
    }
  }
  return facts;
}

const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : Math.round((part / whole) * 1e6) / 1e6;

function factsOf(block: BenchBlock, requested: number | null): Record<string, Json> {
  const named = Object.fromEntries(Object.entries(NAMED).map(([key, names]) => [key, pick(block.values, names)]));
  return {
    values: block.values,
    settings: block.words,
    requested,
    num_prompts: requested,
    ...named,
    success_rate: share(named.completed ?? null, requested),
    ...tails(block),
  };
}

type Add = (code: string, message: string) => void;

function countWarnings(value: (key: string) => number | null, add: Add): void {
  const [asked, done, failed] = [value("requested"), value("completed"), value("failed")];
  if (done === 0) add("NOTHING_COMPLETED", "no request completed: latencies of 0 mean nothing");
  if (failed !== null && failed > 0) add("FAILED_REQUESTS", `${failed} requests failed`);
  if (asked === null || done === null || done + (failed ?? 0) === asked) return;
  const message = `${asked} requests asked, ${done} completed, ${failed ?? "no count of"} failed`;
  add(done + (failed ?? 0) > asked ? "INCONSISTENT" : "LOST_REQUESTS", message);
}

/** Two decimals are printed: half of the last one, and one in a hundred for clocks that differ. */
const differs = (stated: number, computed: number): boolean =>
  Math.abs(stated - computed) > 0.006 + 0.01 * Math.max(Math.abs(stated), Math.abs(computed));

function figureWarnings(value: (key: string) => number | null, add: Add): void {
  const duration = value("duration");
  for (const [rate, count] of [
    ["request_throughput", "completed"],
    ["output_throughput", "total_output_tokens"],
  ] as const) {
    const [stated, amount] = [value(rate), value(count)];
    if (stated === null || amount === null || duration === null || duration <= 0) continue;
    if (differs(stated, amount / duration)) add("INCONSISTENT", `${rate} says ${stated}, not count over duration`);
  }
  const [peak, average] = [value("max_output_tokens_per_s"), value("output_throughput")];
  if (peak !== null && average !== null && peak < average) {
    add("INCONSISTENT", `the peak of ${peak} tokens/s is below the average of ${average}`);
  }
  for (const m of Object.keys(METRICS)) {
    const [mean, tail] = [value(`mean_${m}_ms`), value(`p99_${m}_ms`)];
    if (mean !== null && tail !== null && mean > tail)
      add("INCONSISTENT", `mean ${m} ${mean} ms is above its p99 ${tail} ms`);
  }
  const [first, next] = [value("median_ttft_ms"), value("median_tpot_ms")];
  if (first !== null && next !== null && first > 0 && next <= 0) {
    add("NOT_STREAMING", "no time between tokens: the time to first token is that of the whole answer");
  }
}

function warningsOf(block: BenchBlock, facts: Facts, open: number): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add: Add = (code, message) => list.push({ code, message });
  const value = (key: string) => (typeof facts[key] === "number" ? facts[key] : null);
  if (!block.closed) add("TRUNCATED", "the block has no closing line");
  if (open > 0) add("INCONSISTENT", `${open} earlier blocks have no closing line`);
  if (block.placeholders > 0) add("PLACEHOLDER", `${block.placeholders} rows of a template were never filled in`);
  if (block.repeated.length > 0) add("INCONSISTENT", `rows that stand twice: ${block.repeated.slice(0, 5).join(", ")}`);
  countWarnings(value, add);
  figureWarnings(value, add);
  return list;
}

/** How many requests were asked for: from the command or the arguments that the tool prints. */
function requestedIn(lines: readonly CleanLine[]): number | null {
  let found: number | null = null;
  for (const { text } of lines) {
    if (!text.includes("num")) continue;
    const m = /--num[-_]prompts?[= ](\d{1,9})\b|\bnum_prompts=(\d{1,9})\b/.exec(text.slice(0, 8_000));
    if (m) found = Number(m[1] ?? m[2]);
  }
  return found;
}

const NEEDED = ["completed", "duration", "request_throughput"];

function read(_text: string, cleaned: CleanedText): Reading {
  const { before, payloads } = splitPayloads(cleaned.lines, isTitle);
  const asked = requestedIn(before);
  let current = asked;
  const blocks = payloads.map((lines) => {
    const block = readBlock(lines);
    const requested = current;
    // A command printed after a block belongs to the next one.
    current = requestedIn(block.unread) ?? current;
    return { block, facts: factsOf(block, requested) };
  });
  const unread = [...before, ...blocks.flatMap(({ block }) => block.unread)].filter(
    (l) => l.text.trim() !== "" && !isPrompt(l.text),
  );
  const last = blocks.at(-1);
  const facts = last?.facts ?? factsOf(readBlock([]), asked);
  const troubled = last?.block.unread.some((l) => TROUBLE.test(l.text)) ?? true;
  // A title that stands twice opens a block without an end: which rows are whose is not known then.
  const sound =
    blocks.every((b) => b.block.closed) &&
    last?.block.closed &&
    last.block.placeholders === 0 &&
    last.block.repeated.length === 0 &&
    !troubled;
  return {
    tool: "vllm bench serve",
    toolVersion: null,
    facts: { ...facts, blocks: blocks.length },
    unread: unread.map(unreadLine),
    warnings: last
      ? warningsOf(last.block, facts, blocks.slice(0, -1).filter((b) => !b.block.closed).length)
      : [{ code: "TRUNCATED", message: "no block of results" }],
    complete: sound === true && NEEDED.every((key) => facts[key] !== null),
    others: earlier(blocks).map((b) => ({ ...b.facts, blocks: 1 })),
  };
}

function recognise(text: string): number {
  if (/^[ \t#>│]*={3,} *Serving Benchmark Result *={3,}/m.test(text)) return 0.95;
  return /^[ \t#>│]*Successful requests:\s+\d/m.test(text) && /^[\s#>│]*Benchmark duration \(s\):/m.test(text)
    ? 0.7
    : 0;
}

/** The table that `vllm bench serve` and its relatives (SGLang's, forks) print at the end. */
export const reader: EvidenceReader = { format: "vllm-bench-text", recognise, read };
