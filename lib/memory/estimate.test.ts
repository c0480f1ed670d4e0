import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listModelPresets } from "@/lib/catalog/models";
import { estimate } from "./estimate";
import { type EstimateRequestInput, estimateRequestSchema, parseEstimateRequest } from "./schema";

function ask(input: EstimateRequestInput) {
  return estimate(estimateRequestSchema.parse(input));
}

const llama = { preset: "meta-llama/Llama-3.1-8B" };
const serve = {
  kind: "serve",
  engineVersion: "0.19.0",
  maxModelLen: 8192,
  maxNumSeqs: 256,
  maxNumBatchedTokens: 8192,
} as const;
const base = { model: llama, run: serve, gpu: "h100-sxm" } as const satisfies EstimateRequestInput;

const languages = listModelPresets().filter(
  (model) => model.kind === "language" && model.id !== "openai/whisper-large-v3",
);
const anyModel = fc.constantFrom(...languages.map((model) => model.id));

describe("estimate", () => {
  it("gives the parts of a served model, which sum to the total", () => {
    const answer = ask({
      ...base,
      id: "a",
      run: { ...serve, gpuMemoryUtilization: 0.95, concurrency: 32, contextTokens: 4096 },
    });
    expect(answer.verdict).toBe("fits");
    expect(answer.parameters).toEqual({ total: "8030261248", active: "8030261248", weightBytes: "16060522496" });
    expect(answer.perGpu?.weightsGib).toBeCloseTo(14.99, 2);
    expect(answer.kv?.logicalBytesPerTokenPerGpu).toBe(131072);
    expect(answer.plannedLoad?.neededKvGib).toBe(16);
  });

  it("total parameters decide memory, active parameters decide speed", () => {
    const answer = ask({ ...base, model: { preset: "Qwen/Qwen3-30B-A3B" } });
    expect(answer.parameters?.total).toBe("30532122624");
    expect(answer.parameters?.active).toBe("3353032704");
    expect(answer.perGpu?.weightsGib).toBeCloseTo(56.88, 2);
  });

  it("every preset that states its format is estimated", () => {
    for (const { id, kind } of listModelPresets()) {
      const run =
        kind === "language" ? serve : kind === "media" ? ({ kind: "media" } as const) : ({ kind: "embed" } as const);
      const answer = ask({ model: { preset: id }, run, gpu: { totalGib: 3000 } });
      expect(answer.verdict, `${id}: ${answer.reasons[0]?.message}`).not.toBe("not-estimable");
    }
  });

  it("parts and lines sum to the total in whole bytes, for any model, split and context", () => {
    const arbitrary = fc.record({
      preset: anyModel,
      tensor: fc.constantFrom(1, 2, 4, 8),
      maxModelLen: fc.integer({ min: 16, max: 131072 }),
      maxNumSeqs: fc.integer({ min: 1, max: 2048 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ preset, tensor, ...run }) => {
        const answer = ask({ ...base, model: { preset }, run: { ...serve, ...run }, parallel: { tensor } });
        if (answer.perGpu === null) return;
        const p = answer.perGpu;
        const parts = [
          p.weightsGib,
          p.activationsGib,
          p.runtimeGib,
          p.cudaGraphsGib,
          p.kvCacheGib,
          p.gradientsGib,
          p.optimizerGib,
        ];
        const inBytes = parts.map((gib) => BigInt(Math.round(gib * 2 ** 30)));
        const lines = answer.lines.map((line) => BigInt(line.bytes));
        const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
        expect(sum(lines)).toBe(sum(inBytes));
        expect(sum(lines)).toBe(BigInt(Math.round(p.totalGib * 2 ** 30)));
        expect(p.peakGib.low).toBeLessThanOrEqual(p.peakGib.expected);
        expect(p.peakGib.expected).toBeLessThanOrEqual(p.peakGib.high);
      }),
      { numRuns: 200 },
    );
  });

  it("what a load needs never falls when context or sequences grow, and the engine's own parts never fall with its batch", () => {
    const step = fc.record({
      preset: anyModel,
      context: fc.integer({ min: 1, max: 60000 }),
      more: fc.integer({ min: 0, max: 60000 }),
      sequences: fc.integer({ min: 1, max: 500 }),
      extra: fc.integer({ min: 0, max: 500 }),
      engine: fc.constantFrom("vllm", "sglang", "llama.cpp", "transformers"),
    });
    const need = (preset: string, engine: "vllm", contextTokens: number, concurrency: number) => {
      const run = {
        kind: "serve",
        engine,
        maxModelLen: 131072,
        contextTokens,
        concurrency,
        maxNumSeqs: concurrency,
      } as const;
      const answer = ask({ model: { preset }, run, gpu: { totalGib: 5000 } });
      const p = answer.perGpu;
      if (p === null || answer.plannedLoad === null) throw new Error(answer.reasons[0]?.message);
      return {
        cache: answer.plannedLoad.neededKvGib,
        logical: answer.plannedLoad.logicalKvGib,
        rest: p.weightsGib + p.activationsGib,
      };
    };
    fc.assert(
      fc.property(step, ({ preset, context, more, sequences, extra, engine }) => {
        const small = need(preset, engine as "vllm", context, sequences);
        const large = need(preset, engine as "vllm", context + more, sequences + extra);
        expect(large.cache).toBeGreaterThanOrEqual(small.cache);
        expect(large.logical).toBeGreaterThanOrEqual(small.logical);
        expect(large.rest).toBeGreaterThanOrEqual(small.rest);
      }),
      { numRuns: 150 },
    );
  });

  it("memory never falls when precision grows", () => {
    fc.assert(
      fc.property(anyModel, (preset) => {
        const weights = (weightFormat: string) =>
          ask({ ...base, gpu: { totalGib: 9000 }, model: { preset }, weightFormat }).perGpu?.weightsGib ?? 0;
        const sizes = ["nf4", "fp8", "bf16", "fp32"].map(weights);
        expect([...sizes].sort((a, b) => a - b)).toEqual(sizes);
        const cache = (kvCacheDtype: "fp8" | "bf16" | "fp32") =>
          ask({ ...base, gpu: { totalGib: 9000 }, model: { preset }, run: { ...serve, kvCacheDtype } }).kv
            ?.logicalBytesPerTokenPerGpu ?? 0;
        expect(cache("fp8")).toBeLessThanOrEqual(cache("bf16"));
        expect(cache("bf16")).toBeLessThanOrEqual(cache("fp32"));
      }),
      { numRuns: 40 },
    );
  });

  it("adding memory to the card never turns fits into does-not-fit", () => {
    const verdicts = ["does-not-fit", "tight", "fits"];
    const rank = (totalGib: number, preset: string) => {
      const run = { ...serve, concurrency: 16, contextTokens: 4096 };
      return verdicts.indexOf(ask({ model: { preset }, run, gpu: { totalGib } }).verdict);
    };
    fc.assert(
      fc.property(
        anyModel,
        fc.integer({ min: 8, max: 2000 }),
        fc.integer({ min: 0, max: 2000 }),
        (preset, gib, more) => {
          expect(rank(gib + more, preset)).toBeGreaterThanOrEqual(rank(gib, preset));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("a model larger than the card does not fit, and says why", () => {
    const answer = ask({ ...base, model: { preset: "meta-llama/Llama-3.1-70B" } });
    expect(answer.verdict).toBe("does-not-fit");
    expect(answer.reasons.map((reason) => reason.code)).toContain("no-room-for-cache");
    expect(ask({ ...base, model: { preset: "meta-llama/Llama-3.1-70B" }, parallel: { tensor: 4 } }).verdict).toBe(
      "fits",
    );
  });

  it("a little more context or load than the cache holds does not fit, a little less does", () => {
    const model = { preset: "meta-llama/Llama-3.1-8B" };
    const on = (run: object) => ask({ model, run: { ...serve, ...run }, gpu: "l4" });
    const longest = on({ maxModelLen: 1024 }).kv?.maxModelLenThatFits ?? 0;
    expect(longest).toBeGreaterThan(1024);
    expect(on({ maxModelLen: Math.floor(longest * 0.8) }).verdict).not.toBe("does-not-fit");
    const over = on({ maxModelLen: Math.ceil(longest * 1.1) });
    expect(over.verdict).toBe("does-not-fit");
    expect(over.reasons.map((r) => r.code)).toContain("context-does-not-fit");
    const load = on({ maxModelLen: 1024, contextTokens: 1024, concurrency: Math.ceil((longest / 1024) * 1.3) });
    expect(load.verdict).toBe("does-not-fit");
    expect(load.reasons.map((r) => r.code)).toContain("planned-load-does-not-fit");
  });

  it("a slice shows less than its name, and no model spans two slices", () => {
    const slice = { id: "h100-sxm", mig: "3g.40gb" };
    expect(ask({ ...base, gpu: slice }).perGpu?.usableGib).toBeLessThan(40);
    expect(ask({ ...base, gpu: slice, parallel: { tensor: 2 } }).reasons[0]?.field).toBe("parallel.tensor");
    expect(ask({ ...base, gpu: { id: "h100-sxm", mig: "9g.99gb" } }).reasons[0]?.field).toBe("gpu.mig");
  });

  it("the reported memory of a card decides, not the one it is sold with", () => {
    expect(ask({ ...base, gpu: "h100-sxm" }).perGpu?.usableGib).toBeCloseTo(79.19, 2);
    expect(ask({ ...base, gpu: { reportedMib: 81559 } }).perGpu?.usableGib).toBeCloseTo(79.18, 2);
    expect(ask({ ...base, gpu: "mi355x" }).reasons[0]?.field).toBe("gpu.totalGib");
  });

  it("what a server refuses does not fit, and what the figures leave out is said", () => {
    const codes = (run: object) => ask({ ...base, run: { ...serve, ...run } }).reasons.map((reason) => reason.code);
    const longer = { ...base, run: { ...serve, concurrency: 1, contextTokens: 9000 } };
    expect(ask(longer)).toMatchObject({ verdict: "does-not-fit", reasons: [{ code: "context-exceeds-length" }] });
    expect(codes({ speculativeTokens: 2 })).toEqual(["draft-not-counted"]);
    expect(codes({ maxModelLen: 140000 })).toContain("beyond-positions");
    expect(codes({ maxModelLen: 131072 })).toEqual([]);
    const spread = { ...base, gpusPerNode: 4, parallel: { tensor: 8 } };
    expect(ask(spread).reasons.map((reason) => reason.code)).toEqual(["tensor-across-nodes"]);
    expect(ask({ ...spread, gpusPerNode: 8 }).reasons).toEqual([]);
    const small = ask({ ...base, gpu: { totalGib: 10 } });
    expect(small.reasons[0]).toMatchObject({
      code: "no-room-for-cache",
      message: expect.stringMatching(/exceed .* by \d/),
    });
  });

  it("a cache type that the engine does not have is said, with the one that it has", () => {
    const said = (engine: "vllm" | "llama.cpp" | "transformers", kvCacheDtype: "fp8" | "q8_0" | "bf16") =>
      ask({ ...base, run: { ...serve, engine, kvCacheDtype } }).reasons.some((r) => r.code === "cache-type-unknown");
    expect([said("vllm", "q8_0"), said("llama.cpp", "fp8")]).toEqual([true, true]);
    expect([said("vllm", "fp8"), said("llama.cpp", "q8_0"), said("transformers", "fp8")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(said("llama.cpp", "bf16")).toBe(false);
  });

  it("an unknown engine version takes the nearest known and says so", () => {
    const reasons = ask({ ...base, run: { ...serve, engineVersion: "0.99.0" } }).reasons;
    expect(reasons.map((reason) => reason.code)).toContain("engine-version");
    expect(ask(base).reasons).toEqual([]);
  });
});

describe("requests", () => {
  it("unknown fields are refused with their path; the config is exempt", () => {
    const bad = (input: unknown) => {
      const parsed = parseEstimateRequest(input);
      return parsed.ok ? null : parsed.path;
    };
    expect(bad({ ...base, colour: 1 })).toBe("colour");
    expect(bad({ ...base, run: { ...serve, maxModelLenn: 1 } })).toBe("run.maxModelLenn");
    expect(bad({ ...base, weightFormat: "int3" })).toBe("weightFormat");
    expect(bad({ ...base, model: { config: { anything: { goes: 1 } } } })).toBeNull();
    expect(bad({ ...base, parallel: { tensor: 0 } })).toBe("parallel.tensor");
    expect(bad({ ...base, run: { ...serve, maxModelLen: 1e15 } })).toBe("run.maxModelLen");
    expect(bad({ ...base, run: { kind: "train", loraTargets: [] } })).toBe("run.loraTargets");
    const huge = ask({ ...base, gpu: { totalGib: 9e8 } });
    expect(huge.reasons[0]).toMatchObject({ code: "too-large", field: "run" });
  });
  it("unequal cards are refused, with the reason", () => {
    const run = { kind: "serve", maxModelLen: 8192 };
    const parsed = parseEstimateRequest({ model: { preset: "x" }, run, gpu: ["h100-sxm", "l4"] });
    expect(parsed).toMatchObject({ ok: false, path: "gpu", message: expect.stringContaining("unequal cards") });
  });

  it("exactly one source of the model", () => {
    expect(ask({ ...base, model: {} }).reasons[0]?.field).toBe("model");
    expect(ask({ ...base, model: { ...llama, config: {} } }).reasons[0]?.field).toBe("model");
    expect(ask({ ...base, model: { preset: "nobody/nothing" } }).reasons[0]?.field).toBe("model.preset");
  });
  it("a config that lacks a field gives not-estimable and names it, whichever field it is", () => {
    const config = listModelPresets().find((model) => model.id === "mistralai/Mixtral-8x7B-v0.1")?.config ?? {};
    const decides = [
      "hidden_size",
      "num_hidden_layers",
      "num_attention_heads",
      "num_key_value_heads",
      "vocab_size",
      "torch_dtype",
      "num_experts_per_tok",
      "model_type",
      "intermediate_size",
    ];
    for (const field of decides) {
      const { [field]: _, ...rest } = config;
      const answer = ask({ ...base, model: { config: rest } });
      expect(answer.verdict, field).toBe("not-estimable");
      expect(answer.reasons[0]?.field, field).toBe(`model.config.${field}`);
    }
  });
  it("null means absent, at any depth", () => {
    const nulls = {
      ...base,
      id: null,
      weightFormat: null,
      parallel: { tensor: null },
      run: { ...serve, kvCacheDtype: null },
    };
    const parsed = parseEstimateRequest(nulls);
    expect(parsed.ok && estimate(parsed.request)).toEqual(ask(base));
  });
  it("damaged sizes end at once, whichever field they are in", () => {
    const { config } = listModelPresets().find((model) => model.id === "deepseek-ai/DeepSeek-V3") ?? { config: {} };
    for (const field of Object.keys(config ?? {})) {
      for (const value of [100_000_000, 1e9, 1e15, 1e308]) {
        const answer = ask({ ...base, model: { config: { ...config, [field]: value } } });
        if (answer.perGpu !== null) expect(Number.isFinite(answer.perGpu.totalGib), field).toBe(true);
      }
    }
  });
  it("values that no model has are refused by name, never thrown", () => {
    const config = listModelPresets()[0]?.config ?? {};
    for (const value of [0, -1, 1.5, "4096", [4096], {}, 1e300]) {
      const answer = ask({ ...base, model: { config: { ...config, hidden_size: value } } });
      expect(answer.reasons[0]?.field, String(value)).toBe("model.config.hidden_size");
    }
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(config)), fc.jsonValue()), (broken) => {
        expect(() => ask({ ...base, model: { config: { ...config, ...broken } } })).not.toThrow();
      }),
    );
  });
});
