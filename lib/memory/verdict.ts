import { GIB, gib } from "@/lib/units/bytes";
import { type PlannedLoad, type Range, type Reason, reasonOf, type Verdict } from "./answer";
import { reservedSequenceBytes } from "./kv-blocks";
import { cacheTypeRemark } from "./kv-cache";
import type { ModelShape } from "./model-shape";
import type { ServeRun } from "./schema";
import type { ServeSettings } from "./serve-settings";
import type { StageResult } from "./serve-stage";
import type { Target } from "./target";
import { type Word, word } from "./word";

interface Judged {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
}

interface ServeCase {
  readonly model: ModelShape;
  readonly run: ServeRun;
  readonly settings: ServeSettings;
  readonly target: Target;
  readonly stage: StageResult;
  readonly planned: PlannedLoad | null;
  readonly peak: Range;
  /** Cards that share the fast link; null where nobody stated it. */
  readonly gpusPerNode: number | null;
}

/**
 * Fits when the pool still holds one sequence of full length and the planned load at the high end of everything else;
 * tight when only at the expected size, or when start-up leaves too little for the sampler's warm-up.
 */
export function judgeServe(c: ServeCase): Judged {
  const reasons: Reason[] = [];
  if (c.settings.engineNote !== null) {
    reasons.push(reasonOf("engine-version", "run.engineVersion", c.settings.engineNote));
  }
  reasons.push(...remarks(c));
  const refused = refusedLength(c);
  if (refused !== null) return { verdict: "does-not-fit", reasons: [...reasons, refused] };
  if (c.settings.facts.cache === "as-needed") return judgeByPeak(c.target, c.peak, reasons);
  let worst: Verdict = "fits";
  for (const demand of demands(c)) {
    const { low, expected } = c.stage.pool;
    if (demand.bytes > expected) {
      worst = "does-not-fit";
      reasons.push(reasonOf(demand.code, demand.field, demand.words ?? missingCache(demand, expected)));
    } else if (demand.bytes > low && worst === "fits") {
      worst = "tight";
      const there = { lowGib: gib(Math.max(0, low)), highGib: gib(c.stage.pool.high) };
      const words = word("reason.needs-cache-tight", { load: demand.what, needGib: gib(demand.bytes), ...there });
      reasons.push(reasonOf(`${demand.code}-tight`, demand.field, words));
    }
  }
  if (worst === "fits" && c.settings.facts.hybridGroups && hasUnverifiedLayout(c.model)) {
    worst = "tight";
    reasons.push(reasonOf("cache-layout-unverified", "run.engine", word("reason.layout-unverified")));
  }
  const start = judgeStart(c);
  if (start !== null) {
    reasons.push(start.reason);
    if (start.verdict === "does-not-fit" || worst === "fits") worst = start.verdict;
  }
  return { verdict: worst, reasons };
}

/** What is said beside any verdict: what the figures do not hold, or what an engine has to be told. */
function remarks({ model, run, settings, gpusPerNode }: ServeCase): Reason[] {
  const found: Reason[] = [];
  const { tensor } = settings.split;
  if (gpusPerNode !== null && tensor > gpusPerNode) {
    const words = word("reason.across-nodes", { ranks: tensor, cards: gpusPerNode });
    found.push(reasonOf("tensor-across-nodes", "parallel.tensor", words));
  }
  const foreign = cacheTypeRemark(settings.facts.engine, run.kvCacheDtype);
  if (foreign !== null) found.push(reasonOf("cache-type-unknown", "run.kvCacheDtype", foreign));
  const positions = model.maxPositions;
  if (positions !== null && settings.maxModelLen > positions) {
    const words = word("reason.beyond-positions", { positions, tokens: settings.maxModelLen });
    found.push(reasonOf("beyond-positions", "run.maxModelLen", words));
  }
  if (run.speculativeTokens > 0 && model.draftLayers === 0) {
    found.push(reasonOf("draft-not-counted", "run.speculativeTokens", word("reason.draft-not-counted")));
  }
  return found;
}

/** A server refuses what is longer than it was started for, however much memory there is. */
function refusedLength({ run, settings }: ServeCase): Reason | null {
  const asked = run.contextTokens ?? 0;
  if (asked <= settings.maxModelLen) return null;
  const words = word("reason.context-exceeds-length", { tokens: asked, longest: settings.maxModelLen });
  return reasonOf("context-exceeds-length", "run.contextTokens", words);
}

