import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trainingSpeedSchema } from "./training-schema";
import { TRAINING_CARDS, TRAINING_KNOWN, trainingSpeed } from "./training-speed";
import { operationsPerToken } from "./training-work";

/**
 * Public runs of torchtitan, tokens per second and card at 8,192 tokens a sequence: its docs/performance.md (A100,
 * 405B on H100) and benchmarks/llama3_h100_202412_torchtitan.md and llama3-8b_h200_202506_trainy-whitefiber.md.
 */
const RUNS: [gpu: string, size: "8B" | "70B" | "405B", batch: number, "selective" | "full", "bf16" | "fp8", number][] =
  [
    ["a100-80-sxm", "8B", 1, "selective", "bf16", 2904],
    ["a100-80-sxm", "8B", 1, "selective", "bf16", 2973],
    ["a100-80-sxm", "70B", 1, "full", "bf16", 331],
    ["h100-sxm", "8B", 2, "selective", "bf16", 5762],
    ["h100-sxm", "8B", 2, "selective", "bf16", 6667],
    ["h100-sxm", "8B", 2, "selective", "fp8", 8532],
    ["h100-sxm", "8B", 2, "selective", "bf16", 5605],
    ["h100-sxm", "8B", 2, "selective", "bf16", 6514],
    ["h100-sxm", "8B", 2, "selective", "fp8", 8380],
    ["h100-sxm", "70B", 16, "full", "fp8", 829],
    ["h100-sxm", "70B", 16, "full", "fp8", 876],
    ["h100-sxm", "405B", 32, "full", "fp8", 128],
    ["h100-sxm", "405B", 2, "full", "bf16", 109],
    ["h100-sxm", "405B", 2, "full", "fp8", 177],
    ["h200-sxm", "8B", 2, "selective", "fp8", 10_938],
    ["h200-sxm", "8B", 2, "selective", "fp8", 10_753],
  ];

const LLAMA = (size: string) => ({ preset: `meta-llama/Llama-3.1-${size}` });
const ask = (values: object) =>
  trainingSpeed(trainingSpeedSchema.parse({ model: LLAMA("8B"), run: {}, gpu: "h100-sxm", ...values }));

describe("the planning figure of training", () => {
  it("holds every public run in its range, and states its median error", () => {
    const errors = RUNS.map(([gpu, size, microBatchSize, checkpointing, precision, measured]) => {
      const run = { sequenceLength: 8192, microBatchSize, checkpointing, precision };
      const { perCard, outside } = ask({ model: LLAMA(size), gpu, run });
      expect(outside).toEqual([]);
      expect(measured).toBeGreaterThanOrEqual(perCard?.low ?? Number.POSITIVE_INFINITY);
      expect(measured).toBeLessThanOrEqual(perCard?.high ?? 0);
      return Math.abs(100 * ((perCard?.expected ?? 0) / measured - 1));
    });
    const sorted = errors.sort((a, b) => a - b);
    const median = ((sorted[7] ?? 0) + (sorted[8] ?? 0)) / 2;
    expect(RUNS).toHaveLength(TRAINING_KNOWN.runs);
    expect(Math.round(median)).toBe(TRAINING_KNOWN.medianErrorPct);
    expect([...new Set(RUNS.map(([gpu]) => gpu))].sort()).toEqual([...TRAINING_CARDS].sort());
  });

  it("counts operations as forward and twice that back, and attention over half the sequence", () => {
    const config = { ...TINY };
    const run = trainingSpeedSchema.shape.run.parse({ sequenceLength: 128 });
    // 2 layers × (4 × 64 × 64 attention + 3 × 64 × 256 feed-forward + 2 × 64 norms) + 64 last norm + 64 × 1000 head.
    const parameters = 2 * (4 * 64 * 64 + 3 * 64 * 256 + 2 * 64) + 64 + 64 * 1000;
    const attention = 2 * 2 * (4 * (16 + 16)) * 64;
    expect(operationsPerToken(config, run)).toBe(3 * (2 * parameters + attention));
    expect(operationsPerToken(config, { ...run, checkpointing: "full" })).toBe(4 * (2 * parameters + attention));
    expect(operationsPerToken(config, { ...run, method: "lora" })).toBe(2 * 2 * parameters + 3 * attention);
  });

  it("says what was not measured, with a wider range and no known error", () => {
    const known = ask({ run: { sequenceLength: 8192 } });
    expect(known).toMatchObject({ outside: [], known: TRAINING_KNOWN });
    const lora = ask({ run: { sequenceLength: 2048, method: "lora" }, gpu: "l40s" });
    expect(lora.known).toBeNull();
    expect(lora.outside).toEqual([
      "no run on l40s was measured",
      "no run of the method lora was measured",
      "fewer tokens at once than in any measured run",
    ]);
    const width = (a: typeof lora) => (a.perCard?.low ?? 1) / (a.perCard?.expected ?? 1);
    expect(width(lora)).toBeLessThan(width(known));
  });

  it("names what lacks instead of guessing", () => {
    expect(ask({ gpu: "no-such-card" })).toMatchObject({ verdict: "not-estimable", tokensPerSecond: null });
    expect(ask({ model: { preset: "nobody/nothing" } }).reasons[0]?.field).toBe("model.preset");
    expect(ask({ gpu: "t4" })).toMatchObject({ verdict: "not-estimable", reasons: [{ field: "gpu" }] });
    expect(ask({ gpu: "t4", run: { precision: "fp16-mixed" } }).verdict).toBe("estimated");
    expect(ask({ gpu: "a100-80-sxm", run: { precision: "fp8" } }).verdict).toBe("not-estimable");
    expect(ask({ model: {} }).reasons[0]?.field).toBe("model");
  });

  it("grows with cards and never with the length of a sequence", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 128, max: 65_536 }), (cards, sequenceLength) => {
        const at = (n: number, length: number) => ask({ cards: n, run: { sequenceLength: length } });
        const one = at(cards, sequenceLength).tokensPerSecond;
        expect(at(cards + 1, sequenceLength).tokensPerSecond?.expected ?? 0).toBeGreaterThan(one?.expected ?? 0);
        expect(at(cards, sequenceLength * 2).tokensPerSecond?.expected ?? 0).toBeLessThan(one?.expected ?? 0);
        expect(one && one.low < one.expected && one.expected < one.high).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

const TINY = {
  model_type: "llama",
  architectures: ["LlamaForCausalLM"],
  hidden_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 4,
  head_dim: 16,
  intermediate_size: 256,
  vocab_size: 1000,
  max_position_embeddings: 4096,
  tie_word_embeddings: false,
  torch_dtype: "bfloat16",
};
