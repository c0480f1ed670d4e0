import { isRecord } from "./config-text";
import type { EstimateRequestInput } from "./schema";

/** One measured case, as the public truth set keeps it: every key may be null. */
export type MeasuredCase = Readonly<Record<string, unknown>>;

/** What is known about a model beside its config: layer groups say what a shortened config leaves out. */
export interface ModelFact {
  readonly config: Readonly<Record<string, unknown>>;
  readonly kv_layer_groups: readonly {
    readonly n: number;
    readonly type: string;
    readonly window?: number;
    readonly kv_heads?: number;
    readonly head_dim?: number;
  }[];
  readonly total_params: number | null;
}

export type AskedCase =
  | { readonly ok: true; readonly request: EstimateRequestInput }
  | { readonly ok: false; readonly missing: string };

const LAYER_TYPES: Readonly<Record<string, string>> = {
  full: "full_attention",
  sliding: "sliding_attention",
  chunked: "chunked_attention",
  gdn: "linear_attention",
};

/** The order of layers does not matter to memory on one stage, so groups are laid out one after another. */
export function configOfFact(fact: ModelFact): Record<string, unknown> {
  const config: Record<string, unknown> = { ...fact.config };
  for (const key of ["layer_types_count", "pattern", "text", "kda_layers", "mla_layers", "mamba_state_mib_f32"])
    delete config[key];
  if (typeof config.sliding_window === "string") delete config.sliding_window;
  const kinds = new Set(fact.kv_layer_groups.map((group) => group.type));
  const known = fact.kv_layer_groups.every((group) => LAYER_TYPES[group.type] !== undefined);
  if (kinds.size > 1 && known) {
    config.layer_types = fact.kv_layer_groups.flatMap((group) => new Array(group.n).fill(LAYER_TYPES[group.type]));
  }
  // The facts state the width of a Qwen 1 layer; its config.json states twice that.
  if (config.model_type === "qwen" && typeof config.intermediate_size === "number") config.intermediate_size *= 2;
  const group = fact.kv_layer_groups[0];
  if (fact.kv_layer_groups.length === 1 && group) {
    config.num_key_value_heads ??= group.kv_heads;
    config.head_dim ??= group.head_dim;
  }
  return config;
}

/** Formats by the words that sources use. The order matters: the more telling word comes first. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/nvfp4/, "nvfp4"],
  [/mxfp4/, "mxfp4"],
  [/recipe|mixed|fbgemm|fp8\/fp4/, ""],
  [/gguf/, ""],
  [/nf4|bnb/, "nf4"],
  [/awq|wna16/, "awq-int4"],
  [/w4a16|gptq|int4|4-bit|autoround/, "w4a16"],
  [/int8/, "int8"],
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
  [/fp8/, "fp8"],
  [/int8/, "int8"],
  [/q8_0/, "q8_0"],
  [/bf16|16-bit/, "bf16"],
  [/f16/, "fp16"],
  [/auto/, "auto"],
];

const ENGINE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/vllm|aphrodite/i, "vllm"],
  [/sglang/i, "sglang"],
  [/tensorrt/i, "tensorrt-llm"],
  [/llama\.cpp/i, "llama.cpp"],
  [/transformers/i, "transformers"],
];

const wordOf = (table: readonly (readonly [RegExp, string])[], words: unknown): string | null =>
  typeof words === "string" ? (table.find(([pattern]) => pattern.test(words))?.[1] ?? null) : null;

const numberOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);

/** Cards by the words of a source, where the kind of card changes a rule. */
const CARDS: readonly (readonly [RegExp, string])[] = [
  [/H100 96/, "h100-nvl"],
  [/H100/, "h100-sxm"],
  [/A100.*40/, "a100-40-sxm"],
  [/A100/, "a100-80-sxm"],
  [/A10G/, "a10g"],
  [/H200/, "h200-sxm"],
  [/5090/, "rtx-5090"],
  [/4090/, "rtx-4090"],
  [/3090/, "rtx-3090"],
];

/** The catalogue's id for a source's card; null when the words do not settle it. */
export const cardIdOf = (c: MeasuredCase): string | null => wordOf(CARDS, c.gpu_model);

function cardOf(c: MeasuredCase, totalGib: number): EstimateRequestInput["gpu"] {
  const id = cardIdOf(c);
  return id === null ? { totalGib } : { id, totalGib };
}

/** Turns a serving case into a request, or names what its source does not state. */
export function askServing(c: MeasuredCase, facts: Readonly<Record<string, ModelFact>>): AskedCase {
  const key = typeof c.model_key === "string" ? c.model_key : null;
  const fact = key === null ? undefined : facts[key];
  if (fact === undefined) return { ok: false, missing: "model config" };
  const engine = wordOf(ENGINE_WORDS, c.engine);
  if (engine === null) return { ok: false, missing: "engine with known rules" };
  if (/TPU|XPU|gfx/.test(String(c.engine))) return { ok: false, missing: "engine with known rules" };
  const weightFormat = formatOfWords(c.weight_format);
  const cache =
    c.kv_cache_dtype === null || c.kv_cache_dtype === undefined ? "auto" : wordOf(CACHE_TYPES, c.kv_cache_dtype);
  if (cache === null) return { ok: false, missing: "kv_cache_dtype" };
  const total = numberOf(c.gpu_reported_total_gib);
  const nominal = numberOf(c.gpu_nominal_gb);
  if (weightFormat === null) return { ok: false, missing: "weight_format" };
  if (numberOf(c.tp) === null) return { ok: false, missing: "tp" };
  const flags = isRecord(c.flags) ? c.flags : {};
  if (/eagle/i.test(String(flags.speculative ?? "")))
    return { ok: false, missing: "config of the separate draft model" };
  if (Array.isArray(c.tags) && c.tags.includes("dp-attention")) return { ok: false, missing: "expert-parallel size" };
  const config = { torch_dtype: c.compute_dtype === "float16" ? "float16" : "bfloat16", ...configOfFact(fact) };
  return {
    ok: true,
    request: {
      id: String(c.id),
      model: { config, ...(fact.total_params ? { parameters: String(Math.round(fact.total_params)) } : {}) },
      weightFormat,
      run: {
        kind: "serve",
        engine: engine as "vllm",
        engineVersion:
          typeof c.engine_version === "string"
            ? `${c.engine_version} ${/V0/.test(String(c.engine)) ? "V0" : ""}`
            : null,
        maxModelLen: numberOf(c.max_model_len_tokens),
        maxNumSeqs: numberOf(c.max_num_seqs),
        maxNumBatchedTokens: numberOf(c.max_num_batched_tokens),
        gpuMemoryUtilization: numberOf(c.gpu_memory_utilization),
        kvCacheDtype: cache as "auto",
        blockSize: numberOf(c.block_size_tokens),
        cudaGraphs: flags.enforce_eager !== true,
        speculativeTokens: numberOf(flags.spec_tokens) ?? 0,
      },
      gpu: cardOf(c, total ?? (nominal ?? 80) * 0.98),
      parallel: { tensor: numberOf(c.tp) ?? 1, pipeline: numberOf(c.pp) ?? 1, context: numberOf(c.dcp) ?? 1 },
    },
  };
}
