import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { estimateRequestSchema } from "./schema";

const index = (name: string, more: Record<string, unknown> = {}) => ({
  _class_name: name,
  _diffusers_version: "0.35.0",
  transformer: ["diffusers", "SomeTransformer"],
  vae: ["diffusers", "SomeAutoencoder"],
  ...more,
});

const ask = (model: Record<string, unknown>, run: Record<string, unknown> = {}) =>
  estimate(
    estimateRequestSchema.parse({ model, gpu: "h100-sxm", run: { kind: "media", width: 1024, height: 1024, ...run } }),
  );

describe("a diffusers model_index.json", () => {
  it("names a known pipeline, and gives its estimate", () => {
    const { id: _, ...named } = ask({ preset: "black-forest-labs/FLUX.1-dev" });
    expect(ask({ config: index("FluxPipeline") })).toMatchObject(named);
    expect(ask({ config: index("StableDiffusionXLImg2ImgPipeline") }).verdict).toBe("fits");
  });

  it("asks where a family comes in several sizes, unless the file says where it was loaded from", () => {
    expect(ask({ config: index("WanPipeline") })).toMatchObject({
      verdict: "not-estimable",
      reasons: [{ field: "model.preset", message: expect.stringContaining("Wan-AI/Wan2.1-T2V-14B") }],
    });
    const small = index("WanPipeline", { _name_or_path: "Wan-AI/Wan2.1-T2V-1.3B-Diffusers" });
    expect(ask({ config: small }).parameters).toEqual(ask({ preset: "Wan-AI/Wan2.1-T2V-1.3B" }).parameters);
  });

  it("takes stated networks as they are, and the family from the file", () => {
    const components = [{ name: "transformer", parameters: "1419000000", weightFormat: "bf16" }];
    expect(ask({ config: index("WanPipeline") }, { components, frames: 81 }).verdict).toBe("fits");
  });

  it("is refused by name where no pipeline of that class is known, and beside a preset", () => {
    expect(ask({ config: index("KandinskyPipeline") }).reasons).toMatchObject([{ field: "model.config._class_name" }]);
    expect(ask({ config: index("FluxPipeline"), preset: "black-forest-labs/FLUX.1-dev" }).reasons).toMatchObject([
      { field: "model", code: "unusable-field" },
    ]);
  });
});