/** DeepSeek-V4: logs of other versions than the one behind the layout differ, some by half. */
const hasUnverifiedLayout = (model: ModelShape): boolean =>
  model.layers.some((layer) => layer.mixer?.kind === "compressed");

interface Demand {
  readonly what: Word;
  readonly bytes: number;
  readonly code: string;
  readonly field: string;
  /** Said instead of what is needed and there. */
  readonly words?: Word;
}

const missingCache = ({ what, bytes }: Demand, there: number): Word =>
  word("reason.needs-cache", { load: what, needGib: gib(bytes), thereGib: gib(Math.max(0, there)) });

function demands(c: ServeCase): Demand[] {
  const { layout, logical, pool } = c.stage;
  const one = reservedSequenceBytes(layout, c.settings.maxModelLen, logical.stateBytes);
  const list: Demand[] = [];
  if (pool.expected < 0) {
    const words = word("reason.no-room", { overGib: gib(-pool.expected) });
    list.push({ what: words, bytes: 0, code: "no-room-for-cache", field: "gpu", words });
  }
  const length = word("reason.one-sequence", { tokens: c.settings.maxModelLen });
  list.push({ what: length, bytes: one, code: "context-does-not-fit", field: "run.maxModelLen" });
  if (c.planned !== null) {
    const load = word("reason.sequences", { sequences: c.planned.sequences, tokens: c.run.contextTokens ?? 0 });
    const bytes = Math.ceil(c.planned.neededKvGib * GIB);
    list.push({ what: load, bytes, code: "planned-load-does-not-fit", field: "run.concurrency" });
  }
  return list;
}

/**
 * After the profile run the sampler warms up with buffers of about 30 bytes per slot and vocabulary entry, and graphs
 * take their own. gpt-oss-20b dies here at 0.95 on an H100 and starts at 0.90.
 */
function judgeStart(c: ServeCase): { verdict: Verdict; reason: Reason } | null {
  const { stage, target, settings, model } = c;
  if (settings.facts.cache !== "rest-of-budget") return null;
  const free = target.usable - (target.heldByOthers ?? 0);
  if (target.heldByOthers !== undefined && stage.budget > free) {
    const most = Math.max(0, Math.floor((100 * free) / target.usable) / 100);
    const put = { freeGib: gib(Math.max(0, free)), budgetGib: gib(stage.budget), share: most };
    return {
      verdict: "does-not-fit",
      reason: reasonOf("not-free-at-start", "run.gpuMemoryUtilization", word("reason.not-free", put)),
    };
  }
  const over = stage.lines.total() - free;
  if (over > 0 && stage.pool.expected >= 0) {
    const words = word("reason.graphs-outside", { overGib: gib(over) });
    return { verdict: "tight", reason: reasonOf("graphs-outside-budget", "run.gpuMemoryUtilization", words) };
  }
  const warmUp = 30 * settings.maxNumSeqs * model.vocabulary;
  const room = free - stage.budget + stage.lines.of("activations") - 1.3 * GIB;
  if (settings.facts.engine !== "vllm" || room >= warmUp) return null;
  const words = word("reason.sampler-warm-up", { needGib: gib(warmUp), freeGib: gib(Math.max(0, room)) });
  return { verdict: "tight", reason: reasonOf("sampler-warm-up", "run.maxNumSeqs", words) };
}

/** Without a pool, the peak itself has to fit. */
export function judgeByPeak(target: Target, peak: Range, reasons: Reason[] = []): Judged {
  const usable = gib(target.usable);
  if (peak.high <= usable) return { verdict: "fits", reasons };
  const put = { lowGib: peak.low, highGib: peak.high, usableGib: usable };
  if (peak.expected <= usable) {
    return { verdict: "tight", reasons: [...reasons, reasonOf("peak-tight", "gpu", word("reason.peak-tight", put))] };
  }
  const words = word("reason.peak-too-large", { ...put, peakGib: peak.expected });
  return { verdict: "does-not-fit", reasons: [...reasons, reasonOf("peak-too-large", "gpu", words)] };
}
