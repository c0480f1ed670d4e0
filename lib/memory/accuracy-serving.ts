import { findAccelerator } from "@/lib/catalog/accelerators";
import { gib } from "@/lib/units/bytes";
import { modelOf } from "./accuracy-models";
import { type AskedCase, cardIdOf, type MeasuredCase, type ModelFact, wordOf } from "./accuracy-request";
import { readConfig } from "./config";
import { isRecord } from "./config-text";
import type { EstimateRequestInput } from "./schema";
import { resolveTarget } from "./target";

/** Formats by the words that sources use. The order matters: the more telling word comes first. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^f16 gguf/, "fp16"],
  [/nvfp4/, "nvfp4"],
  [/mxfp4/, "mxfp4"],
  [/native|fbgemm/, "auto"],
  [/recipe|mixed|gguf$/, ""],
  [/q8_0/, "gguf:q8_0"],
  [/q4_k_m/, "gguf:q4_k_m"],
  [/nf4|bnb/, "nf4"],
  [/awq|wna16/, "awq-int4"],
  [/w4a16|gptq|int4|4-bit|autoround/, "w4a16"],
  [/int8|w8a8/, "int8"],
  [/fp8 block/, "fp8-block"],
  [/fp8/, "fp8"],
  [/bf16/, "bf16"],
  [/fp16|f16/, "fp16"],
  [/fp32/, "fp32"],
];

/** The request's name for a stated weight format; null when the words do not settle one. */
function formatOfWords(words: unknown): string | null {
  if (typeof words !== "string" || /part/.test(words)) return null;
  return FORMATS.find(([pattern]) => pattern.test(words.toLowerCase()))?.[1] || null;
}

const CACHE_TYPES: readonly (readonly [RegExp, string])[] = [
  [/656|ds_mla/, "fp8_ds_mla"],
  [/fp8_e5m2/, "fp8_e5m2"],
  [/fp8/, "fp8"],
  [/int8/, "int8"],
  [/q8_0/, "q8_0"],
  [/q4_0/, "q4_0"],
  [/fp32|float32/, "fp32"],
  [/bf16|16-bit|bfloat16/, "bf16"],
  [/f16|fp16|float16/, "fp16"],
  [/auto/, "auto"],
];

const ENGINE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/vllm|aphrodite/i, "vllm"],
  [/sglang/i, "sglang"],
  [/tensorrt/i, "tensorrt-llm"],
  [/llama\.cpp|ollama|llamafile/i, "llama.cpp"],
  [/transformers|litgpt/i, "transformers"],
];

/** Ports of an engine to other hardware: they cut the cache as it does, and measure nothing else alike. */
const PORT = /TPU|XPU|gfx/;

export const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
const positiveOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const flagsOf = (c: MeasuredCase): Readonly<Record<string, unknown>> => (isRecord(c.flags) ? c.flags : {});

/** Whether the case's weights, budget and peak can be asked, or only how the cache is laid out. */
export interface Askable {
  readonly weights: boolean;
  readonly budget: boolean;
}

/** The share of the card that the engine was given, by whatever name its flag has. */
function shareOf(c: MeasuredCase): number | null {
  const flags = flagsOf(c);
  const stated = c.gpu_memory_utilization ?? flags.mem_fraction_static ?? flags.kv_free_gpu_mem_fraction;
  return positiveOf(stated);
}

/** What the source states of the case; a part that it does not state is not compared. */
export function askableOf(c: MeasuredCase): Askable {
  const named = formatOfWords(c.weight_format) !== null && positiveOf(c.tp) !== null;
  const ported = PORT.test(textOf(c.engine));
  const weights = named && !ported && !spreadsExperts(c);
  const total = positiveOf(c.gpu_reported_total_gib) ?? knownTotal(c);
  const length = positiveOf(c.max_model_len_tokens);
  return { weights, budget: weights && total !== null && shareOf(c) !== null && length !== null };
}

/** Data-parallel attention spreads experts over ranks whose number such sources do not state. */
const spreadsExperts = (c: MeasuredCase): boolean => Array.isArray(c.tags) && c.tags.includes("dp-attention");

/** What a process can use of the named card, as the catalogue knows it. */
function knownTotal(c: MeasuredCase): number | null {
  const id = cardIdOf(c);
  const memory = id === null ? null : findAccelerator(id)?.memory;
  return memory?.engineTotalGib == null && memory?.reportedMib == null ? null : gib(resolveTarget(id ?? "").usable);
}

function cardOf(c: MeasuredCase): EstimateRequestInput["gpu"] {
  const id = cardIdOf(c);
  const nominal = (positiveOf(c.gpu_nominal_gb) ?? 80) * 0.98;
  const totalGib = positiveOf(c.gpu_reported_total_gib) ?? knownTotal(c) ?? nominal;
  return id === null ? { totalGib } : { id, totalGib };
}

