/**
 * What the model classes of the transformers library fix in code and a config.json therefore leaves out, by
 * `model_type`. These are statements of the family, not guesses: a family that is not listed must say it in its config.
 */

/** Output head shared with the embedding when `tie_word_embeddings` is absent. */
const TIED = [
  "gemma",
  "gemma2",
  "gemma3",
  "gemma3_text",
  "gemma3n",
  "gemma4",
  "gemma4_text",
  "gpt2",
  "opt",
  "bloom",
  "t5",
  "whisper",
  "cohere",
  "cohere2",
  "granitemoehybrid",
  "gpt_bigcode",
  "starcoder2",
];
const UNTIED = [
  "llama",
  "llama4",
  "llama4_text",
  "mistral",
  "mistral3",
  "ministral3",
  "mixtral",
  "qwen",
  "qwen2",
  "qwen2_moe",
  "qwen2_5_vl",
  "qwen2_vl",
  "qwen3",
  "qwen3_moe",
  "qwen3_next",
  "qwen3_vl",
  "qwen3_vl_text",
  "qwen3_vl_moe",
  "qwen3_vl_moe_text",
  "qwen3_5",
  "qwen3_5_text",
  "qwen3_5_moe",
  "qwen3_5_moe_text",
  "phi",
  "phi3",
  "phimoe",
  "deepseek_v2",
  "deepseek_v3",
  "deepseek_v32",
  "kimi_k2",
  "kimi_linear",
  "glm_moe_dsa",
  "glm4",
  "glm4_moe",
  "gpt_neox",
  "gptj",
  "falcon",
  "stablelm",
  "olmo",
  "olmo2",
  "olmo3",
  "granite",
  "minimax_m2",
  "minimax_m3",
  "mimo",
  "mimo_v2_flash",
  "nemotron-nas",
  "nemotron_h",
  "step3p7",
  "gpt_oss",
  "internlm2",
  "baichuan",
  "chatglm",
  "exaone4",
];

/** One key and value head per query head when no count of KV heads is stated. */
const MULTI_HEAD = [
  "llama",
  "qwen",
  "gpt_neox",
  "gptj",
  "phi",
  "gpt2",
  "opt",
  "bloom",
  "bert",
  "roberta",
  "xlm-roberta",
  "mpt",
  "stablelm",
  "olmo",
  "gemma",
  "clip_text_model",
  "whisper",
  "t5",
  "baichuan",
];

/** Two matrices (up, down) instead of three (gate, up, down). */
const TWO_MATRICES = [
  "gpt_neox",
  "gptj",
  "phi",
  "gpt2",
  "opt",
  "bloom",
  "falcon",
  "mpt",
  "starcoder2",
  "gpt_bigcode",
  "whisper",
  "bert",
  "roberta",
  "xlm-roberta",
  "nemotron",
  "nemotron_h",
  "clip_text_model",
];
const GATED_ACTIVATIONS = ["silu", "swish", "swiglu", "swigluoai", "situ", "gelu_pytorch_tanh", "geglu"];

/** Biases on query, key and value (and for some on the output) when `attention_bias` is absent. */
const QKV_BIAS = [
  "qwen",
  "qwen2",
  "qwen2_moe",
  "qwen2_vl",
  "qwen2_5_vl",
  "gpt_neox",
  "gpt2",
  "opt",
  "bloom",
  "phi",
  "whisper",
  "bert",
  "roberta",
  "xlm-roberta",
  "clip_text_model",
  "starcoder2",
  "mimo",
];
const OUTPUT_BIAS = [
  "gpt_oss",
  "phimoe",
  "gpt_neox",
  "gpt2",
  "opt",
  "bloom",
  "phi",
  "whisper",
  "bert",
  "roberta",
  "xlm-roberta",
  "clip_text_model",
  "starcoder2",
];
const MLP_BIAS = [
  "gpt_neox",
  "gptj",
  "phi",
  "gpt2",
  "opt",
  "bloom",
  "whisper",
  "bert",
  "roberta",
  "xlm-roberta",
  "clip_text_model",
  "starcoder2",
  "gpt_oss",
];
const QK_NORM = [
  "qwen3",
  "qwen3_moe",
  "qwen3_vl_text",
  "qwen3_vl_moe_text",
  "qwen3_next",
  "qwen3_5_text",
  "qwen3_5_moe_text",
  "gemma3",
  "gemma3_text",
  "gemma4_text",
  "glm4_moe",
  "olmo2",
  "olmo3",
  "exaone4",
];
/** Normalisation vectors per layer beside the usual two. */
const FOUR_NORMS = ["gemma2", "gemma3", "gemma3_text", "gemma3n", "gemma4_text"];
/** Normalisation with a bias (LayerNorm instead of RMSNorm). */
const NORM_BIAS = [
  "gpt_neox",
  "gptj",
  "phi",
  "gpt2",
  "opt",
  "bloom",
  "falcon",
  "whisper",
  "bert",
  "roberta",
  "xlm-roberta",
  "clip_text_model",
  "starcoder2",
  "phimoe",
  "stablelm",
];
/** Attention and feed-forward share one input norm. */
const ONE_NORM = ["phi", "gptj", "falcon", "cohere", "cohere2"];
const ENCODERS = ["bert", "roberta", "xlm-roberta", "nomic_bert", "modernbert", "clip_text_model"];
/** `sliding_window` holds for every layer. */
const ALL_SLIDING = ["mistral", "mixtral", "phi3", "phimoe", "starcoder2", "ministral", "ministral3"];
/** Every n-th layer sees everything when neither `layer_types` nor a pattern is stated. */
const FULL_EVERY: Readonly<Record<string, number>> = {
  gemma2: 2,
  gemma3: 6,
  gemma3_text: 6,
  gpt_oss: 2,
  cohere2: 4,
  llama4_text: 4,
};

const set = (names: readonly string[]) => new Set(names);
const SETS = {
  tied: set(TIED),
  untied: set(UNTIED),
  multiHead: set(MULTI_HEAD),
  twoMatrices: set(TWO_MATRICES),
  gatedActivations: set(GATED_ACTIVATIONS),
  qkvBias: set(QKV_BIAS),
  outputBias: set(OUTPUT_BIAS),
  mlpBias: set(MLP_BIAS),
  qkNorm: set(QK_NORM),
  fourNorms: set(FOUR_NORMS),
  normBias: set(NORM_BIAS),
  oneNorm: set(ONE_NORM),
  encoders: set(ENCODERS),
  allSliding: set(ALL_SLIDING),
};

export const isFamily = (set: keyof typeof SETS, name: string): boolean => SETS[set].has(name);
export const fullEvery = (modelType: string): number | null => FULL_EVERY[modelType] ?? null;
