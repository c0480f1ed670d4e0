import type { CleanLine } from "../clean";

const number = (text: string | undefined): number => Number((text ?? "").replaceAll(",", ""));

/** What one line of the log can say. Old versions print "GB" and mean GiB. */
const AMOUNTS: Readonly<Record<string, RegExp>> = {
  model_weights_gib: /(?:Loading model weights took|Model loading took) ([\d.]+) ?(?:GiB|GB)\b/,
  gpu_blocks: /# (?:GPU|cuda) blocks: (\d+)/,
  kv_cache_tokens: /GPU KV cache size: ([\d,]+) tokens/,
  available_kv_cache_gib:
    /(?:Available KV cache memory: |the rest of the memory reserved for KV Cache is )(-?[\d.]+) ?GiB/,
  activation_peak_gib: /PyTorch activation peak memory takes ([\d.]+) ?GiB/,
  non_torch_gib: /non_torch_memory takes ([\d.]+) ?GiB/,
  total_gpu_memory_gib: /total_gpu_memory \(([\d.]+) ?GiB\)/,
  gpu_memory_utilization: /gpu_memory_utilization \(([\d.]+)\)/,
  cuda_graphs_gib: /Graph capturing finished in [\d.]+ secs?, took (-?[\d.]+) GiB/,
  model_loading_seconds: /Model loading took [\d.]+ Gi?B(?: memory)? and ([\d.]+) seconds/,
  engine_init_seconds: /init engine \(.*?\) took ([\d.]+) s/,
};
const CONCURRENCY = /Maximum concurrency for ([\d,]+) tokens per request: ([\d.]+)x/;
const VERSIONS = [
  /vLLM API server version v?([\w.+-]+)/,
  /Initializing an? (?:V[01] )?LLM engine \(v?([\w.+-]+)\)/,
  /vLLM version[: ]+v?(\d[\w.+-]*)/,
];
const CONFIG: Readonly<Record<string, RegExp>> = {
  model: /\bwith config: model='([^']+)'/,
  revision: /[ ,]revision=([^,\s]+)/,
  dtype: /[ ,]dtype=(?:torch\.)?(\w+)/,
  max_seq_len: /[ ,]max_seq_len=(\d+)/,
  tensor_parallel_size: /[ ,]tensor_parallel_size=(\d+)/,
  pipeline_parallel_size: /[ ,]pipeline_parallel_size=(\d+)/,
  quantization: /[ ,]quantization=([^,\s]+)/,
  kv_cache_dtype: /[ ,]kv_cache_dtype=([^,\s]+)/,
};
const WHOLE = new Set(["max_seq_len", "tensor_parallel_size", "pipeline_parallel_size"]);
const READY = /Application startup complete/;
const OUT_OF_MEMORY = /CUDA out of memory|OutOfMemoryError|HIP out of memory|No available memory for the cache blocks/;
const BLOCK_SIZE = /\bblock_size=(\d+)/;
const STAMP = /\b(?:INFO|WARNING|ERROR|DEBUG|CRITICAL) (\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\b/;

export interface LogFacts {
  /** Distinct values per name: workers repeat each line, and pipeline stages differ. */
  readonly amounts: Readonly<Record<string, readonly number[]>>;
  readonly concurrency: readonly (readonly [number, number])[];
  readonly version: string | null;
  readonly config: Readonly<Record<string, string | number | null>>;
  readonly blockSize: number | null;
  readonly ready: boolean;
  readonly outOfMemory: boolean;
  /** From the first stamped line to the last one before ready. */
  readonly startupSeconds: number | null;
  readonly errorLines: number;
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** Stamps carry no year: seconds from the year's start, enough for a difference. */
function stampSeconds(text: string): number | null {
  const m = STAMP.exec(text);
  if (!m) return null;
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = m.slice(1).map(Number);
  return (((DAYS_BEFORE[month - 1] ?? 0) + day - 1) * 24 + hour) * 3600 + minute * 60 + second;
}

const YEAR_SECONDS = 365 * 86_400;

function startup(lines: readonly CleanLine[], readyAt: number): number | null {
  if (readyAt < 0) return null;
  const stamps = lines.slice(0, readyAt + 1).flatMap((l) => stampSeconds(l.text) ?? []);
  const [first, last] = [stamps[0], stamps.at(-1)];
  if (first === undefined || last === undefined) return null;
  return last >= first ? last - first : last + YEAR_SECONDS - first;
}

function firstMatch(lines: readonly CleanLine[], pattern: RegExp): string | null {
  for (const { text } of lines) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

function configOf(lines: readonly CleanLine[]): Record<string, string | number | null> {
  const line = lines.find((l) => / with config: model='/.test(l.text));
  return Object.fromEntries(
    Object.entries(CONFIG).map(([name, pattern]) => {
      const text = line ? (pattern.exec(line.text)?.[1] ?? null) : null;
      const none = text === null || text === "None";
      return [name, none ? null : WHOLE.has(name) ? Number(text) : text];
    }),
  );
}

function amountsOf(lines: readonly CleanLine[]): Record<string, number[]> {
  const sets = new Map(Object.keys(AMOUNTS).map((name) => [name, new Set<number>()]));
  for (const { text } of lines) {
    for (const [name, pattern] of Object.entries(AMOUNTS)) {
      const m = pattern.exec(text);
      if (m) sets.get(name)?.add(number(m[1]));
    }
  }
  return Object.fromEntries([...sets].map(([name, set]) => [name, [...set].sort((a, b) => a - b)]));
}

function concurrencyOf(lines: readonly CleanLine[]): [number, number][] {
  const seen = new Map<string, [number, number]>();
  for (const { text } of lines) {
    const m = CONCURRENCY.exec(text);
    if (m) seen.set(m[0], [number(m[1]), number(m[2])]);
  }
  return [...seen.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Everything the start-up part of the log states. */
export function readLog(lines: readonly CleanLine[]): LogFacts {
  const readyAt = lines.findIndex((l) => READY.test(l.text));
  const blockSize = firstMatch(lines, BLOCK_SIZE);
  return {
    amounts: amountsOf(lines),
    concurrency: concurrencyOf(lines),
    version: VERSIONS.map((v) => firstMatch(lines, v)).find((v) => v !== null) ?? null,
    config: configOf(lines),
    blockSize: blockSize === null ? null : Number(blockSize),
    ready: readyAt >= 0,
    outOfMemory: lines.some((l) => OUT_OF_MEMORY.test(l.text)),
    startupSeconds: startup(lines, readyAt),
    errorLines: lines.filter((l) => /\b(?:ERROR|CRITICAL) \d\d-\d\d /.test(l.text)).length,
  };
}
