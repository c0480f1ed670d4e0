import { isAttention } from "./config";
import type { EngineName } from "./engines";
import { Memo } from "./memo";
import type { AttentionMixer, CompressedMixer, LayerShape, MlaMixer, ModelShape, RecurrentMixer } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import type { KvCacheDtype } from "./schema";
import { kvHeadsPerRank } from "./tensors";
import { type Word, word } from "./word";

/** Bytes per cached element by type; block types of llama.cpp carry their scale. */
export const ELEMENT_BYTES: Readonly<Record<Exclude<KvCacheDtype, "auto">, number>> = {
  fp32: 4,
  bf16: 2,
  fp16: 2,
  fp8: 1,
  fp8_e4m3: 1,
  fp8_e5m2: 1,
  fp8_ds_mla: 1,
  int8: 1,
  nvfp4: 9 / 16,
  q8_0: 34 / 32,
  q5_1: 24 / 32,
  q5_0: 22 / 32,
  q4_1: 20 / 32,
  q4_0: 18 / 32,
};

/** DeepSeek sparse attention keeps 128 fp8 values and one fp32 scale per token for its index. */
const INDEX_SCALE_BYTES = 4;
/** DeepSeek-V4's 8-bit entry: 448 fp8 values, 64 16-bit positions, seven scales and one byte of padding. */
const FP8_COMPRESSED_ROW = 584;
/** vLLM's fp8_ds_mla row: 512 fp8 values, four fp32 scales, 64 16-bit positions. */
const FP8_DS_MLA_ROW = 656;

export interface CacheType {
  readonly dtype: Exclude<KvCacheDtype, "auto">;
  readonly bytesPerElement: number;
  readonly why: string;
}

/** What to say when an engine has no such cache: block types are llama.cpp's own, and it has no others below 16 bits. */
export function cacheTypeRemark(engine: EngineName, requested: KvCacheDtype): Word | null {
  const isBlocks = /^q\d/.test(requested);
  const isWide = ["auto", "fp32", "bf16", "fp16"].includes(requested);
  if (isWide || engine === "transformers" || isBlocks === (engine === "llama.cpp")) return null;
  const code = isBlocks ? "reason.cache-type-use-fp8" : "reason.cache-type-use-q8";
  return word(code, { engine, type: requested });
}

/** The cache type is an input of its own; `auto` follows what the engine does with the model's type. */
export function resolveCacheType(model: ModelShape, requested: KvCacheDtype, weightFormat: string): CacheType {
  if (requested !== "auto") return { dtype: requested, bytesPerElement: ELEMENT_BYTES[requested], why: "as requested" };
  const quantisation = model.quantisation instanceof NotEstimable ? null : model.quantisation;
  if (quantisation?.kvCacheFp8)
    return { dtype: "fp8", bytesPerElement: 1, why: "the checkpoint asks for an fp8 cache" };
  const dtype = computeType(model, weightFormat);
  return { dtype, bytesPerElement: ELEMENT_BYTES[dtype], why: "auto: the type the model computes in" };
}

/** The type of activations: fp32 only where weights are fp32, else 16 bits. */
export function computeType(model: ModelShape, weightFormat: string): "fp32" | "bf16" | "fp16" {
  if (weightFormat === "fp32" || weightFormat === "bf16" || weightFormat === "fp16") return weightFormat;
  if (weightFormat === "auto" && model.quantisation === null && model.dtype === "fp32") return "fp32";
  return model.dtype === "fp16" ? "fp16" : "bf16";
}

/** What one layer keeps, on one tensor-parallel rank. */
export interface LayerCache {
  readonly kind: "full" | "window" | "state" | "cross";
  /** Exact bytes per token kept; may be fractional for block types. */
  readonly bytesPerToken: number;
  /** Tokens kept at most; null for all. */
  readonly window: number | null;
  readonly chunked: boolean;
  readonly stateBytes: number;
  /** Bytes per token of encoder output that cross-attention keeps. */
  readonly crossBytesPerToken: number;
  /** Set on the window of a layer that also folds tokens: engines lay such layers out by rules of their own. */
  readonly compressed: CompressedRow | null;
}

export interface CompressedRow {
  /** Tokens folded into one entry; 0 for none. */
  readonly ratio: number;
  readonly bytes: number;
  readonly index: number;
  readonly headDim: number;
}

const NO_CACHE: LayerCache = {
  kind: "full",
  bytesPerToken: 0,
  window: null,
  chunked: false,
  stateBytes: 0,
  crossBytesPerToken: 0,
  compressed: null,
};

function layerCaches(layer: LayerShape, type: CacheType, tensor: number, compressedMla: boolean): LayerCache[] {
  const own = mixerCaches(layer, type, tensor, compressedMla);
  return layer.beside === null ? own : [...own, ...stateCaches(layer.beside, tensor)];
}

function mixerCaches(layer: LayerShape, type: CacheType, tensor: number, compressedMla: boolean): LayerCache[] {
  const mixer = layer.mixer;
  if (mixer === null || layer.sharesCache) return [];
  if (mixer.kind === "mla") return [latentCache(mixer, type, tensor, compressedMla)];
  if (mixer.kind === "compressed") return compressedCaches(mixer, type);
  if (isAttention(mixer)) return [attentionCache(mixer, type, tensor)];
  return stateCaches(mixer, tensor);
}