/** Turns a serving case into a request, or names what its source does not state. */
export function askServing(c: MeasuredCase, facts: Readonly<Record<string, ModelFact>>): AskedCase {
  const model = modelOf(c, facts);
  if (!model.ok) return model;
  const engine = wordOf(ENGINE_WORDS, c.engine);
  if (engine === null) return { ok: false, missing: "engine with known rules" };
  const cache = cacheOf(c);
  if (cache === null) return { ok: false, missing: "kv_cache_dtype" };
  const askable = askableOf(c);
  const format = formatOfWords(c.weight_format);
  if (!askable.weights && !comparesGeometry(c)) {
    return { ok: false, missing: format === null ? "weight_format" : "engine with known rules" };
  }
  const tensor = positiveOf(c.tp) ?? (isLatent(model.config) ? 1 : null);
  if (tensor === null) return { ok: false, missing: "tp" };
  const total = model.parameters === null || !askable.weights ? {} : { parameters: model.parameters };
  return {
    ok: true,
    request: {
      id: textOf(c.id),
      model: { config: withStatedScheme(c, withDraft(c, model.config)), ...total },
      weightFormat: askable.weights ? asked(format, model.config) : "bf16",
      run: readConfig(model.config).role === "encoder" ? { kind: "embed", batch: 1 } : runOf(c, engine, cache),
      gpu: cardOf(c),
      parallel: { tensor, pipeline: positiveOf(c.pp) ?? 1, context: positiveOf(c.dcp) ?? 1 },
    },
  };
}

/** Where a source says fp8 of a checkpoint that is published so, it means the checkpoint, whatever its experts are. */
function asked(format: string | null, config: Readonly<Record<string, unknown>>): string {
  const scheme = isRecord(config.quantization_config) ? config.quantization_config.quant_method : null;
  return format === null || (format === "fp8" && scheme === "fp8") ? "auto" : format;
}

function cacheOf(c: MeasuredCase): string | null {
  return c.kv_cache_dtype === null || c.kv_cache_dtype === undefined ? "auto" : wordOf(CACHE_TYPES, c.kv_cache_dtype);
}

/** A measured pool with its tokens, or a cache of stated length, needs no weights to be compared. */
function comparesGeometry(c: MeasuredCase): boolean {
  const pool = positiveOf(c.kv_available_gib);
  return pool !== null && (positiveOf(c.kv_tokens) !== null || positiveOf(c.kv_needed_gib) !== null);
}

/** Latent caches lie whole on every rank, so that the tensor-parallel size decides nothing about them. */
function isLatent(config: Readonly<Record<string, unknown>>): boolean {
  return readConfig(config).layers.every((layer) => layer.mixer?.kind === "mla");
}

/** EAGLE adds one layer of the model's own shape to the cache. */
function withDraft(c: MeasuredCase, config: Readonly<Record<string, unknown>>) {
  return /eagle/i.test(textOf(flagsOf(c).speculative)) ? { ...config, num_nextn_predict_layers: 1 } : config;
}

/** FBGEMM's own recipe: attention, and the first and last feed-forward, stay at 16 bits. */
function withStatedScheme(c: MeasuredCase, config: Readonly<Record<string, unknown>>) {
  if (!/fbgemm/.test(textOf(c.weight_format))) return config;
  const last = Number(config.num_hidden_layers) - 1;
  const kept = ["*.self_attn.*", "layers.0.mlp.down_proj", `layers.${last}.mlp.down_proj`];
  return { ...config, quantization_config: { quant_method: "fbgemm_fp8", modules_to_not_convert: kept } };
}

function versionOf(c: MeasuredCase): string | null {
  const word = /V0/.test(textOf(c.engine)) ? " V0" : "";
  return typeof c.engine_version === "string" ? c.engine_version + word : null;
}

/** LitGPT generates 50 tokens unless told otherwise; tables of single streams state theirs in words. */
const LITGPT_TOKENS = 55;

/** Tokens that each sequence of a peak holds at its end. */
function peakTokens(c: MeasuredCase): number | null {
  const stated = positiveOf(c.kv_tokens);
  if (stated !== null) return stated;
  const words = `${textOf(c.peak_metric)} ${textOf(c.check_note)}`;
  const generated = /generating (\d+) tokens/.exec(words)?.[1];
  if (generated !== undefined) return Number(generated);
  return /litgpt/i.test(textOf(c.engine)) ? LITGPT_TOKENS : null;
}

function runOf(c: MeasuredCase, engine: string, cache: string): EstimateRequestInput["run"] {
  const flags = flagsOf(c);
  const length = positiveOf(c.max_model_len_tokens);
  const single = engine === "transformers";
  const tokens = single ? peakTokens(c) : null;
  const draft = /eagle/i.test(textOf(flags.speculative)) ? 1 : 0;
  return {
    kind: "serve",
    engine: engine as "vllm",
    engineVersion: versionOf(c),
    maxModelLen: length ?? tokens,
    maxNumSeqs: positiveOf(c.max_num_seqs),
    maxNumBatchedTokens: positiveOf(c.max_num_batched_tokens),
    gpuMemoryUtilization: shareOf(c),
    kvCacheDtype: cache as "auto",
    blockSize: positiveOf(c.block_size_tokens),
    ...(/marlin/i.test(textOf(c.weight_format)) ? { mxfp4Kernel: "marlin" as const } : {}),
    cudaGraphs: flags.enforce_eager !== true,
    speculativeTokens: positiveOf(flags.spec_tokens) ?? draft,
    ...(tokens === null ? {} : { concurrency: positiveOf(c.max_num_seqs) ?? 1, contextTokens: tokens }),
    ...(positiveOf(c.kv_needed_gib) === null || length === null ? {} : { concurrency: 1, contextTokens: length }),
  };
}
