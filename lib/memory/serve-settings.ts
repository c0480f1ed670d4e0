import { findAccelerator } from "@/lib/catalog/accelerators";
import { GIB } from "@/lib/units/bytes";
import { type EngineFacts, engineFacts } from "./engines";
import { type CacheType, computeType, resolveCacheType } from "./kv-cache";
import type { ModelShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { stageSplit } from "./place";
import type { EstimateRequest, ServeRun } from "./schema";
import type { Target } from "./target";
import type { Split } from "./tensors";
import { type ExpertPadding, planWeights, unnested, type WeightPlan } from "./weights";
import { type Word, word } from "./word";

/** Everything that one start of a server decides, with the engine's defaults filled in. */
export interface ServeSettings {
  readonly facts: EngineFacts;
  readonly engineNote: Word | null;
  readonly plan: WeightPlan;
  readonly cache: CacheType;
  readonly split: Split;
  readonly computeBytes: number;
  readonly maxModelLen: number;
  readonly maxNumSeqs: number;
  readonly batchedTokens: number;
  readonly utilisation: number;
  readonly blockSize: number;
  readonly expertPadding: ExpertPadding | null;
  readonly encoderTokens: number;
}

export function serveSettings(
  model: ModelShape,
  request: EstimateRequest,
  run: ServeRun,
  target: Target,
): ServeSettings {
  const { facts, note } = engineFacts(run.engine, run.engineVersion ?? null);
  const large = target.usable >= facts.largeCardGib * GIB;
  const pick = (values: { large: number; small: number }) => (large ? values.large : values.small);
  const maxModelLen = run.maxModelLen ?? model.maxPositions;
  if (maxModelLen === null) {
    throw new NotEstimable("run.maxModelLen", word("reason.no-longest-context"));
  }
  const stored = planWeights(model, request.weightFormat);
  const plan = facts.cache === "as-needed" ? stored : unnested(stored);
  const split = stageSplit(model, request.parallel, plan.uniform);
  return {
    facts,
    engineNote: note,
    plan,
    cache: resolveCacheType(model, run.kvCacheDtype, request.weightFormat),
    split: facts.sharedExpertsWhole ? { ...split, shared: 1 } : split,
    computeBytes: computeType(model, request.weightFormat) === "fp32" ? 4 : 2,
    maxModelLen,
    maxNumSeqs: run.maxNumSeqs ?? pick(facts.maxNumSeqs),
    batchedTokens: run.maxNumBatchedTokens ?? usualBatch(pick(facts.maxNumBatchedTokens), run, facts),
    utilisation: run.gpuMemoryUtilization ?? facts.defaultUtilisation,
    blockSize: run.blockSize ?? facts.blockSize,
    expertPadding: plan.roles.experts.format.name === "MXFP4" ? mxfp4Padding(request.gpu, run) : null,
    encoderTokens: encoderTokens(model, run.contextTokens ?? maxModelLen),
  };
}

/** Without a scheduler a batch is the prompt itself, which is not longer than its context. */
function usualBatch(tokens: number, run: ServeRun, facts: EngineFacts): number {
  return facts.growsByConcatenation ? Math.min(tokens, run.contextTokens ?? tokens) : tokens;
}

/** Cross-attention keeps one row per encoder position: a fixed number for speech, else as long as the input. */
function encoderTokens(model: ModelShape, contextTokens: number): number {
  return model.encoder === null ? 0 : (model.encoder.positions ?? contextTokens);
}

/** Triton on Hopper, Marlin elsewhere; the two pad experts differently. A card without id is taken for a Hopper. */
function mxfp4Padding(gpu: EstimateRequest["gpu"], run: ServeRun): ExpertPadding {
  const kernel = run.mxfp4Kernel ?? usualKernel(gpu);
  return kernel === "triton" ? { width: 256, inner: 1 } : { width: 128, inner: 256 };
}

function usualKernel(gpu: EstimateRequest["gpu"]): "triton" | "marlin" {
  const id = typeof gpu === "string" ? gpu : gpu.id;
  const capability = id === undefined ? "9.0" : findAccelerator(id)?.computeCapability;
  return capability === "9.0" ? "triton" : "marlin";
}
