import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModelPreset } from "@/lib/catalog/models";
import { estimate } from "./estimate";
import { type EstimateRequestInput, estimateRequestSchema } from "./schema";

type Run = Extract<EstimateRequestInput["run"], { kind: "train" }>;

function train(run: Partial<Run>, more: Partial<EstimateRequestInput> = {}) {
  const request = { model: { preset: "meta-llama/Llama-3.1-8B" }, gpu: { totalGib: 10_000 }, ...more };
  return estimate(estimateRequestSchema.parse({ ...request, run: { kind: "train", ...run } }));
}

const totalOf = (answer: ReturnType<typeof train>) => answer.perGpu?.totalGib ?? Number.NaN;
const GIB = 2 ** 30;
const LLAMA = 8030261248;

describe("training", () => {
  it("pure 16-bit Adam keeps 8 bytes per parameter, mixed precision 18", () => {
    const statesOf = (run: Partial<Run>) => {
      const p = train(run).perGpu;
      return ((p?.weightsGib ?? 0) + (p?.gradientsGib ?? 0) + (p?.optimizerGib ?? 0)) * GIB;
    };
    expect(statesOf({ precision: "bf16" }) / LLAMA).toBeCloseTo(8, 6);
    expect(statesOf({ precision: "bf16-mixed" }) / LLAMA).toBeCloseTo(18, 6);
    expect(statesOf({ precision: "fp32" }) / LLAMA).toBeCloseTo(16, 6);
  });

  it("adapters are counted by rank and target: q and v of Llama 3.1 8B at rank 16", () => {
    const sides = 32 * (4096 + 4096 + (4096 + 1024));
    const gradients = train({ method: "lora", loraRank: 16 }).perGpu?.gradientsGib ?? 0;
    expect(gradients * GIB).toBe(4 * 16 * sides);
    expect(train({ method: "lora", loraTargets: ["nothing"] }).reasons[0]?.field).toBe("run.loraTargets");
  });

  it("a LoRA run of 8B fits a 48 GB card where the full one does not", () => {
    const card = { gpu: "l40s" } as const;
    const lora = { method: "lora", sequenceLength: 2048, checkpointing: "full" } as const;
    expect(train(lora, card).verdict).toBe("fits");
    expect(train({ ...lora, method: "full" }, card).verdict).toBe("does-not-fit");
    expect(totalOf(train({ ...lora, method: "qlora" }))).toBeLessThan(totalOf(train(lora)));
  });

  it("each stage of sharding cuts one more kind of state", () => {
    const on8 = { parallel: { data: 8 } };
    const of = (shard: "none" | "zero1" | "zero2" | "zero3") => totalOf(train({ precision: "bf16-mixed", shard }, on8));
    expect(of("zero1")).toBeLessThan(of("none"));
    expect(of("zero2")).toBeLessThan(of("zero1"));
    expect(of("zero3")).toBeLessThan(of("zero2"));
  });

  it("memory never falls when length, batch or rank grow, nor when less is recomputed", () => {
    const grown = fc.record({
      sequenceLength: fc.integer({ min: 1, max: 60000 }),
      microBatchSize: fc.integer({ min: 1, max: 64 }),
      loraRank: fc.integer({ min: 1, max: 256 }),
    });
    const method = fc.constantFrom("full", "lora", "qlora", "freeze");
    fc.assert(
      fc.property(grown, grown, method, (a, b, m) => {
        const small = { sequenceLength: a.sequenceLength, microBatchSize: a.microBatchSize, loraRank: a.loraRank };
        const large = {
          sequenceLength: a.sequenceLength + b.sequenceLength,
          microBatchSize: a.microBatchSize + b.microBatchSize,
          loraRank: a.loraRank + b.loraRank,
        };
        expect(totalOf(train({ ...large, method: m }))).toBeGreaterThanOrEqual(totalOf(train({ ...small, method: m })));
        const by = (checkpointing: "none" | "selective" | "full") =>
          totalOf(train({ ...small, method: m, checkpointing }));
        expect(by("none")).toBeGreaterThanOrEqual(by("selective"));
        expect(by("selective")).toBeGreaterThanOrEqual(by("full"));
      }),
    );
  });
});

