import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { parseEstimateRequest } from "./schema";

const llama = {
  model_type: "llama",
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  num_hidden_layers: 32,
  vocab_size: 128256,
  max_position_embeddings: 8192,
  hidden_act: "silu",
  tie_word_embeddings: false,
  torch_dtype: "bfloat16",
};
/** Elements of the matrices inside layers, and of the embedding and the head, which stay at 16 bits. */
const INSIDE = 32 * (4096 * (4096 + 2 * 1024) + 4096 * 4096 + 3 * 4096 * 14336);
const OUTSIDE = 128256 * 4096;
const GIB = 2 ** 30;

function ask(scheme: unknown, more: object = {}, engine = "vllm") {
  const parsed = parseEstimateRequest({
    model: { config: { ...llama, quantization_config: scheme }, ...more },
    run: { kind: "serve", engine, maxModelLen: 2048, concurrency: 1, contextTokens: 2048 },
    gpu: { totalGib: 200 },
  });
  if (!parsed.ok) throw new Error(parsed.message);
  return estimate(parsed.request);
}

const gib = (scheme: unknown) => Number(ask(scheme).parameters?.weightBytes) / GIB;
const expected = (bits: number, head = 16) => ((INSIDE * bits) / 8 + 2 * OUTSIDE + (OUTSIDE * head) / 8) / GIB;
const group = (weights: object, more: object = {}) => ({
  quant_method: "compressed-tensors",
  ignore: ["lm_head"],
  config_groups: { group_0: { targets: ["Linear"], weights } },
  ...more,
});

describe("quantisation schemes as they are found", () => {
  it("are counted with their true bits", () => {
    const cases: readonly (readonly [scheme: object, bits: number])[] = [
      [{ quant_method: "gptq", bits: 4, group_size: 128 }, 4 + 16 / 128],
      [{ quant_method: "gptq_marlin", bits: 4, group_size: 32 }, 4.5],
      [{ quant_method: "gptq", bits: 4, group_size: -1 }, 4],
      [{ quant_method: "gptq", bits: 8, group_size: 128 }, 8 + 16 / 128],
      [{ quant_method: "awq", bits: 4, group_size: 128 }, 4 + 20 / 128],
      [{ quant_method: "auto-round", bits: 4, group_size: 128 }, 4 + 16 / 128],
      [{ quant_method: "bitsandbytes", load_in_4bit: true }, 4.5],
      [{ quant_method: "bitsandbytes", load_in_4bit: true, bnb_4bit_use_double_quant: true }, 4 + 8 / 64 + 32 / 16384],
      [{ quant_method: "bitsandbytes", load_in_8bit: true }, 8],
      [group({ num_bits: 8, type: "int", strategy: "group", group_size: 128 }), 8 + 16 / 128],
      [group({ num_bits: 8, type: "float", strategy: "channel" }), 8],
      [group({ num_bits: 4, type: "float", group_size: 16 }), 4.5],
      [group({ num_bits: 4, type: "float", group_size: 32 }), 4.25],
      [{ quant_method: "quark", exclude: ["lm_head"], global_quant_config: { weight: { dtype: "fp8_e4m3" } } }, 8],
      [{ quant_method: "quark", global_quant_config: { weight: { dtype: "fp4", group_size: 32 } } }, 4.25],
    ];
    for (const [scheme, bits] of cases) {
      expect(gib(scheme) / expected(bits), JSON.stringify(scheme)).toBeCloseTo(1, 2);
      expect(Math.abs(gib(scheme) / expected(bits) - 1), JSON.stringify(scheme)).toBeLessThan(0.002);
    }
    expect(gib({ quant_method: "gptq", bits: 4, group_size: 128, lm_head: true })).toBeCloseTo(
      expected(4.125, 4.125),
      2,
    );
  });

  it("keep what an exception keeps", () => {
    const exceptions = { "model.layers.0.mlp.down_proj": { bits: 16, data_type: "float" } };
    const plain = { quant_method: "auto-round", bits: 4, group_size: 128 };
    expect(gib({ ...plain, extra_config: exceptions })).toBeGreaterThan(gib(plain));
    const mixed = { ...plain, extra_config: { "model.layers.0.mlp.down_proj": { bits: 8 } } };
    expect(ask(mixed).reasons[0]?.field).toBe("model.config.quantization_config.quantized_layers");
    const dynamic = { quant_method: "gptq", bits: 4, group_size: 128, dynamic: { "+:.*down_proj": { bits: 8 } } };
    expect(ask(dynamic).verdict).toBe("not-estimable");
  });

  it("that are not known are refused by name, unless the true bytes are stated", () => {
    const unknown: readonly (readonly [scheme: object, field: string])[] = [
      [{ quant_method: "hqq" }, "quant_method"],
      [{}, "quant_method"],
      [{ quant_method: "gptq", bits: 3, group_size: 128 }, "bits"],
      [{ quant_method: "gptq", bits: 4, group_size: 0 }, "group_size"],
      [{ quant_method: "gptq", bits: 4, group_size: -7.5 }, "group_size"],
      [
        group({ num_bits: 8, type: "float" }, { sparsity_config: { format: "sparse-24-bitmask" } }),
        "sparsity_config.format",
      ],
    ];
    for (const [scheme, field] of unknown) {
      expect(ask(scheme).reasons[0]?.field).toBe(`model.config.quantization_config.${field}`);
      const stated = ask(scheme, { weightBytes: "4000000000" });
      expect(stated.parameters?.weightBytes).toBe("4000000000");
      expect((stated.perGpu?.weightsGib ?? 0) * GIB).toBeCloseTo(4e9, -8);
    }
  });

  it("serving engines unpack scales that are quantised themselves, Transformers keeps them", () => {
    const scheme = { quant_method: "bitsandbytes", load_in_4bit: true };
    const weights = (nested: boolean, engine: string) =>
      ask({ ...scheme, bnb_4bit_use_double_quant: nested }, {}, engine).perGpu?.weightsGib ?? 0;
    expect(weights(true, "transformers")).toBeCloseTo(expected(4.127), 1);
    expect(weights(true, "vllm")).toBe(weights(false, "vllm"));
    expect(weights(true, "transformers")).toBeLessThan(weights(false, "transformers"));
  });

  it("MXFP4 that is asked for holds the experts where there are some, else every matrix in the layers", () => {
    const asked = parseEstimateRequest({
      model: { config: llama },
      weightFormat: "mxfp4",
      run: { kind: "serve", maxModelLen: 2048 },
      gpu: "h100-sxm",
    });
    if (!asked.ok) throw new Error(asked.message);
    expect(Number(estimate(asked.request).parameters?.weightBytes) / GIB).toBeCloseTo(expected(4.25), 2);
  });
});
