import type { GgufHeader, GgufValue } from "./gguf-header";
import { isGgufMix } from "./gguf-types";
import { NotEstimable } from "./not-estimable";
import { word } from "./word";

/** What a GGUF header says in the terms of a request: a config, the true total and bytes, the commonest type. */
export interface GgufModel {
  readonly config: Readonly<Record<string, unknown>>;
  readonly parameters: string;
  readonly weightBytes: string;
  /** `gguf:<type>` of most bytes. */
  readonly weightFormat: string;
}

/** Families by llama.cpp's name of the architecture. */
const FAMILIES: Readonly<Record<string, string>> = {
  llama: "llama",
  qwen2: "qwen2",
  qwen2moe: "qwen2_moe",
  qwen2vl: "qwen2",
  qwen3: "qwen3",
  qwen3moe: "qwen3_moe",
  gemma: "gemma",
  gemma2: "gemma2",
  gemma3: "gemma3_text",
  phi2: "phi",
  phi3: "phi3",
  deepseek2: "deepseek_v3",
  "gpt-oss": "gpt_oss",
  glm4: "glm4",
  glm4moe: "glm4_moe",
  falcon: "falcon",
  starcoder2: "starcoder2",
  "command-r": "cohere",
  cohere2: "cohere2",
  gptneox: "gpt_neox",
  granite: "granite",
  olmo2: "olmo2",
  stablelm: "stablelm",
  exaone4: "exaone4",
  "minimax-m2": "minimax_m2",
  mistral3: "mistral",
  // Below: plain decoders, whose headers state all that their families need.
  arcee: "arcee",
  baichuan: "baichuan",
  cohere: "cohere",
  deepseek: "deepseek",
  dots1: "dots1",
  ernie4_5: "ernie4_5",
  "ernie4_5-moe": "ernie4_5_moe",
  exaone: "exaone",
  granitemoe: "granitemoe",
  "hunyuan-dense": "hunyuan_v1_dense",
  internlm2: "internlm2",
  minicpm: "minicpm",
  nemotron: "nemotron",
  olmo: "olmo",
  olmoe: "olmoe",
  phimoe: "phimoe",
  qwen3vl: "qwen3",
  qwen3vlmoe: "qwen3_moe",
  seed_oss: "seed_oss",
  smollm3: "smollm3",
  starcoder: "gpt_bigcode",
};

const FIELD = "model.ggufPath";

/** The model of a GGUF file. Architectures without rules here, and heads that differ by layer, are refused by name. */
export function ggufModel(header: GgufHeader): GgufModel {
  const architecture = header.metadata.get("general.architecture");
  const family = typeof architecture === "string" ? FAMILIES[architecture] : undefined;
  if (typeof architecture !== "string") {
    throw new NotEstimable(FIELD, word("reason.gguf-no-architecture"), "unusable-field");
  }
  if (family === undefined) {
    const known = Object.keys(FAMILIES).join(", ");
    throw new NotEstimable(FIELD, word("reason.gguf-architecture", { name: architecture, known }), "unsupported");
  }
  const value = (name: string) => header.metadata.get(`${architecture}.${name}`);
  const number = (name: string) => oneNumber(value(name), `${architecture}.${name}`);
  const names = new Map(header.tensors.map((tensor) => [tensor.name, tensor]));
  const embedding = names.get("token_embd.weight");
  const hidden = number("embedding_length");
  const vocabulary = number("vocab_size") ?? (embedding && hidden ? embedding.elements / hidden : null);
  const config: Record<string, unknown> = {
    model_type: family,
    torch_dtype: "float16",
    hidden_size: hidden,
    num_hidden_layers: number("block_count"),
    num_attention_heads: number("attention.head_count"),
    num_key_value_heads: number("attention.head_count_kv"),
    head_dim: number("attention.key_length"),
    v_head_dim: number("attention.value_length"),
    intermediate_size: number("feed_forward_length"),
    vocab_size: vocabulary,
    max_position_embeddings: number("context_length"),
    sliding_window: number("attention.sliding_window"),
    tie_word_embeddings: !names.has("output.weight"),
    attention_bias: names.has("blk.0.attn_q.bias"),
    num_experts: number("expert_count") || null,
    num_experts_per_tok: number("expert_used_count") || null,
    moe_intermediate_size: number("expert_feed_forward_length"),
    shared_expert_intermediate_size: number("expert_shared_feed_forward_length"),
    n_shared_experts: number("expert_shared_count"),
    first_k_dense_replace: number("leading_dense_block_count"),
    num_nextn_predict_layers: number("nextn_predict_layers"),
  };
  if (number("attention.kv_lora_rank") !== null) Object.assign(config, latentFields(number));
  const present = Object.entries(config).filter(([, stated]) => stated !== null);
  return { config: Object.fromEntries(present), ...totals(header) };
}

/** Latent attention: the key length counts the positions as well. */
function latentFields(number: (name: string) => number | null): Record<string, number | null> {
  const rope = number("rope.dimension_count");
  const key = number("attention.key_length_mla") ?? number("attention.key_length");
  return {
    kv_lora_rank: number("attention.kv_lora_rank"),
    q_lora_rank: number("attention.q_lora_rank"),
    qk_rope_head_dim: rope,
    qk_nope_head_dim: key === null || rope === null ? null : key - rope,
    v_head_dim: number("attention.value_length_mla") ?? number("attention.value_length"),
    head_dim: null,
  };
}

/** A number, or a list of one repeated; null when the header does not have it. */
function oneNumber(value: GgufValue | undefined, key: string): number | null {
  if (value === undefined) return null;
  if (typeof value === "number") return value;
  const first = Array.isArray(value) ? value[0] : undefined;
  if (Array.isArray(value) && typeof first === "number" && value.every((other) => other === first)) return first;
  throw new NotEstimable(FIELD, word("reason.gguf-by-layer", { name: key }), "unsupported");
}

function totals(header: GgufHeader): Pick<GgufModel, "parameters" | "weightBytes" | "weightFormat"> {
  let parameters = 0;
  let bytes = 0;
  const byType = new Map<string, number>();
  for (const tensor of header.tensors) {
    parameters += tensor.elements;
    bytes += tensor.bytes;
    byType.set(tensor.type, (byType.get(tensor.type) ?? 0) + tensor.bytes);
  }
  if (parameters === 0) throw new NotEstimable(FIELD, word("reason.no-tensors"), "unusable-field");
  const [commonest] = [...byType].sort((a, b) => b[1] - a[1])[0] ?? ["f16"];
  const format = isGgufMix(commonest) ? commonest : (MIX_OF_TYPE[commonest] ?? "q8_0");
  return { parameters: String(parameters), weightBytes: String(bytes), weightFormat: `gguf:${format}` };
}

/** The recipe whose base type this is, where the two have different names. */
const MIX_OF_TYPE: Readonly<Record<string, string>> = { q4_k: "q4_k_m", q5_k: "q5_k_m", q3_k: "q3_k_m" };
