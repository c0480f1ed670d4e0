import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { parseEstimateRequest } from "./schema";

type Config = Readonly<Record<string, unknown>>;

function ask(config: Config, more: Readonly<Record<string, unknown>> = {}) {
  const parsed = parseEstimateRequest({
    model: { config: { torch_dtype: "bfloat16", tie_word_embeddings: false, hidden_act: "silu", ...config } },
    run: { kind: "serve", engineVersion: "0.19", maxModelLen: 2048 },
    gpu: { totalGib: 3000 },
    ...more,
  });
  if (!parsed.ok) throw new Error(`${parsed.path}: ${parsed.message}`);
  return estimate(parsed.request);
}

const decoder = (
  type: string,
  hidden: number,
  width: number,
  heads: number,
  kvHeads: number,
  layers: number,
  vocabulary: number,
) => ({
  model_type: type,
  hidden_size: hidden,
  intermediate_size: width,
  num_attention_heads: heads,
  num_key_value_heads: kvHeads,
  num_hidden_layers: layers,
  vocab_size: vocabulary,
  max_position_embeddings: 4096,
});

const whisperLike = {
  d_model: 1280,
  encoder_layers: 32,
  encoder_ffn_dim: 5120,
  num_mel_bins: 128,
  max_source_positions: 1500,
};

/** Totals of model cards, billions, and bytes per token of the 16-bit cache: layers with attention × 2 × KV heads × width × 2. */
const PUBLISHED: readonly (readonly [what: string, config: Config, billions: number, perToken: number])[] = [
  [
    "Jamba Mini: attention every eighth layer, Mamba 1 in all others, experts in every second",
    {
      ...decoder("jamba", 4096, 14336, 32, 8, 32, 65536),
      attn_layer_period: 8,
      attn_layer_offset: 4,
      expert_layer_period: 2,
      expert_layer_offset: 1,
      num_experts: 16,
      num_experts_per_tok: 2,
      mamba_d_conv: 4,
      mamba_d_state: 16,
      mamba_dt_rank: 256,
      mamba_expand: 2,
    },
    51.57,
    4 * 2 * 8 * 128 * 2,
  ],
  [
    "Bamba 9B: attention in the layers that it lists",
    {
      ...decoder("bamba", 4096, 14336, 32, 8, 32, 128256),
      attn_layer_indices: [9, 18, 27],
      mamba_n_heads: 128,
      mamba_d_head: 64,
      mamba_d_state: 128,
      mamba_n_groups: 1,
      mamba_d_conv: 4,
    },
    9.78,
    3 * 2 * 8 * 128 * 2,
  ],
  [
    "MiniMax-Text-01: softmax attention in one layer of eight",
    {
      ...decoder("minimax_text_01", 6144, 9216, 64, 8, 80, 200064),
      head_dim: 128,
      num_local_experts: 32,
      num_experts_per_tok: 2,
      attn_type_list: Array.from({ length: 80 }, (_, i) => (i % 8 === 7 ? 1 : 0)),
    },
    456.09,
    10 * 2 * 8 * 128 * 2,
  ],
  [
    "LFM2 1.2B: short convolutions between attention",
    {
      ...decoder("lfm2", 2048, 12288, 32, 8, 16, 65536),
      tie_word_embeddings: true,
      hidden_act: undefined,
      conv_L_cache: 3,
      block_auto_adjust_ff_dim: true,
      block_multiple_of: 256,
      layer_types: Array.from({ length: 16 }, (_, i) =>
        [2, 5, 8, 10, 12, 14].includes(i) ? "full_attention" : "conv",
      ),
    },
    1.17,
    6 * 2 * 8 * 64 * 2,
  ],
  [
    "Falcon Mamba 7B: no attention at all",
    {
      model_type: "falcon_mamba",
      hidden_size: 4096,
      num_hidden_layers: 64,
      vocab_size: 65024,
      state_size: 16,
      conv_kernel: 4,
      expand: 2,
      time_step_rank: 256,
    },
    7.273,
    0,
  ],
  [
    "ERNIE 4.5 21B: its own names for experts, the first layer dense",
    {
      ...decoder("ernie4_5_moe", 2560, 12288, 20, 4, 28, 103424),
      tie_word_embeddings: true,
      moe_num_experts: 64,
      moe_k: 6,
      moe_num_shared_experts: 2,
      moe_intermediate_size: 1536,
      moe_layer_start_index: 1,
      moe_layer_interval: 1,
    },
    21.825,
    28 * 2 * 4 * 128 * 2,
  ],
  [
    "Hunyuan A13B: a list of one equal value for every layer",
    {
      ...decoder("hunyuan_v1_moe", 4096, 3072, 32, 8, 32, 128167),
      tie_word_embeddings: true,
      num_experts: 64,
      moe_topk: new Array(32).fill(8),
      moe_intermediate_size: new Array(32).fill(3072),
      num_shared_expert: new Array(32).fill(1),
    },
    80.393,
    32 * 2 * 8 * 128 * 2,
  ],
  [
    "Voxtral Mini 3B: an encoder for sound beside the text",
    {
      model_type: "voxtral",
      text_config: { ...decoder("llama", 3072, 8192, 32, 8, 30, 131072), head_dim: 128 },
      audio_config: { ...whisperLike, hidden_size: 1280 },
    },
    4.676,
    30 * 2 * 8 * 128 * 2,
  ],
  [
    "Qwen2-Audio 7B",
    {
      model_type: "qwen2_audio",
      text_config: decoder("qwen2", 4096, 11008, 32, 32, 32, 156032),
      audio_config: whisperLike,
    },
    8.397,
    32 * 2 * 32 * 128 * 2,
  ],
  [
    "SmolVLM 2.2B: patches shuffled into fewer, wider ones",
    {
      model_type: "idefics3",
      scale_factor: 3,
      text_config: decoder("llama", 2048, 8192, 32, 32, 24, 49280),
      vision_config: { hidden_size: 1152, intermediate_size: 4304, num_hidden_layers: 27, patch_size: 14 },
    },
    2.246,
    24 * 2 * 32 * 64 * 2,
  ],
  [
    "Qwen3-Omni 30B: what is served lies one level deeper",
    {
      model_type: "qwen3_omni_moe",
      thinker_config: {
        text_config: {
          ...decoder("qwen3_moe", 2048, 768, 32, 4, 48, 152064),
          head_dim: 128,
          num_experts: 128,
          num_experts_per_tok: 8,
          moe_intermediate_size: 768,
        },
        audio_config: whisperLike,
      },
    },
    31.17,
    48 * 2 * 4 * 128 * 2,
  ],
];

