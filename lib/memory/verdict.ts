import { GIB, gib } from "@/lib/units/bytes";
import type { PlannedLoad, Range, Reason, Verdict } from "./answer";
import { reservedSequenceBytes } from "./kv-blocks";
import { cacheTypeRemark } from "./kv-cache";
import type { ModelShape } from "./model-shape";
import type { ServeRun } from "./schema";
import type { ServeSettings } from "./serve-settings";
import type { StageResult } from "./serve-stage";
import type { Target } from "./target";

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

const shown = (bytes: number) => `${gib(bytes).toFixed(2)} GiB`;

/**
 * Fits when the pool still holds one sequence of full length and the planned load at the high end of everything else;
 * tight when only at the expected size, or when start-up leaves too little for the sampler's warm-up.
 */
export function judgeServe(c: ServeCase): Judged {
  const reasons: Reason[] = [];
  if (c.settings.engineNote !== null) {
    reasons.push({ code: "engine-version", message: c.settings.engineNote, field: "run.engineVersion" });
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
      const there = shown(Math.max(0, expected));
      const message = demand.message ?? `${demand.what} needs ${shown(demand.bytes)} of cache, ${there} are there`;
      reasons.push({ code: demand.code, message, field: demand.field });
    } else if (demand.bytes > low && worst === "fits") {
      worst = "tight";
      const message = `${demand.what} needs ${shown(demand.bytes)} of cache; between ${shown(Math.max(0, low))} and ${shown(c.stage.pool.high)} are there`;
      reasons.push({ code: `${demand.code}-tight`, message, field: demand.field });
    }
  }
  if (worst === "fits" && c.settings.facts.hybridGroups && hasUnverifiedLayout(c.model)) {
    worst = "tight";
    const message = "the layout of this compressed cache was verified for one version of the engine only";
    reasons.push({ code: "cache-layout-unverified", message, field: "run.engine" });
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
    const message = `${tensor} ranks on nodes of ${gpusPerNode} cards: every layer waits for the link between nodes`;
    found.push({ code: "tensor-across-nodes", message, field: "parallel.tensor" });
  }
  const foreign = cacheTypeRemark(settings.facts.engine, run.kvCacheDtype);
  if (foreign !== null) found.push({ code: "cache-type-unknown", message: foreign, field: "run.kvCacheDtype" });
  const positions = model.maxPositions;
  if (positions !== null && settings.maxModelLen > positions) {
    const message = `the config states ${positions} positions: an engine takes ${settings.maxModelLen} only when it is told to`;
    found.push({ code: "beyond-positions", message, field: "run.maxModelLen" });
  }
  if (run.speculativeTokens > 0 && model.draftLayers === 0) {
    const message = "the config states no draft layers: a separate draft model is not in these figures";
    found.push({ code: "draft-not-counted", message, field: "run.speculativeTokens" });
  }
  return found;
}

/** A server refuses what is longer than it was started for, however much memory there is. */
function refusedLength({ run, settings }: ServeCase): Reason | null {
  const asked = run.contextTokens ?? 0;
  if (asked <= settings.maxModelLen) return null;
  const message = `sequences of ${asked} tokens are refused by a server started for ${settings.maxModelLen}`;
  return { code: "context-exceeds-length", message, field: "run.contextTokens" };
}

/** DeepSeek-V4: logs of other versions than the one behind the layout differ, some by half. */
const hasUnverifiedLayout = (model: ModelShape): boolean =>
  model.layers.some((layer) => layer.mixer?.kind === "compressed");

interface Demand {
  readonly what: string;
  readonly bytes: number;
  readonly code: string;
  readonly field: string;
  /** Said instead of what is needed and there. */
  readonly message?: string;
}

function demands(c: ServeCase): Demand[] {
  const { layout, logical, pool } = c.stage;
  const one = reservedSequenceBytes(layout, c.settings.maxModelLen, logical.stateBytes);
  const list: Demand[] = [];
  if (pool.expected < 0) {
    const message = `weights, activations and runtime alone exceed what the engine may take by ${shown(-pool.expected)}`;
    list.push({ what: "the engine itself", bytes: 0, code: "no-room-for-cache", field: "gpu", message });
  }
  const length = `one sequence of ${c.settings.maxModelLen} tokens`;
  list.push({ what: length, bytes: one, code: "context-does-not-fit", field: "run.maxModelLen" });
  if (c.planned !== null) {
    const load = `${c.run.concurrency} sequences of ${c.run.contextTokens} tokens`;
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
    const message = `other processes leave ${shown(Math.max(0, free))} free, and the engine starts only where its whole budget of ${shown(stage.budget)} is free: gpuMemoryUtilization ${most} at most`;
    return {
      verdict: "does-not-fit",
      reason: { code: "not-free-at-start", message, field: "run.gpuMemoryUtilization" },
    };
  }
  const over = stage.lines.total() - free;
  if (over > 0 && stage.pool.expected >= 0) {
    const message = `CUDA graphs outside the budget exceed the card by ${shown(over)}: lower gpuMemoryUtilization`;
    return { verdict: "tight", reason: { code: "graphs-outside-budget", message, field: "run.gpuMemoryUtilization" } };
  }
  const warmUp = 30 * settings.maxNumSeqs * model.vocabulary;
  const room = free - stage.budget + stage.lines.of("activations") - 1.3 * GIB;
  if (settings.facts.engine !== "vllm" || room >= warmUp) return null;
  const message = `warming up the sampler may need ${shown(warmUp)} where ${shown(Math.max(0, room))} are free: lower maxNumSeqs or gpuMemoryUtilization`;
  return { verdict: "tight", reason: { code: "sampler-warm-up", message, field: "run.maxNumSeqs" } };
}

/** Without a pool, the peak itself has to fit. */
export function judgeByPeak(target: Target, peak: Range, reasons: Reason[] = []): Judged {
  const usable = gib(target.usable);
  if (peak.high <= usable) return { verdict: "fits", reasons };
  const range = `${peak.low.toFixed(1)}–${peak.high.toFixed(1)} GiB`;
  if (peak.expected <= usable) {
    const message = `the peak may reach ${range}, ${usable.toFixed(2)} GiB are usable`;
    return { verdict: "tight", reasons: [...reasons, { code: "peak-tight", message, field: "gpu" }] };
  }
  const message = `the peak of ${peak.expected.toFixed(1)} GiB (${range}) exceeds ${usable.toFixed(2)} GiB`;
  return { verdict: "does-not-fit", reasons: [...reasons, { code: "peak-too-large", message, field: "gpu" }] };
}
