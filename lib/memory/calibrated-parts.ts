import { GIB } from "@/lib/units/bytes";
import {
  answerLine,
  type Estimate,
  type PerGpu,
  type PlannedLoad,
  type Reason,
  reasonOf,
  type Verdict,
} from "./answer";
import type { LineWords } from "./lines";
import { roomGib } from "./room";
import { word } from "./word";

/** Reasons that speak of figures which the measurement has replaced. */
const OF_FIGURES = /^(no-room-for-cache|context-does-not-fit|planned-load-does-not-fit|peak)(-|$)/;
/** What no measured size changes: an engine that does not start, or starts with a warning. */
const NEVER_FITS = ["not-free-at-start", "context-exceeds-length"];
const AT_MOST_TIGHT = ["sampler-warm-up", "graphs-outside-budget", "cache-layout-unverified"];

/** The verdict over refitted figures: fits at the worse end of the range, tight at its expected size. */
export function judgedAgain(next: Estimate): Pick<Estimate, "verdict" | "reasons"> {
  const kept = next.reasons.filter((reason) => !OF_FIGURES.test(reason.code));
  const worse = roomGib(next);
  if (worse === null || next.perGpu === null) return { verdict: next.verdict, reasons: next.reasons };
  const has = (codes: readonly string[]) => kept.some((reason) => codes.includes(reason.code));
  const sized = verdictBySize(next, worse);
  const verdict: Verdict =
    sized === "does-not-fit" || has(NEVER_FITS) ? "does-not-fit" : has(AT_MOST_TIGHT) ? "tight" : sized;
  return { verdict, reasons: sized === "fits" ? kept : [...kept, sizeReason(next, worse)] };
}

function verdictBySize({ perGpu, kv }: Estimate, worse: number): Verdict {
  if (worse >= 0) return "fits";
  const pooled = kv !== null && kv.blocks > 0;
  const spread = pooled ? kv.poolGib.expected - kv.poolGib.low : (perGpu?.peakGib.high ?? 0) - (perGpu?.totalGib ?? 0);
  return worse + spread >= 0 ? "tight" : "does-not-fit";
}

function sizeReason({ perGpu, kv }: Estimate, worse: number): Reason {
  if (kv !== null && kv.blocks > 0) {
    const { low, high } = kv.poolGib;
    const words = word("reason.measured-cache", { needGib: low - worse, lowGib: low, highGib: high });
    return reasonOf("measured-cache", null, words);
  }
  const { low, high } = perGpu?.peakGib ?? { low: 0, high: 0 };
  const put = { lowGib: low, highGib: high, usableGib: perGpu?.usableGib ?? 0 };
  return reasonOf("measured-peak", "gpu", word("reason.measured-peak", put));
}

/** The planned load against the cache that is there as measured. */
export function loadAgain(planned: PlannedLoad | null, poolGib: number): PlannedLoad | null {
  if (planned === null || planned.neededKvGib === 0) return planned;
  const holds = Math.floor((poolGib * planned.sequences) / planned.neededKvGib);
  return { ...planned, fits: holds >= planned.sequences, batchHeadroomSequences: holds - planned.sequences };
}

const AS_MEASURED: LineWords = {
  what: word("what.as-measured"),
  formula: word("formula.measured-less-estimated"),
  source: word("source.measured-run"),
};

/** One more line for every part that moved, so that the lines still sum to the total in whole bytes. */
export function correctedLines(lines: Estimate["lines"], perGpu: PerGpu): Estimate["lines"] {
  const parts: readonly (readonly [Estimate["lines"][number]["part"], number])[] = [
    ["weights", perGpu.weightsGib],
    ["activations", perGpu.activationsGib],
    ["runtime", perGpu.runtimeGib],
    ["cudaGraphs", perGpu.cudaGraphsGib],
    ["kvCache", perGpu.kvCacheGib],
    ["gradients", perGpu.gradientsGib],
    ["optimizer", perGpu.optimizerGib],
    ...Object.entries(perGpu.componentsGib).map(([name, gib]) => [`component:${name}` as const, gib] as const),
  ];
  const corrections = parts.flatMap(([part, gib]) => {
    const listed = lines.filter((line) => line.part === part).reduce((sum, line) => sum + Number(line.bytes), 0);
    const moved = Math.round(gib * GIB) - listed;
    if (moved === 0) return [];
    return [answerLine(part, String(moved), {}, AS_MEASURED)];
  });
  return [...lines, ...corrections];
}