describe("what a framework adds", () => {
  it("DeepSpeed keeps two buckets of 500 M elements and fp32 masters of a 16-bit model", () => {
    const own = train({ method: "full", framework: "deepspeed", shard: "zero3" }, { parallel: { data: 8 } });
    const plain = train({ method: "full", framework: null, shard: "zero3" }, { parallel: { data: 8 } });
    const bytesOf = (e: typeof own, what: string) => Number(e.lines.find((line) => line.what === what)?.bytes ?? 0);
    expect(bytesOf(own, "gradient buckets")).toBe(2_000_000_000);
    expect(bytesOf(plain, "gradient buckets")).toBe(0);
    expect(bytesOf(own, "master weights")).toBe(2 * bytesOf(plain, "master weights"));
  });

  it("a fused projection takes one adapter, whose input counts once", () => {
    const trained = (loraTargets: string[]) =>
      Number(train({ method: "lora", loraRank: 8, loraTargets }).lines.find((l) => l.part === "gradients")?.bytes);
    const separate = trained(["q", "k", "v"]);
    expect(trained(["c_attn"])).toBeLessThan(separate);
    expect(trained(["qkv_proj"])).toBe(trained(["c_attn"]));
  });
});

describe("pictures and video", () => {
  const media = (run: object, more = {}) =>
    estimate(
      estimateRequestSchema.parse({
        model: { preset: "Wan-AI/Wan2.1-T2V-14B" },
        gpu: "h100-sxm",
        run: { kind: "media", width: 832, height: 480, frames: 81, ...run },
        ...more,
      }),
    );

  it("a pipeline is its networks and the larger of its phases, and they sum", () => {
    const p = media({}).perGpu;
    const networks = Object.values(p?.componentsGib ?? {}).reduce((a, b) => a + b, 0);
    expect(networks + (p?.activationsGib ?? 0) + (p?.runtimeGib ?? 0)).toBeCloseTo(p?.totalGib ?? 0, 6);
    expect(Object.keys(p?.componentsGib ?? {})).toEqual(["transformer", "text-encoder", "vae"]);
    expect(networks * GIB).toBeCloseTo(2 * (14290000000 + 5680000000 + 127000000), -3);
  });

  it("tiles and offload never add memory; more frames and pixels never save any", () => {
    const sizes = fc.record({
      width: fc.integer({ min: 64, max: 2048 }),
      height: fc.integer({ min: 64, max: 2048 }),
      frames: fc.integer({ min: 1, max: 257 }),
    });
    const total = (run: object) => media(run).perGpu?.totalGib ?? Number.NaN;
    fc.assert(
      fc.property(sizes, (size) => {
        expect(total({ ...size, vaeTiling: true })).toBeLessThanOrEqual(total(size));
        expect(total({ ...size, offload: "model" })).toBeLessThanOrEqual(total(size));
        expect(total({ ...size, offload: "sequential" })).toBeLessThanOrEqual(total({ ...size, offload: "model" }));
        expect(total({ ...size, width: size.width + 64 })).toBeGreaterThanOrEqual(total(size));
        if (size.frames > 1) expect(total({ ...size, frames: size.frames + 4 })).toBeGreaterThanOrEqual(total(size));
      }),
    );
  });

  it("T5 keeps its output matrices at 32 bits under fp16 and bitsandbytes, not under bf16", () => {
    const t5 = { name: "text-encoder", parameters: "4762310656", fp32Parameters: "1006632960" };
    const size = (weightFormat: string) =>
      media({ components: [{ ...t5, weightFormat }] }, { model: {} }).perGpu?.componentsGib["text-encoder"] ?? 0;
    expect(size("bf16")).toBeCloseTo((2 * 4762310656) / GIB, 6);
    expect(size("fp16")).toBeCloseTo((2 * 4762310656 + 2 * 1006632960) / GIB, 6);
    expect(size("nf4")).toBeGreaterThan((4 * 1006632960) / GIB);
  });

  it("what bitsandbytes loaded at 8 bits stays on the card when the others wait on the host", () => {
    const parts = (weightFormat: string) => [
      { name: "transformer", parameters: "12821000000", weightFormat },
      { name: "text-encoder", parameters: "7505000000", weightFormat: "bf16" },
      { name: "vae", parameters: "246000000", weightFormat: "bf16" },
    ];
    const held = (format: string) =>
      media({ components: parts(format), offload: "model", frames: 121, width: 768, height: 512 }, { model: {} }).perGpu
        ?.componentsGib;
    expect(Object.keys(held("int8") ?? {})).toEqual(["transformer", "vae"]);
    expect(Object.keys(held("bf16") ?? {})).toEqual(["transformer"]);
  });

  it("without components or a known pipeline it says what is missing", () => {
    expect(media({}, { model: {} }).reasons[0]?.field).toBe("run.components");
    const own = { components: [{ name: "transformer", parameters: "12000000000", weightFormat: "bf16" }] };
    expect(media(own, { model: {} }).verdict).toBe("fits");
  });

  it("offloading takes frozen weights and their optimizer too, and never adds", () => {
    const presets = ["meta-llama/Llama-3.1-8B", "openai-community/gpt2", "Qwen/Qwen3-30B-A3B"];
    for (const preset of presets.filter((id) => findModelPreset(id) !== null)) {
      for (const method of ["full", "freeze", "lora", "qlora"] as const) {
        for (const shard of ["none", "zero2", "zero3"] as const) {
          const of = (offload: "none" | "optimizer" | "params") =>
            totalOf(train({ method, shard, offload }, { model: { preset }, parallel: { data: 8 } }));
          expect(of("optimizer"), `${preset} ${method} ${shard}`).toBeLessThanOrEqual(of("none"));
          expect(of("params"), `${preset} ${method} ${shard}`).toBeLessThanOrEqual(of("optimizer"));
        }
      }
    }
    const frozen = (offload: "none" | "params") => totalOf(train({ method: "lora", offload }));
    // 2 bytes per parameter leave the card; the two largest layers come back in turn.
    expect(frozen("none") - frozen("params")).toBeGreaterThan(0.8 * ((2 * LLAMA) / GIB));
  });

  it("experts on ranks of their own leave the weights and gradients that each rank keeps", () => {
    const model = { preset: "Qwen/Qwen3-30B-A3B" };
    const of = (expert: number, run: Partial<Run> = {}) =>
      totalOf(train(run, { model, parallel: { data: 8, expert } }));
    const experts = 48 * 128 * 3 * 2048 * 768;
    expect(of(1) - of(8)).toBeCloseTo((8 * experts * 7) / 8 / GIB, 3);
    expect(of(8, { shard: "zero3" })).toBeCloseTo(of(1, { shard: "zero3" }), 6);
  });

  it("what is stated to be trained wins when freezing, and is never more than the model", () => {
    const of = (trainableParameters?: string) =>
      train({ method: "freeze", ...(trainableParameters && { trainableParameters }) });
    expect((totalOf(of("1000000000")) - totalOf(of("1"))) * GIB).toBeCloseTo(16e9, -6);
    expect(of("9000000000").reasons[0]?.field).toBe("run.trainableParameters");
  });

  it("Muon's one momentum has the type of the weights; an encoder keeps its layers' tensors too", () => {
    expect(totalOf(train({ optimizer: "muon" }))).toBe(totalOf(train({ optimizer: "sgd" })));
    const speech = train({}, { model: { preset: "openai/whisper-large-v3-turbo" } });
    expect(speech.lines.find((line) => line.what.startsWith("encoder"))?.bytes).toBe(
      String(1500 * 32 * (12 * 1280 + 4 * 5120)),
    );
  });
});
