import { readConfig } from "@/lib/memory/config";
import { logicalCache, resolveCacheType, stageCaches } from "@/lib/memory/kv-cache";
import type { ModelShape } from "@/lib/memory/model-shape";
import { countParameters } from "@/lib/memory/parameters";
import type { KvCacheDtype } from "@/lib/memory/schema";
import { WHOLE } from "@/lib/memory/tensors";
import { planWeights, stageWeights } from "@/lib/memory/weights";

/** What one decoding step of a model has to move and to compute, before any card is named. */
export interface StepWork {
  /** Bytes of weights read by every step, over all ranks. */
  readonly sharedBytes: number;
  /** Bytes of all routed experts, over all ranks; 0 for dense models. */
  readonly expertBytes: number;
  /** Routed experts per layer, and how many of them a token uses. */
  readonly experts: number;
  readonly activeExperts: number;
  /** Cache that one sequence reads per step on one GPU, bytes. */
  readonly cacheBytesPerSequence: number;
  /** Parameters that multiply one token; the input embedding is looked up, not multiplied. */
  readonly activeParameters: number;
  readonly layers: number;
  readonly hidden: number;
  /** Format of most matrices, by which the compute rate is chosen. */
  readonly format: string;
}

export interface WorkRequest {
  readonly config: unknown;
  readonly weightFormat: string;
  readonly kvCacheDtype: KvCacheDtype;
  readonly tensor: number;
  /** Tokens that a sequence holds on average while it decodes. */
  readonly contextTokens: number;
}

/** Reads a model's work out of its config. Throws NotEstimable, with the field, for configs that cannot be read. */
export function stepWork({ config, weightFormat, kvCacheDtype, tensor, contextTokens }: WorkRequest): StepWork {
  const model = readConfig(config);
  const plan = planWeights(model, weightFormat);
  const whole = { from: 0, to: model.layers.length, first: true, last: true };
  const options = { vocabularyPadding: 1, expertPadding: null, allocator: false, embeddingOnHost: false };
  const { byPart } = stageWeights(model, plan, WHOLE, whole, options);
  const expertBytes = byPart.get("experts") ?? 0;
  const aside = ["vision tower", "encoder", ...(model.tiedEmbeddings ? [] : (["embedding"] as const))];
  let sharedBytes = 0;
  for (const [part, bytes] of byPart) if (part !== "experts" && !aside.includes(part)) sharedBytes += bytes;
  const cache = resolveCacheType(model, kvCacheDtype, weightFormat);
  const caches = stageCaches(model, cache, tensor, true, 0, model.layers.length, 0);
  const kept = logicalCache(caches, Math.max(1, Math.round(contextTokens)), 0);
  return {
    sharedBytes,
    expertBytes,
    ...routing(model),
    cacheBytesPerSequence: kept.sequenceBytes + kept.stateBytes,
    activeParameters: multiplied(model),
    layers: model.layers.length,
    hidden: model.hidden,
    format: plan.format,
  };
}

function routing(model: ModelShape): { experts: number; activeExperts: number } {
  for (const layer of model.layers) {
    const routed = layer.feedForward.find((part) => part.kind === "experts");
    if (routed) return { experts: routed.experts, activeExperts: routed.activeExperts };
  }
  return { experts: 0, activeExperts: 0 };
}

/** Parameters that multiply one token. */
export function multiplied(model: ModelShape): number {
  const { active, byPart } = countParameters(model);
  const towers = (byPart.get("vision tower") ?? 0) + (byPart.get("encoder") ?? 0);
  const lookedUp = model.tiedEmbeddings ? 0 : model.vocabulary * model.hidden;
  return active - towers - lookedUp;
}
