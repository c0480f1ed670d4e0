import type { CleanedText, CleanLine } from "../clean";
import { sortedNumbers } from "../distinct";
import { MAX_LINE_CHARS } from "../limits";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { unreadLine } from "../unread";

const number = (text: string | undefined): number => Number((text ?? "").replaceAll(",", ""));

const VERSION = /TensorRT[- ]LLM version: v?(\d[\w.+-]*)/;
/** Values that each rank prints: distinct ones, never added. */
const AMOUNTS: Readonly<Record<string, RegExp>> = {
  engine_mib: /Loaded engine size: ([\d,]+) MiB/,
  model_weights_gib: /Memory (?:used|usage) after loading model weights \(inside torch\).*?: ([\d.]+) GiB/,
  total_gpu_memory_gib: /calculating max tokens in paged kv cache: total: ([\d.]+) GiB/,
  free_gpu_memory_gib: /calculating max tokens in paged kv cache: total: [\d.]+ GiB, available: ([\d.]+) GiB/,
  kv_blocks: /(?:Number of blocks in KV cache primary pool: |primary blocks=)(\d+)/,
  tokens_per_block: /(?:Number of tokens per block: |tokens per block=)(\d+)/,
  max_batch_size: /TRTGptModel maxBatchSize: (\d+)/,
  max_seq_len: /(?:TRTGptModel maxSequenceLen: |\bmax_seq_len=)(\d+)/,
  mpi_size: /MPI size: (\d+)/,
};
/** The cache is allocated once to measure and once to stay: the last one counts. */
const CACHE = /Allocated ([\d.]+) GiB for max tokens in paged KV cache \(([\d,]+)\)/;
const OLD_CACHE = [/Using ([\d,]+) (?:total )?tokens in paged KV cache/, /Max tokens in paged KV cache: ([\d,]+)/];
const READY =
  /Application startup complete|successfully loaded 'tensorrt_llm'|Started (?:HTTPService|GRPCInferenceService) at/;
const OUT_OF_MEMORY = /out of memory|OutOfMemory|maxTokensInPagedKvCache .*must be large enough/i;
const ERROR = /\[TensorRT-LLM\]\[ERROR\]|\[TRT-LLM\] \[E\]|^Traceback |^E\d{4} \d\d:\d\d:|\bAssertion failed:/;
const KNOWN =
  /\[TensorRT-LLM\]|\[TRT-LLM\]|\[TRT\]|^[IW]\d{4} \d\d:\d\d:|^INFO:|^[+|]|^\s*$|Loading (?:safetensors|weights)|\d+%\|/;
const STAMPS = [/\[(\d\d)\/(\d\d)\/(\d{4})-(\d\d):(\d\d):(\d\d)\]/, /^[IWE](\d\d)(\d\d)() (\d\d):(\d\d):(\d\d)/];

function seconds(text: string): number | null {
  for (const stamp of STAMPS) {
    const m = stamp.exec(text);
    if (!m) continue;
    const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = m.slice(1).map(Number);
    return Date.UTC(year || 2000, month - 1, day, hour, minute, second) / 1_000;
  }
  return null;
}

function startupSeconds(lines: readonly CleanLine[], readyAt: number): number | null {
  if (readyAt < 0) return null;
  const stamps = lines.slice(0, readyAt + 1).flatMap((l) => seconds(l.text) ?? []);
  const [first, last] = [stamps[0], stamps.at(-1)];
  return first === undefined || last === undefined || last < first ? null : last - first;
}

function amountsOf(lines: readonly CleanLine[]): Record<string, number[]> {
  const found = new Map(Object.keys(AMOUNTS).map((name): [string, number[]] => [name, []]));
  for (const { text } of lines) {
    for (const [name, pattern] of Object.entries(AMOUNTS)) {
      const m = pattern.exec(text);
      if (m) found.get(name)?.push(number(m[1]));
    }
  }
  // As the cache itself, its blocks are cut once to measure and once to stay.
  const kept = (name: string, values: number[]) => (name === "kv_blocks" ? values.slice(-1) : sortedNumbers(values));
  return Object.fromEntries([...found].map(([name, values]) => [name, kept(name, values)]));
}

function cacheOf(lines: readonly CleanLine[]): { gib: number[]; tokens: number[] } {
  const last = lines.findLast((l) => CACHE.test(l.text));
  const m = last ? CACHE.exec(last.text) : null;
  if (m) return { gib: [number(m[1])], tokens: [number(m[2])] };
  for (const old of OLD_CACHE) {
    const tokens = lines.flatMap((l) => (old.test(l.text) ? [number(old.exec(l.text)?.[1])] : []));
    if (tokens.length > 0) return { gib: [], tokens: sortedNumbers(tokens) };
  }
  return { gib: [], tokens: [] };
}

function warningsOf(facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.ready !== true) add("NOT_READY", "the log ends before the server is ready");
  if (facts.out_of_memory === true) add("OUT_OF_MEMORY", "the log reports out of memory, or a cache too small");
  if (facts.error_lines !== 0)
    add("ERROR_LINES", `${facts.error_lines} lines at level ERROR: they are listed as unread`);
  if (Array.isArray(facts.kv_cache_tokens) && facts.kv_cache_tokens.length === 0) {
    add("INCOMPLETE", "the size of the cache is not in the log");
  }
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const lines = cleaned.lines.filter((l) => l.text.length <= MAX_LINE_CHARS);
  const readyAt = lines.findIndex((l) => READY.test(l.text));
  const version = lines.map((l) => VERSION.exec(l.text)?.[1]).find((v) => v !== undefined) ?? null;
  const cache = cacheOf(lines);
  const errors = new Set(lines.filter((l) => ERROR.test(l.text)).map((l) => l.text)).size;
  const facts: Facts = {
    version,
    ...amountsOf(lines),
    available_kv_cache_gib: cache.gib,
    kv_cache_tokens: cache.tokens,
    ready: readyAt >= 0,
    startup_seconds: startupSeconds(lines, readyAt),
    out_of_memory: lines.some((l) => OUT_OF_MEMORY.test(l.text)),
    error_lines: errors,
  };
  const unread = cleaned.lines.filter(
    (l) => l.text.length > MAX_LINE_CHARS || ERROR.test(l.text) || !KNOWN.test(l.text),
  );
  const sound = readyAt >= 0 && facts.out_of_memory === false && errors === 0 && cache.tokens.length > 0;
  return {
    tool: "tensorrt-llm",
    toolVersion: version,
    facts,
    unread: unread.map(unreadLine),
    warnings: warningsOf(facts),
    complete: sound && lines.length === cleaned.lines.length,
  };
}

function recognise(text: string): number {
  const marks = [
    /\[TensorRT-LLM\]|\[TRT-LLM\]/,
    /paged KV cache/i,
    /TensorRT[- ]LLM version: /,
    /Loaded engine size: /,
  ];
  const found = marks.filter((m) => m.test(text)).length;
  return found === 0 || !marks[0]?.test(text) ? 0 : Math.min(0.95, 0.5 + 0.15 * found);
}

/** The start-up log of TensorRT-LLM: `trtllm-serve`, or Triton's backend. */
export const reader: EvidenceReader = { format: "trtllm-log", recognise, read };
