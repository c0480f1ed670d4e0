import { describe, expect, it } from "vitest";
import { findModelPreset } from "@/lib/catalog/models";
import { readConfig } from "./config";
import { withQuantConfig } from "./config-quantisation";
import { estimate } from "./estimate";
import { countParameters } from "./parameters";
import { type EstimateRequestInput, parseEstimateRequest } from "./schema";
import { planWeights } from "./weights";

const configOf = (id: string) => {
  const config = findModelPreset(id)?.config;
  if (!config) throw new Error(`no preset ${id}`);
  return config;
};

/** Totals of model cards as generally known, in billions, and how far the count may lie from their rounding. */
const PUBLISHED: readonly (readonly [id: string, billions: number, percent: number])[] = [
  ["deepseek-ai/DeepSeek-V4-Flash", 284, 0.5],
  ["MiniMaxAI/MiniMax-M3", 427, 0.5],
  ["moonshotai/Kimi-Linear-48B-A3B-Instruct", 49, 1],
  ["moonshotai/Kimi-VL-A3B-Instruct", 16.408, 0.1],
  ["Qwen/Qwen2.5-VL-3B-Instruct", 3.755, 0.1],
  ["Qwen/Qwen2.5-VL-72B-Instruct", 73.411, 0.1],
  ["google/gemma-3-27b-it", 27.432, 0.1],
  ["google/gemma-3n-E4B-it", 7.85, 0.5],
  ["mistralai/Mistral-Small-3.1-24B-Instruct-2503", 24.011, 0.1],
  ["deepseek-ai/DeepSeek-V2", 235.741, 0.01],
  ["meta-llama/Llama-3.2-11B-Vision-Instruct", 10.67, 1],
  ["openai/whisper-large-v3-turbo", 0.809, 0.1],
];

function ask(preset: string, run: Partial<Extract<EstimateRequestInput["run"], { kind: "serve" }>>, tensor = 1) {
  const parsed = parseEstimateRequest({
    model: { preset },
    run: { kind: "serve", maxModelLen: 8192, ...run },
    gpu: { totalGib: 3000 },
    parallel: { tensor },
  });
  if (!parsed.ok) throw new Error(parsed.message);
  return estimate(parsed.request);
}

describe("model families", () => {
  it("count the parameters that their cards publish", () => {
    for (const [id, billions, percent] of PUBLISHED) {
      const { total } = countParameters(readConfig(configOf(id)));
      expect(100 * Math.abs(total / 1e9 / billions - 1), id).toBeLessThan(percent);
    }
  });

  it("keep what they say: shared caches, compressed entries, an index, states beside attention", () => {
    const perToken = (id: string) => ask(id, { kvCacheDtype: "bf16" }).kv?.logicalBytesPerTokenPerGpu ?? 0;
    const gemma = readConfig(configOf("google/gemma-3n-E4B-it"));
    expect(gemma.layers.filter((layer) => !layer.sharesCache)).toHaveLength(20);
    expect(perToken("MiniMaxAI/MiniMax-M3")).toBe(60 * 2 * 4 * 128 * 2 + 57 * 128 * 2);
    // Of 43 layers 21 fold four tokens and keep an index, 20 fold 128; all have a window of 128 entries.
    const folded = (21 * (1024 + 132)) / 4 + (20 * 1024) / 128;
    expect(perToken("deepseek-ai/DeepSeek-V4-Flash")).toBeCloseTo(folded + (43 * 128 * 1024) / 8192, 6);
    expect(ask("tiiuae/Falcon-H1-1.5B-Instruct", {}).kv?.stateBytesPerSequencePerGpu).toBe(
      24 * (48 * 64 * 256 * 4 + 3584 * 3 * 2),
    );
  });

  it("never fit outright where the engine's layout of the cache is not verified", () => {
    expect(ask("deepseek-ai/DeepSeek-V4-Flash", { engine: "vllm" })).toMatchObject({
      verdict: "tight",
      reasons: expect.arrayContaining([expect.objectContaining({ code: "cache-layout-unverified" })]),
    });
    expect(ask("deepseek-ai/DeepSeek-V4-Flash", { engine: "sglang" }).verdict).toBe("fits");
  });

  it("DeepSeek-V4 takes what vLLM 0.22 printed: 6.66 GiB for 30,000 tokens, 5.44 GiB for 13,528", () => {
    const needed = (contextTokens: number) =>
      ask("deepseek-ai/DeepSeek-V4-Flash", {
        engineVersion: "0.22",
        kvCacheDtype: "fp8",
        maxNumBatchedTokens: 8192,
        maxModelLen: contextTokens,
        contextTokens,
        concurrency: 1,
      }).plannedLoad?.neededKvGib;
    expect(needed(30_000)).toBeCloseTo(6.66, 2);
    expect(needed(13_528)).toBeCloseTo(5.44, 2);
  });

  it("Whisper's cross-attention takes blocks in the newer engine and none in the older", () => {
    const blocks = (engineVersion: string) => {
      const { kv } = ask("openai/whisper-large-v3", { engineVersion, maxModelLen: 448 });
      return Math.round((kv?.blocks ?? 0) / (kv?.maxConcurrencyAtMaxLen ?? 1));
    };
    expect(blocks("0.6.6")).toBe(28);
    expect(blocks("0.19.0")).toBe(28 + 94);
  });
});

