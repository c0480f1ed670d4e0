import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { round } from "../perf-metrics";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { percentile } from "../vllm-bench-json/quantiles";
import { Course, rankOf, worldSizeOf } from "./run";
import { type Step, stepOf } from "./steps";

const SUMMARY =
  /\{'train_runtime': ?'?([\d.]+)'?.*?'train_samples_per_second': ?'?([\d.]+)'?.*?'train_steps_per_second': ?'?([\d.]+)/;
const PROGRESS = /\d+%\|.*?\| ?(\d+)\/(\d+) \[/;
const EXIT = /exitcode\s*:\s*(-?\d+)|\bexit ?code:? (-?\d+)/i;
const SIGNAL = /Signal (\d+) \((SIG[A-Z]+)\)|exitcode\s*:\s*-(\d+)/;
const FAILED =
  /ChildFailedError|^Traceback |\b[A-Z]\w*Error: |CUDA error|out of memory|Watchdog caught|Root Cause|SIGKILL|SIGTERM|SIGSEGV/;
const RESTART = /Restarting worker group|worker group.*will restart|\brestart_count=([1-9]\d*)/i;
const OUT_OF_MEMORY = /\bOutOfMemoryError\b|CUDA out of memory|HIP out of memory|cudaErrorMemoryAllocation/;
/** Megatron prints its arguments with dots between. */
const SEQUENCE = /\bseq_length\s*\.{3,}\s*(\d+)/;
/** … and Transformers' Trainer its own. */
const TRAIN_BATCH = /Total train batch size \(w\. parallel, distributed & accumulation\) = ([\d,]+)/;
const ACCUMULATION = /Gradient Accumulation steps = (\d+)/;
const MICRO_BATCH = /\bmicro_batch_size\s*\.{3,}\s*(\d+)|Instantaneous batch size per device = (\d+)/;
const KNOWN =
  /\b(?:INFO|WARNING|DEBUG|WARN)\b|^\s*$|\*{10,}|OMP_NUM_THREADS|\d+%\||torch\/distributed\/run\.py|^\{'|NCCL INFO|^W\d{4} |^\s*\|/;

interface Log {
  readonly course: Course;
  readonly frameworks: Set<string>;
  readonly unread: CleanLine[];
  readonly failures: Set<string>;
  progress: { done: number; of: number } | null;
  summary: { seconds: number; samples: number; steps: number } | null;
  exitCode: number | null;
  signal: string | null;
  outOfMemory: boolean;
  sequenceTokens: number | null;
  microBatch: number | null;
  /** Of Transformers' Trainer: samples of one step over all cards, and how many times each card adds to it. */
  trainBatch: number | null;
  accumulation: number | null;
  /** Lines that were not read before the run was taken up again. */
  unreadBefore: number;
}

function noteShape(log: Log, text: string): boolean {
  const [sequence, micro] = [SEQUENCE.exec(text), MICRO_BATCH.exec(text)];
  if (sequence) log.sequenceTokens = Number(sequence[1]);
  if (micro) log.microBatch = Number(micro[1] ?? micro[2]);
  const [batch, times] = [TRAIN_BATCH.exec(text), ACCUMULATION.exec(text)];
  if (batch) log.trainBatch = Number(batch[1]?.replaceAll(",", ""));
  if (times) log.accumulation = Number(times[1]);
  return [sequence, micro, batch, times].some((m) => m !== null);
}

/** Cards by the batches that the Trainer prints: all of a step, over what one card adds to it. */
function cardsByBatch({ trainBatch, microBatch, accumulation }: Log): number | null {
  if (trainBatch === null || microBatch === null || accumulation === null) return null;
  const cards = trainBatch / (microBatch * accumulation);
  return Number.isInteger(cards) && cards > 0 ? cards : null;
}

function noteOther(log: Log, line: CleanLine): void {
  const { text } = line;
  const summary = SUMMARY.exec(text);
  if (summary) log.summary = { seconds: Number(summary[1]), samples: Number(summary[2]), steps: Number(summary[3]) };
  const progress = PROGRESS.exec(text);
  if (progress) log.progress = { done: Number(progress[1]), of: Number(progress[2]) };
  const failed = FAILED.test(text);
  if (failed) {
    log.failures.add(text.slice(0, 200));
    log.course.noteFailure();
  }
  if (OUT_OF_MEMORY.test(text)) log.outOfMemory = true;
  const exit = EXIT.exec(text);
  if (exit) log.exitCode ??= Number(exit[1] ?? exit[2]);
  log.signal ??= SIGNAL.exec(text)?.[2] ?? null;
  const restart = RESTART.exec(text);
  if (restart) log.course.noteRestart(restart[1] === undefined ? null : Number(restart[1]));
  log.course.noteWorld(worldSizeOf(text));
  const shape = noteShape(log, text);
  const saved = log.course.noteSaved(text);
  if (failed || !(saved || shape || KNOWN.test(text) || isPrompt(text))) log.unread.push(line);
}

/** Every rank may print each step: one line of one step counts once. */
function readLog(lines: readonly CleanLine[]): Log {
  const log: Log = {
    course: new Course(),
    frameworks: new Set(),
    unread: [],
    failures: new Set(),
    progress: null,
    summary: null,
    exitCode: null,
    signal: null,
    outOfMemory: false,
    sequenceTokens: null,
    microBatch: null,
    trainBatch: null,
    accumulation: null,
    unreadBefore: 0,
  };
  for (const line of lines) {
    if (line.text.length > 4_000) {
      log.unread.push(line);
      continue;
    }
    const { rank, text } = rankOf(line.text);
    const found = stepOf(text);
    if (!found) {
      noteOther(log, line);
      continue;
    }
    log.frameworks.add(found.framework);
    if (log.course.stopped) log.unreadBefore = log.unread.length;
    log.course.noteStep(found.step, rank, text);
  }
  return log;
}

function numbersOf(steps: readonly Step[], key: keyof Step): number[] {
  return steps.flatMap((s) => (s[key] === null || !Number.isFinite(s[key]) ? [] : [s[key] as number]));
}

function spread(steps: readonly Step[], key: keyof Step): Json {
  const values = numbersOf(steps, key);
  const at = (share: number) => {
    const found = percentile(values, share);
    return found === null ? null : round(found, 3);
  };
  return values.length === 0 ? null : { p50: at(0.5), p95: at(0.95), max: at(1) };
}

const last = (steps: readonly Step[], key: keyof Step): number | null => {
  const value = steps.findLast((s) => s[key] !== null)?.[key] ?? null;
  return value !== null && Number.isFinite(value) ? value : null;
};

const isBad = (value: number | null): boolean => value !== null && !Number.isFinite(value);

/** Samples of the whole job in a second, where its batch is printed beside its steps. */
function samplesPerSecond({ course }: Log): number | null {
  const [batch, seconds] = [last(course.steps, "globalBatch"), course.secondsPerStep()];
  return batch === null || seconds === null || seconds <= 0 ? null : round(batch / seconds);
}

/**
 * What the whole job did, over all its cards: torchtitan prints tokens of one card; Megatron's samples all have the
 * printed length. Null where the log does not tell.
 */
function jobFacts(log: Log): Record<string, Json> {
  const { course, sequenceTokens, frameworks } = log;
  const world = course.worldUnsure ? null : (course.world ?? cardsByBatch(log));
  const perCard = frameworks.has("torchtitan") ? percentile(numbersOf(course.steps, "tokensPerSecond"), 0.5) : null;
  const samples = samplesPerSecond(log);
  const ofCards = perCard === null || world === null ? null : perCard * world;
  const ofSamples = samples === null || sequenceTokens === null ? null : samples * sequenceTokens;
  return {
    world_size: world,
    ranks_printed: course.ranksPrinted(),
    rank_spread_pct: course.spreadPct(),
    seconds_per_step: course.secondsPerStep() ?? (log.summary && log.summary.steps > 0 ? 1 / log.summary.steps : null),
    tokens_per_s_card: perCard,
    tokens_per_s_job: frameworks.size > 1 ? null : (ofCards ?? ofSamples),
    sequence_tokens: sequenceTokens,
    micro_batch: log.microBatch,
  };
}

function factsOf(log: Log): Facts {
  const { course } = log;
  const { steps } = course;
  const losses = steps.flatMap((s) => (s.loss !== null && Number.isFinite(s.loss) ? [s.loss] : []));
  const total = last(steps, "of") ?? log.progress?.of ?? null;
  const reached = last(steps, "step") ?? log.progress?.done ?? null;
  return {
    framework: sortedDistinct([...log.frameworks]).join(", ") || null,
    steps_logged: steps.length,
    last_step: reached,
    total_steps: total,
    finished: log.summary !== null ? true : total === null || reached === null ? null : reached >= total,
    first_loss: losses[0] ?? null,
    last_loss: losses.at(-1) ?? null,
    lowest_loss: losses.length === 0 ? null : losses.reduce((a, b) => Math.min(a, b)),
    not_finite: steps.filter((s) => isBad(s.loss) || isBad(s.gradNorm)).length,
    skipped_iterations: last(steps, "skipped"),
    nan_iterations: last(steps, "nan"),
    step_ms: spread(steps, "stepMs"),
    tokens_per_s: spread(steps, "tokensPerSecond"),
    ...jobFacts(log),
    tflops_per_gpu: spread(steps, "tflopsPerGpu"),
    mfu_pct: spread(steps, "mfuPct"),
    memory_gib_max: steps.reduce<number | null>(
      (m, s) => (s.memoryGib === null ? m : Math.max(m ?? 0, s.memoryGib)),
      null,
    ),
    train_runtime_s: log.summary?.seconds ?? null,
    samples_per_s: log.summary?.samples ?? samplesPerSecond(log),
    steps_per_s: log.summary?.steps ?? null,
    restarts: course.restarts,
    lost_steps: course.restarts === 0 ? null : course.stopped ? null : course.lostSteps,
    steps_since_failure: course.stepsSinceFailure,
    checkpoints_saved: course.saved.size,
    checkpoint_gap_steps: course.longestGap(),
    out_of_memory: log.outOfMemory,
    exit_code: log.exitCode,
    signal: log.signal,
    failures: log.failures.size,
  };
}

function warningsOf(facts: Facts, { steps, wentBack, stopped, resumed }: Course, openEnd: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (!resumed && (facts.failures !== 0 || (facts.exit_code !== null && facts.exit_code !== 0))) {
    add("TOOL_ERROR", `a worker failed${facts.exit_code === null ? "" : ` with exit code ${facts.exit_code}`}`);
  }
  if (facts.not_finite !== 0 || (typeof facts.nan_iterations === "number" && facts.nan_iterations > 0)) {
    add("LOSS_NOT_FINITE", "a loss or gradient is no number");
  }
  if (facts.finished === false) add("NOT_FINISHED", `step ${facts.last_step} of ${facts.total_steps}`);
  if (wentBack) add("INCONSISTENT", "steps go back, and no restart is told");
  if (stopped) add("NOT_RESUMED", "no step came after the last restart");
  if (typeof facts.restarts === "number" && facts.restarts > 0) add("RESTARTED", `${facts.restarts} restarts`);
  if (openEnd) add("MAYBE_CUT", "the last line has no line end");
  if (steps.length === 0) add("NOTHING_MEASURED", "no step is in the log");
  return list;
}

const FATAL = new Set([
  "TOOL_ERROR",
  "LOSS_NOT_FINITE",
  "NOT_RESUMED",
  "INCONSISTENT",
  "MAYBE_CUT",
  "NOTHING_MEASURED",
]);

function read(_text: string, cleaned: CleanedText): Reading {
  const log = readLog(cleaned.lines);
  const facts = factsOf(log);
  const warnings = warningsOf(facts, log.course, cleaned.openEnd);
  const troubled = log.unread.slice(log.course.resumed ? log.unreadBefore : 0).some((l) => TROUBLE.test(l.text));
  return {
    tool: "torchrun",
    toolVersion: null,
    facts,
    unread: log.unread.map(unreadLine),
    warnings,
    complete: !troubled && !warnings.some((w) => FATAL.has(w.code)),
  };
}

const MARKS =
  /\biteration:?\s+\d+\s*\/\s*\d+\s*\||\bstep:\s+\d+\s+loss:|\{'loss': ?'?[\d.]+'?, '|^[ \t]*iter \d+: loss [\d.]/gm;

function recognise(text: string): number {
  const steps = text.match(MARKS)?.length ?? 0;
  if (steps > 0) return steps > 2 ? 0.92 : 0.75;
  return /ChildFailedError|torch\.distributed\.elastic|torch\/distributed\/run\.py/.test(text) ? 0.65 : 0;
}

/** Steps that training prints under torchrun: Megatron, torchtitan, Transformers' Trainer and plain loops. */
export const reader: EvidenceReader = { format: "torchrun-log", recognise, read };
