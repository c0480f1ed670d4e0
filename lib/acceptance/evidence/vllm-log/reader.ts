import type { CleanedText, CleanLine } from "../clean";
import { MAX_LINE_CHARS } from "../limits";
import type { EvidenceReader, EvidenceWarning, Reading } from "../reader-contract";
import { unreadLine } from "../unread";
import { type LogFacts, readLog } from "./patterns";

const DEFAULT_BLOCK_TOKENS = 16;

/** Shapes of lines that belong to such a log and state nothing that is looked for. */
const KNOWN = [
  /\b(?:INFO|WARNING|DEBUG) \d\d-\d\d \d\d:\d\d:\d\d\b/,
  /^INFO:\s/,
  /\bNCCL (?:INFO|version)\b/,
  /Loading (?:safetensors|pt|bin) checkpoint shards|Capturing CUDA graph/i,
  /^\s*$/,
  /^\(\w+ pid=\d+(?:, ip=[\d.]+)?\)\s*$/,
];
const BAD = /\b(?:ERROR|CRITICAL) \d\d-\d\d |^Traceback |\b\w+Error: /;

const isUnread = (line: CleanLine): boolean =>
  BAD.test(line.text) || line.text.length > MAX_LINE_CHARS || !KNOWN.some((k) => k.test(line.text));

function warningsOf(log: LogFacts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (!log.ready) add("NOT_READY", "the log ends before the server is ready");
  if (log.outOfMemory) add("OUT_OF_MEMORY", "the log reports out of memory");
  if (log.concurrency.some(([, times]) => times < 1) || log.amounts.available_kv_cache_gib?.some((g) => g < 0)) {
    add("DOES_NOT_FIT", "not even one request of the full length fits the KV cache");
  }
  if (log.errorLines > 0) add("ERROR_LINES", `${log.errorLines} lines at level ERROR: they are listed as unread`);
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const log = readLog(cleaned.lines);
  const { amounts } = log;
  // The smallest number of blocks is what every worker has; lines repeat per worker and are not added.
  const blocks = amounts.gpu_blocks?.[0];
  const tooLong = cleaned.lines.some((l) => l.text.length > MAX_LINE_CHARS);
  return {
    tool: "vllm",
    toolVersion: log.version,
    facts: {
      version: log.version,
      ...amounts,
      kv_tokens_from_blocks: blocks === undefined ? null : blocks * (log.blockSize ?? DEFAULT_BLOCK_TOKENS),
      block_size: log.blockSize,
      max_concurrency: log.concurrency,
      ready: log.ready,
      startup_seconds: log.startupSeconds,
      out_of_memory: log.outOfMemory,
      error_lines: log.errorLines,
      ...log.config,
    },
    unread: cleaned.lines.filter(isUnread).map(unreadLine),
    warnings: warningsOf(log),
    complete: log.ready && !log.outOfMemory && !tooLong && (amounts.model_weights_gib?.length ?? 0) > 0,
  };
}

const MARKS = [
  /vLLM API server version|Initializing an? (?:V[01] )?LLM engine/,
  /(?:Model loading took|Loading model weights took) [\d.]+ ?Gi?B/,
  /# (?:GPU|cuda) blocks: \d+/,
  /GPU KV cache size: [\d,]+ tokens/,
  /Available KV cache memory: -?[\d.]+ GiB/,
  /Maximum concurrency for [\d,]+ tokens per request/,
];

function recognise(text: string): number {
  const found = MARKS.filter((m) => m.test(text)).length;
  return found === 0 ? 0 : Math.min(0.95, 0.55 + 0.15 * found);
}

/** The start-up log of a vLLM server, versions 0.6 to the 0.2x line. */
export const reader: EvidenceReader = { format: "vllm-log", recognise, read };
