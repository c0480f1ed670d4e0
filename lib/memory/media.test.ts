import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { parseEstimateRequest } from "./schema";

function ask(run: object, model: object = {}, more: object = {}) {
  const request = { model, run: { kind: "media", ...run }, gpu: { totalGib: 900 }, ...more };
  const parsed = parseEstimateRequest(request);
  if (!parsed.ok) throw new Error(`${parsed.path}: ${parsed.message}`);
  return estimate(parsed.request);
}

const total = (run: object, model: object = {}) => ask(run, model).perGpu?.totalGib ?? Number.NaN;
const networks = (...named: readonly (readonly [name: string, billions: number])[]) =>
  named.map(([name, billions]) => ({ name, parameters: String(billions * 1e9), weightFormat: "bf16" }));
const GIB_PER_BILLION = 2e9 / 2 ** 30;

describe("pipelines", () => {
  it("networks are known by diffusers' own names: a text encoder larger than the denoiser decides under offload", () => {
    for (const name of ["text-encoder", "text_encoder", "text_encoder_2"]) {
      const components = networks(["transformer", 2], [name, 30]);
      expect(total({ components, offload: "model" }), name).toBeGreaterThan(30 * GIB_PER_BILLION);
    }
    for (const name of ["transformer", "unet"]) {
      const components = networks([name, 12], ["text_encoder", 1], ["vae", 0.1]);
      const peak = total({ components, offload: "model" });
      expect(peak, name).toBeGreaterThan(12 * GIB_PER_BILLION);
      expect(peak, name).toBeLessThan(total({ components }));
    }
  });

  it("of two denoisers one works at a time; a guide works beside it", () => {
    const one = total({ components: networks(["transformer", 14], ["vae", 0.1]), offload: "model" });
    const two = { components: networks(["transformer", 14], ["transformer_2", 14], ["vae", 0.1]), offload: "model" };
    expect(total(two)).toBeCloseTo(one, 6);
    const guided = { components: networks(["transformer", 14], ["controlnet", 3], ["vae", 0.1]), offload: "model" };
    expect(total(guided)).toBeCloseTo(one + 3 * GIB_PER_BILLION, 6);
  });

  it("tiles cap the decoding of a picture too, and a batch is decoded at once", () => {
    const model = { preset: "stabilityai/stable-diffusion-3-medium" };
    const size = { width: 4096, height: 4096 };
    expect(total({ ...size, vaeTiling: true }, model)).toBeLessThan(total(size, model) / 2);
    expect(total({ vaeTiling: true }, model)).toBe(total({}, model));
    expect(total({ batch: 8 }, model) - total({}, model)).toBeGreaterThan(10);
  });

  it("the range is wider for a family of which no run was measured, and LTX works on an eighth of the tokens", () => {
    const width = (preset: string, run: object) => {
      const peak = ask(run, { preset }).perGpu?.peakGib ?? { low: 0, expected: 1, high: 0 };
      return (peak.high - peak.low) / peak.expected;
    };
    expect(width("black-forest-labs/FLUX.1-dev", {})).toBeCloseTo(0.3, 6);
    expect(width("Qwen/Qwen-Image", {})).toBeCloseTo(0.7, 6);
    const video = { width: 704, height: 512, frames: 121 };
    expect(width("hunyuanvideo-community/HunyuanVideo", video)).toBeCloseTo(0.3, 6);
    const decoding = (preset: string) => ask(video, { preset }).perGpu?.activationsGib ?? 0;
    expect(decoding("Lightricks/LTX-Video")).toBeCloseTo(decoding("zai-org/CogVideoX-2b") / 8, 6);
  });

  it("less is on the card with every step of offloading, whatever the networks and the size", () => {
    const network = fc.constantFrom("transformer", "transformer_2", "text_encoder", "vae", "controlnet", "unet");
    const pipeline = fc.array(fc.tuple(network, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pipeline, fc.integer({ min: 64, max: 2048 }), fc.constantFrom(1, 16, 81), (named, side, frames) => {
        const run = { components: networks(...named), width: side, height: side, frames };
        const of = (offload: string) => total({ ...run, offload });
        expect(of("model")).toBeLessThanOrEqual(of("none"));
        expect(of("sequential")).toBeLessThanOrEqual(of("model"));
      }),
    );
  });

  it("an index that loads more than the known pipeline names it; the config of one network is no pipeline", () => {
    const index = { _class_name: "FluxPipeline", _diffusers_version: "0.32", transformer: ["diffusers", "X"] };
    expect(ask({}, { config: index }).verdict).toBe("fits");
    const guided = { ...index, controlnet: ["diffusers", "FluxControlNetModel"], image_encoder: [null, null] };
    expect(ask({}, { config: guided }).reasons[0]).toMatchObject({
      field: "run.components",
      message: expect.stringContaining("controlnet"),
    });
    const network = { _class_name: "FluxTransformer2DModel", _diffusers_version: "0.32", num_layers: 19 };
    expect(ask({}, { config: network }).verdict).toBe("not-estimable");
    expect(ask({}, { preset: "nobody/nothing" }).reasons[0]?.field).toBe("model.preset");
  });

  it("training: QLoRA freezes the denoiser at 4 bits, and what has no law is refused", () => {
    const model = { preset: "black-forest-labs/FLUX.1-dev" };
    const train = { kind: "train", width: 1024, height: 1024, trainableParameters: "20000000" };
    const of = (run: object) => ask({ ...train, ...run }, model);
    const saved = (of({ method: "lora" }).perGpu?.totalGib ?? 0) - (of({ method: "qlora" }).perGpu?.totalGib ?? 0);
    expect(saved).toBeCloseTo((11.9e9 * (16 - 4.5)) / 8 / 2 ** 30, 0);
    expect(of({ method: "full", shard: "zero3" }).reasons[0]?.field).toBe("run.shard");
    expect(of({ method: "full", offload: "optimizer" }).reasons[0]?.field).toBe("run.offload");
  });
});
