import type { BriefContent, FieldPath } from "@/lib/brief/schema";
import { type EstimateRequest, parseEstimateRequest } from "@/lib/memory/schema";
import { SPEED_ENGINES, type SpeedRange } from "@/lib/speed/schema";
import { servingSpeed } from "@/lib/speed/serving-speed";
import type { TrainingSpeedAnswer } from "@/lib/speed/training-schema";
import { trainingSpeed } from "@/lib/speed/training-speed";
import { estimateRequestOf } from "./estimate-request";
import type { Plan } from "./plan";
import { workersOf } from "./split";
import { limitsOf } from "./sweep/from-brief";

/** Planning figures of a plan's speed, all cards together, until the brief's own benchmark replaces them. */
export type PlanSpeed =
  | {
      readonly kind: "serving";
      readonly timeToFirstTokenMs: SpeedRange;
      readonly timePerTokenMs: SpeedRange;
      readonly outputTokensPerSecond: SpeedRange;
      /** Requests in flight on each worker. */
      readonly concurrency: number;
      readonly outside: readonly string[];
    }
  | {
      readonly kind: "training";
      readonly tokensPerSecond: SpeedRange;
      readonly known: TrainingSpeedAnswer["known"];
      readonly outside: readonly string[];
    }
  /** No figure: fields of the brief that lack, or in words why nothing like it was measured. */
  | { readonly kind: "open"; readonly missing: readonly FieldPath[] }
  | { readonly kind: "unknown"; readonly why: string };

type PlanCards = Pick<Plan, "offer" | "count">;

const CACHES = ["auto", "fp8", "bf16", "fp16"] as const;
const unknown = (why: string): PlanSpeed => ({ kind: "unknown", why });
const times = ({ low, expected, high }: SpeedRange, n: number): SpeedRange => ({
  low: low * n,
  expected: expected * n,
  high: high * n,
});

/** What the brief's work would reach on the plan's cards; only serving and training have planning figures. */
export function planSpeed(brief: BriefContent, plan: PlanCards): PlanSpeed {
  const gpu = plan.offer?.acceleratorId ?? brief.memoryShape.acceleratorId;
  if (gpu === null || gpu === undefined) return { kind: "open", missing: ["memoryShape.acceleratorId"] };
  const asked = estimateRequestOf(brief, gpu);
  if (!asked.ok) {
    if (asked.code === "MISSING") return { kind: "open", missing: asked.missing };
    return unknown(asked.code === "INVALID" ? asked.message : "the work runs no model");
  }
  const parsed = parseEstimateRequest(asked.request);
  if (!parsed.ok) return unknown(parsed.message);
  const { model, run } = parsed.request;
  if (run.kind === "train") {
    const { method, precision, sequenceLength, microBatchSize, checkpointing, offload } = run;
    const settings = { method, precision, sequenceLength, microBatchSize, checkpointing, offload };
    const { tokensPerSecond, known, outside, reasons } = trainingSpeed({
      model: { config: model.config, preset: model.preset },
      run: settings,
      gpu,
      cards: plan.count,
    });
    if (tokensPerSecond === null) return unknown(reasons[0]?.message ?? "no planning figure");
    return { kind: "training", tokensPerSecond, known, outside };
  }
  if (run.kind !== "serve") return unknown("only serving and training have planning figures");
  return servingPlan(brief, plan, { ...parsed.request, run }, gpu);
}

type ServeRequest = EstimateRequest & { readonly run: Extract<EstimateRequest["run"], { kind: "serve" }> };

/** The load falls on the plan's workers alike; each is one group of cards in tensor parallel. */
function servingPlan(brief: BriefContent, plan: PlanCards, request: ServeRequest, gpu: string): PlanSpeed {
  const { model, run, weightFormat, parallel } = request;
  const { concurrency, inputTokens, outputTokens } = brief.memoryShape;
  const load = { concurrency, inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null };
  const missing = (["concurrency", "inputTokens", "outputTokens"] as const).filter((name) => load[name] === null);
  if (missing.length > 0) return { kind: "open", missing: missing.map((name): FieldPath => `memoryShape.${name}`) };
  const engine = SPEED_ENGINES.find((name) => name === run.engine);
  if (engine === undefined) return unknown(`no run of ${run.engine} was measured`);
  const kvCacheDtype = CACHES.find((name) => name === run.kvCacheDtype);
  if (kvCacheDtype === undefined) return unknown(`no run with ${run.kvCacheDtype} caches was measured`);
  if (parallel.pipeline > 1) return unknown("pipeline parallelism was not fitted");
  const workers = workersOf(brief, plan.count);
  const each = Math.ceil((load.concurrency ?? 1) / workers);
  const answer = servingSpeed({
    model: { config: model.config, preset: model.preset },
    weightFormat,
    kvCacheDtype,
    engine,
    gpu,
    tensor: parallel.tensor,
    expert: parallel.expert,
    concurrency: each,
    inputTokens: load.inputTokens ?? 1,
    outputTokens: load.outputTokens ?? 1,
  });
  const { timeToFirstTokenMs, timePerTokenMs, outputTokensPerSecond, reasons, outside } = answer;
  if (timeToFirstTokenMs === null || timePerTokenMs === null || outputTokensPerSecond === null) {
    return unknown(reasons[0]?.message ?? "no planning figure");
  }
  const all = times(outputTokensPerSecond, workers);
  return {
    kind: "serving",
    timeToFirstTokenMs,
    timePerTokenMs,
    outputTokensPerSecond: all,
    concurrency: each,
    outside,
  };
}

/**
 * Whether other cards keep up: they reach the brief's limits at the expected value, and have a planning figure where the
 * plan's own cards have one. What is not known of either speaks against nothing.
 */
export function keepsUp(brief: BriefContent, now: PlanCards, other: PlanCards): boolean {
  const [own, found] = [planSpeed(brief, now), planSpeed(brief, other)];
  const limits = limitsOf(brief);
  if (found.kind === "serving") {
    const { timeToFirstTokenMs: first, timePerTokenMs: token } = limits;
    return (
      (first == null || found.timeToFirstTokenMs.expected <= first) &&
      (token == null || found.timePerTokenMs.expected <= token)
    );
  }
  if (found.kind === "training") return found.tokensPerSecond.expected >= (limits.tokensPerSecond ?? 0);
  return own.kind !== "serving" && own.kind !== "training";
}