const BASE = {
  model_type: "qwen3_moe",
  hidden_size: 1024,
  num_hidden_layers: 4,
  num_attention_heads: 8,
  num_key_value_heads: 2,
  head_dim: 128,
  num_experts: 8,
  num_experts_per_tok: 2,
  moe_intermediate_size: 512,
  vocab_size: 1000,
  hidden_act: "silu",
  tie_word_embeddings: false,
  torch_dtype: "bfloat16",
  max_position_embeddings: 4096,
};

describe("quantised checkpoints", () => {
  const rolesOf = (quantization: Record<string, unknown>) => {
    const { roles } = planWeights(readConfig({ ...BASE, quantization_config: quantization }), "auto");
    return Object.fromEntries(Object.entries(roles).map(([role, { format, kept }]) => [role, [format.name, kept]]));
  };

  it("of several formats give each kind of matrix its own", () => {
    const layers = {
      "model.layers.0.self_attn.q_proj": { quant_algo: "FP8" },
      "model.layers.0.self_attn.o_proj": { quant_algo: "FP8" },
    };
    const experts = {
      "model.layers.0.mlp.experts": { quant_algo: "NVFP4", group_size: 16 },
      lm_head: { quant_algo: "NVFP4" },
    };
    const roles = rolesOf({
      quant_method: "modelopt",
      quant_algo: "MIXED_PRECISION",
      quantized_layers: { ...layers, ...experts },
    });
    expect(roles).toMatchObject({
      attention: ["fp8", 0],
      "attention-out": ["fp8", 0],
      experts: ["NVFP4", 0],
      head: ["NVFP4", 0],
    });
    expect(roles["shared-expert"]).toEqual(["NVFP4", 1]);
  });

  it("keep only the listed layers, and none that the model does not have", () => {
    const ignore = [
      "lm_head",
      "model.layers.1.self_attn.o_proj",
      "model.layers.0*",
      "model.layers.99*",
      "re:.*shared_experts.*",
    ];
    const roles = rolesOf({ quant_method: "modelopt", quant_algo: "NVFP4", ignore });
    expect(roles).toMatchObject({
      attention: ["NVFP4", 0.25],
      "attention-out": ["NVFP4", 0.5],
      experts: ["NVFP4", 0.25],
    });
  });

  it("take the file beside the config, unless the config says it itself", () => {
    const beside = { quantization: { quant_algo: "FP8", kv_cache_quant_algo: "FP8", exclude_modules: ["lm_head"] } };
    const shape = readConfig(withQuantConfig(BASE, beside));
    expect(shape.quantisation).toMatchObject({ format: "fp8", kvCacheFp8: true });
    const own = { ...BASE, quantization_config: { quant_method: "awq", bits: 4, group_size: 128 } };
    expect(readConfig(withQuantConfig(own, beside)).quantisation).toMatchObject({ format: "awq-int4" });
  });

  it("may come with a request as the content of that file", () => {
    const quantConfig = { quantization: { quant_algo: "FP8", kv_cache_quant_algo: "FP8", group_size: null } };
    const bytes = (extra: object) => {
      const run = { kind: "serve", maxModelLen: 1024 } as const;
      const parsed = parseEstimateRequest({ model: { config: BASE, ...extra }, run, gpu: { totalGib: 80 } });
      if (!parsed.ok) throw new Error(parsed.message);
      const first = estimate(parsed.request);
      expect(estimate(parsed.request)).toEqual(first);
      return Number(first.parameters?.weightBytes);
    };
    expect(bytes({ quantConfig }) / bytes({})).toBeGreaterThan(0.5);
    expect(bytes({ quantConfig }) / bytes({})).toBeLessThan(0.6);
  });

  it("refuse a mixture without lists by the field that lacks", () => {
    const shape = readConfig({
      ...BASE,
      quantization_config: { quant_method: "modelopt", quant_algo: "MIXED_PRECISION" },
    });
    expect(() => planWeights(shape, "auto")).toThrow(/several formats/);
    expect(planWeights(shape, "bf16").uniform).toBe(true);
  });
});
