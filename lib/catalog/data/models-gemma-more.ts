import { cycle, languageModel } from "@/lib/catalog/language-model";
import type { ModelPreset } from "@/lib/catalog/schema";

/** Only the fields that an estimate reads, with the place each set was read. */
export const MODELS_GEMMA_MORE: readonly ModelPreset[] = [
  languageModel("google/t5-v1_1-xxl", "pytorch/torchtitan (type as generally known)", {
    d_ff: 10240,
    d_kv: 64,
    d_model: 4096,
    feed_forward_proj: "gated-gelu",
    model_type: "t5",
    num_decoder_layers: 24,
    num_heads: 64,
    num_layers: 24,
    tie_word_embeddings: false,
    vocab_size: 32128,
    torch_dtype: "bfloat16",
  }),
  languageModel("google/gemma-2-2b-it", "Lightning-AI/litgpt (rewritten, type as generally known)", {
    model_type: "gemma2",
    vocab_size: 256000,
    hidden_size: 2304,
    intermediate_size: 9216,
    num_hidden_layers: 26,
    num_attention_heads: 8,
    num_key_value_heads: 4,
    head_dim: 256,
    max_position_embeddings: 8192,
    attention_bias: false,
    sliding_window: 4096,
    layer_types: cycle(["sliding_attention", "full_attention"], 26),
    torch_dtype: "bfloat16",
  }),
  languageModel("google/gemma-7b-it", "Lightning-AI/litgpt (rewritten, type as generally known)", {
    model_type: "gemma",
    vocab_size: 256000,
    hidden_size: 3072,
    intermediate_size: 24576,
    num_hidden_layers: 28,
    num_attention_heads: 16,
    num_key_value_heads: 16,
    head_dim: 256,
    max_position_embeddings: 4096,
    attention_bias: false,
    torch_dtype: "bfloat16",
  }),
];
