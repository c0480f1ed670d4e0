import { type Bytes, gib } from "@/lib/units/bytes";
import type { Lines, LineWords, Part } from "./lines";
import { english, type Word } from "./word";

/** Changes whenever the same request may give another figure. */
export const FORMULA_VERSION = "2026.11-3";

export type Verdict = "fits" | "tight" | "does-not-fit" | "not-estimable";

export interface Reason {
  readonly code: string;
  /** In English. */
  readonly message: string;
  /** Path in the request, or null when no single field decides. */
  readonly field: string | null;
  /** The message as a code with what is put in; older stored estimates lack it. */
  readonly words: Word;
}

/** One addend of the total as it is answered and stored. */
export interface AnswerLine {
  readonly part: Part;
  /** `what`, `formula` and `source` are in English. */
  readonly what: string;
  readonly bytes: string;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, number | string>>;
  readonly source: string;
  /** The same as codes; older stored estimates lack them. */
  readonly words: LineWords;
}

export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** GiB on the busiest GPU; the parts sum to `totalGib`. */
export interface PerGpu {
  readonly usableGib: number;
  readonly budgetGib: number;
  readonly weightsGib: number;
  readonly activationsGib: number;
  readonly runtimeGib: number;
  readonly cudaGraphsGib: number;
  readonly kvCacheGib: number;
  readonly gradientsGib: number;
  readonly optimizerGib: number;
  readonly componentsGib: Readonly<Record<string, number>>;
  readonly totalGib: number;
  readonly headroomGib: number;
  /** Meant to hold 90 % of measurements. */
  readonly peakGib: Range;
}

export interface KvAnswer {
  readonly dtype: string;
  readonly logicalBytesPerTokenPerGpu: number;
  readonly reservedBytesPerTokenPerGpu: number;
  readonly stateBytesPerSequencePerGpu: number;
  /** What the engine will have for the cache, with its range. */
  readonly poolGib: Range;
  readonly capacityTokens: number;
  readonly blocks: number;
  /** Bytes and tokens of one block, and how many layer groups take blocks for the same tokens. */
  readonly blockBytes: number;
  readonly blockTokens: number;
  readonly layerGroups: number;
  readonly printedTokens: number;
  readonly maxConcurrencyAtMaxLen: number;
  readonly maxModelLenThatFits: number;
}

export interface PlannedLoad {
  readonly sequences: number;
  readonly neededKvGib: number;
  readonly logicalKvGib: number;
  readonly fits: boolean;
  readonly batchHeadroomSequences: number;
}

export interface Estimate {
  readonly id: string | null;
  readonly formulaVersion: string;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly perGpu: PerGpu | null;
  readonly kv: KvAnswer | null;
  readonly parameters: { readonly total: string; readonly active: string; readonly weightBytes: string } | null;
  readonly plannedLoad: PlannedLoad | null;
  readonly lines: readonly AnswerLine[];
}

export function perGpuOf(lines: Lines, usable: Bytes, budget: number, peak: Range): PerGpu {
  const total = lines.total();
  const componentsGib: Record<string, number> = {};
  for (const [name, size] of Object.entries(lines.components())) componentsGib[name] = gib(size);
  return {
    usableGib: gib(usable),
    budgetGib: gib(budget),
    weightsGib: gib(lines.of("weights")),
    activationsGib: gib(lines.of("activations")),
    runtimeGib: gib(lines.of("runtime")),
    cudaGraphsGib: gib(lines.of("cudaGraphs")),
    kvCacheGib: gib(lines.of("kvCache")),
    gradientsGib: gib(lines.of("gradients")),
    optimizerGib: gib(lines.of("optimizer")),
    componentsGib,
    totalGib: gib(total),
    headroomGib: gib(usable - total),
    peakGib: peak,
  };
}

export const linesOf = (lines: Lines): Estimate["lines"] =>
  lines.all.map(({ part, bytes, inputs, words }) => answerLine(part, String(bytes), inputs, words));

/** A line with its words in English beside their codes. */
export function answerLine(part: Part, bytes: string, inputs: AnswerLine["inputs"], words: LineWords): AnswerLine {
  const [what, formula, source] = [english(words.what), english(words.formula), english(words.source)];
  return { part, what, bytes, formula, inputs, source, words };
}

/** A reason with its message in English beside its words. */
export const reasonOf = (code: string, field: string | null, words: Word): Reason => ({
  code,
  message: english(words),
  field,
  words,
});

export function notEstimable(id: string | null, code: string, field: string, words: Word): Estimate {
  return {
    id,
    formulaVersion: FORMULA_VERSION,
    verdict: "not-estimable",
    reasons: [reasonOf(code, field, words)],
    perGpu: null,
    kv: null,
    parameters: null,
    plannedLoad: null,
    lines: [],
  };
}