describe("configs as they are found", () => {
  it("count the parameters of their cards, and keep a cache only where there is attention", () => {
    for (const [what, config, billions, perToken] of PUBLISHED) {
      const answer = ask(config);
      expect(answer.reasons[0]?.message, what).toBeUndefined();
      expect(Number(answer.parameters?.total) / 1e9 / billions, what).toBeCloseTo(1, 2);
      expect(answer.kv?.logicalBytesPerTokenPerGpu, what).toBe(perToken);
    }
  });

  it("are refused by the field that cannot be used, never read past it", () => {
    const plain = decoder("llama", 4096, 11008, 32, 32, 32, 32000);
    const refused: readonly (readonly [config: Config, field: string])[] = [
      [{ num_key_value_heads: 64 }, "num_key_value_heads"],
      [{ num_key_value_heads: 5 }, "num_key_value_heads"],
      [{ layer_types: "full_attention" }, "layer_types"],
      [{ layer_types: [] }, "layer_types"],
      [{ hybrid_override_pattern: "" }, "hybrid_override_pattern"],
      [{ hybrid_override_pattern: "M*Q" }, "hybrid_override_pattern"],
      [{ hybrid_override_pattern: "M*-" }, "hybrid_override_pattern"],
      [{ word_embed_proj_dim: 512 }, "word_embed_proj_dim"],
      [{ lru_width: 2560 }, "lru_width"],
      [{ mamba_d_state: 64 }, "mamba_d_state"],
      [{ audio_config: { hidden_size: 1280 } }, "audio_config.encoder_layers"],
      [{ quantization_config: "gptq" }, "quantization_config"],
      [{ quantization_config: [] }, "quantization_config"],
    ];
    for (const [change, field] of refused) {
      const answer = ask({ ...plain, ...change });
      expect(answer.verdict, field).toBe("not-estimable");
      expect(answer.reasons[0]?.field, JSON.stringify(change)).toBe(`model.config.${field}`);
    }
  });

  it("encoders are counted by their own class: gated ones have no biases and no table of positions", () => {
    const encoder = { num_hidden_layers: 22, num_attention_heads: 12, intermediate_size: 1152, vocab_size: 50368 };
    const embed = { run: { kind: "embed", batch: 1, sequenceLength: 512 } };
    const modern = { model_type: "modernbert", hidden_size: 768, max_position_embeddings: 8192, ...encoder };
    expect(Number(ask(modern, embed).parameters?.total) / 1e6).toBeCloseTo(149, 0);
    const nomic = { model_type: "nomic_bert", n_embd: 768, n_layer: 12, n_head: 12, n_inner: 3072, n_positions: 8192 };
    expect(Number(ask({ ...nomic, vocab_size: 30528 }, embed).parameters?.total) / 1e6).toBeCloseTo(136.7, 0);
    const distil = { model_type: "distilbert", dim: 768, n_layers: 6, n_heads: 12, hidden_dim: 3072 };
    const short = { ...distil, vocab_size: 30522, max_position_embeddings: 512 };
    expect(Number(ask(short, embed).parameters?.total) / 1e6).toBeCloseTo(66.4, 0);
    const long = { run: { kind: "embed", batch: 1, sequenceLength: 4096 } };
    expect(ask(short, long).perGpu?.activationsGib).toBe(ask(short, embed).perGpu?.activationsGib);
    expect(ask(short, long).reasons.map((reason) => reason.code)).toEqual(["text-is-cut"]);
  });
});