function stateCaches(mixer: RecurrentMixer, tensor: number): LayerCache[] {
  const conv = Math.ceil(mixer.convState / tensor) * 2;
  const recurrent = Math.ceil(mixer.recurrentState / tensor) * mixer.recurrentBytesPerElement;
  return conv + recurrent === 0 ? [] : [{ ...NO_CACHE, kind: "state", stateBytes: conv + recurrent }];
}

function latentCache(mixer: MlaMixer, type: CacheType, tensor: number, compressedMla: boolean): LayerCache {
  const row = type.dtype === "fp8_ds_mla" ? FP8_DS_MLA_ROW : (mixer.kvRank + mixer.ropeDim) * type.bytesPerElement;
  const heads = Math.ceil(mixer.heads / tensor);
  const expanded = heads * (mixer.nopeDim + mixer.ropeDim + mixer.valueDim) * type.bytesPerElement;
  const index = mixer.indexer === null ? 0 : mixer.indexer.dim + INDEX_SCALE_BYTES;
  return { ...NO_CACHE, bytesPerToken: (compressedMla ? row : expanded) + index };
}

function attentionCache(mixer: AttentionMixer, type: CacheType, tensor: number): LayerCache {
  const heads = kvHeadsPerRank(mixer.kvHeads, tensor);
  const bytesPerToken = heads * (mixer.headDim + mixer.valueDim) * type.bytesPerElement;
  const index = mixer.indexer === null ? 0 : mixer.indexer.dim * type.bytesPerElement;
  return {
    ...NO_CACHE,
    kind: mixer.window === null ? "full" : "window",
    bytesPerToken: bytesPerToken + index,
    window: mixer.window,
    chunked: mixer.kind === "chunked",
    crossBytesPerToken: mixer.cross ? bytesPerToken : 0,
  };
}

/** A window of single entries, and one entry per `ratio` tokens of everything before; the index is fp8 with a scale. */
function compressedCaches(mixer: CompressedMixer, type: CacheType): LayerCache[] {
  const row = type.bytesPerElement === 1 ? FP8_COMPRESSED_ROW : mixer.headDim * type.bytesPerElement;
  const index = mixer.indexer === null ? 0 : mixer.indexer.dim + INDEX_SCALE_BYTES;
  const compressed = { ratio: mixer.ratio, bytes: row, index, headDim: mixer.headDim };
  const caches: LayerCache[] = [{ ...NO_CACHE, kind: "window", bytesPerToken: row, window: mixer.window, compressed }];
  if (mixer.ratio === 0) return caches;
  caches.push({ ...NO_CACHE, bytesPerToken: (row + index) / mixer.ratio });
  return caches;
}

export interface LogicalCache {
  /** Bytes that one sequence of `contextTokens` keeps on one GPU, without its fixed state. */
  readonly sequenceBytes: number;
  /** Average per token at `contextTokens`. */
  readonly bytesPerToken: number;
  /** Fixed bytes per sequence: recurrent state and cross-attention. */
  readonly stateBytes: number;
}

/** What the model needs, whatever an engine allocates: windows kept to their size, latent rows once. */
export function logicalCache(
  caches: readonly LayerCache[],
  contextTokens: number,
  encoderTokens: number,
): LogicalCache {
  let sequenceBytes = 0;
  let stateBytes = 0;
  for (const cache of caches) {
    sequenceBytes += cache.bytesPerToken * Math.min(cache.window ?? contextTokens, contextTokens);
    stateBytes += cache.stateBytes + cache.crossBytesPerToken * encoderTokens;
  }
  return { sequenceBytes: Math.ceil(sequenceBytes), bytesPerToken: sequenceBytes / contextTokens, stateBytes };
}

/** The caches of the layers [from, to) plus `draft` copies of the last kind for a built-in draft model. */
export function stageCaches(
  model: ModelShape,
  type: CacheType,
  tensor: number,
  compressedMla: boolean,
  from: number,
  to: number,
  draft: number,
): readonly LayerCache[] {
  const key = `${type.dtype} ${tensor} ${compressedMla} ${from} ${to} ${draft}`;
  return cachesByStage.of(model, key, () => {
    const caches = layerRange(model, type, tensor, compressedMla, from, to);
    const template = caches.find((cache) => cache.kind === "full");
    if (template !== undefined) for (let i = 0; i < draft; i++) caches.push(template);
    return caches;
  });
}

const cachesByStage = new Memo<ModelShape, readonly LayerCache[]>();

function layerRange(
  model: ModelShape,
  type: CacheType,
  tensor: number,
  compressedMla: boolean,
  from: number,
  to: number,
): LayerCache[] {
  const known = new Map<LayerShape, LayerCache[]>();
  const caches: LayerCache[] = [];
  for (let i = from; i < to; i++) {
    const layer = model.layers[i];
    if (layer === undefined) continue;
    const own = known.get(layer) ?? layerCaches(layer, type, tensor, compressedMla);
    known.set(layer, own);
    caches.push(...own);
  }
  return caches;
}
