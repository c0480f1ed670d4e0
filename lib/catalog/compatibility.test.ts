import { describe, expect, it } from "vitest";
import { findAccelerator } from "./accelerators";
import { compatibility, type SoftwareChain } from "./compatibility";

function check(id: string, chain: SoftwareChain): string[] {
  const card = findAccelerator(id);
  if (!card) throw new Error(id);
  return compatibility(card, chain).map((f) => `${f.check} ${f.state} ${f.reason}`);
}

describe("software against a card", () => {
  it("compares drivers number by number: own release, minor-version compatibility, too old", () => {
    const driver = (cuda: string, text: string) => check("h100-sxm", { cuda, driver: text })[0];
    expect(driver("12.8", "570.124.06")).toBe("driver met driver-own");
    expect(driver("12.8", "570")).toBe("driver unknown driver-branch");
    expect(driver("12.8", "580")).toBe("driver met driver-own");
    expect(driver("12.8", "570.26")).toBe("driver met driver-own");
    expect(driver("12.9", "575.6.03")).toBe("driver unknown driver-minor");
    expect(driver("12.8", "525.60.12")).toBe("driver failed driver-older");
    expect(driver("13.0", "575.57.08")).toBe("driver failed driver-older");
    expect(driver("13.1", "580.95.05")).toBe("driver unknown driver-minor");
    expect(driver("12.7", "570.26")).toBe("driver unknown cuda-not-in-table");
    expect(check("h100-sxm", { driver: "570.26" })).toEqual([]);
  });

  it("knows which CUDA dropped a card and which came too early for it", () => {
    expect(check("v100-16", { cuda: "13.0" })).toEqual(["cuda failed cuda-dropped"]);
    expect(check("v100-16", { cuda: "12.9" })).toEqual(["cuda met cuda-fits"]);
    expect(check("b200-sxm", { cuda: "12.6" })).toEqual(["cuda failed cuda-too-early"]);
    expect(check("b200-sxm", { cuda: "12.8" })).toEqual(["cuda met cuda-fits"]);
    expect(check("b300-sxm", { cuda: "13.0" })).toEqual(["cuda unknown cuda-no-first"]);
  });

  it("holds vLLM's release against the card, and says where it dropped one without telling when", () => {
    const engine = (id: string, engineVersion?: string) => check(id, { engine: "vllm", engineVersion })[0];
    expect(engine("gtx-1080ti", "0.14")).toBe("engine failed engine-below");
    expect(engine("v100-16", "0.14.1")).toBe("engine met engine-fits");
    expect(engine("v100-16", "0.18.0")).toBe("engine unknown engine-between");
    expect(engine("v100-16")).toBe("engine unknown engine-between");
    expect(engine("v100-16", "0.21.0")).toBe("engine failed engine-below");
    expect(engine("t4", "0.25")).toBe("engine met engine-fits");
    expect(check("t4", { engine: "sglang" })).toEqual(["engine unknown engine-no-table"]);
  });

  it("tells a format that is computed from one that is only stored", () => {
    const format = (id: string, weightFormat: string) => check(id, { engine: "vllm", weightFormat }).at(-1);
    expect(format("l40s", "fp8")).toBe("format met format-native");
    expect(format("a100-80-sxm", "fp8")).toBe("format met format-weight-only");
    expect(format("v100-16", "fp8")).toBe("format failed format-below");
    expect(format("h100-sxm", "nvfp4")).toBe("format met format-weight-only");
    expect(format("b200-sxm", "nvfp4")).toBe("format met format-native");
    expect(format("t4", "mxfp4")).toBe("format failed format-below");
    expect(format("t4", "gguf:q4_k_m")).toBe("format met format-native");
    expect(format("mi300x", "awq-int4")).toBe("format unknown format-no-table");
    expect(format("t4", "bf16")).toBe("engine met engine-fits");
  });

  it("keeps ROCm and CUDA apart", () => {
    expect(check("mi300x", { cuda: "12.8" })).toEqual(["platform failed cuda-on-other-vendor"]);
    expect(check("h100-sxm", { rocm: "6.3" })).toEqual(["platform failed rocm-on-nvidia"]);
    expect(check("mi300x", { rocm: "6.3.1" })).toEqual(["platform met rocm-target", "rocm met rocm-in-matrix"]);
    expect(check("mi355x", { rocm: "6.4" })).toEqual([
      "platform failed rocm-older",
      "rocm unknown rocm-outside-matrix",
    ]);
    expect(check("mi355x", { rocm: "6.2" })).toContain("rocm failed rocm-not-in-matrix");
    expect(check("tpu-v5e", { rocm: "6.4" })).toEqual([]);
  });

  it("knows which wheels PyTorch built, and which cards are inside the last of them", () => {
    const wheel = (id: string, frameworkVersion: string, more: Parameters<typeof compatibility>[1]) =>
      check(id, { framework: "pytorch", frameworkVersion, ...more }).find((f) => f.startsWith("wheel"));
    expect(wheel("h100-sxm", "2.11.0", { cuda: "12.8" })).toBe("wheel met wheel-built");
    expect(wheel("l40s", "2.11", { cuda: "13.0" })).toBe("wheel met wheel-built");
    expect(wheel("v100-16", "2.11", { cuda: "12.8" })).toBe("wheel failed wheel-no-arch");
    expect(wheel("v100-16", "2.11", { cuda: "12.6" })).toBe("wheel met wheel-built");
    expect(wheel("b200-sxm", "2.11", { cuda: "12.6" })).toBe("wheel failed wheel-no-arch");
    expect(wheel("h100-sxm", "2.5.1", { cuda: "12.4" })).toBe("wheel met wheel-exists");
    expect(wheel("h100-sxm", "2.5.1", { cuda: "12.8" })).toBe("wheel unknown wheel-other");
    expect(wheel("h100-sxm", "2.14", { cuda: "13.0" })).toBe("wheel unknown wheel-not-in-table");
    expect(wheel("mi300x", "2.6", { rocm: "6.2.4" })).toBe("wheel met wheel-exists");
    expect(check("h100-sxm", { framework: "jax", frameworkVersion: "2.11", cuda: "12.8" })).toEqual([
      "cuda met cuda-fits",
    ]);
  });

  it("refuses a model split over MIG slices", () => {
    expect(check("h100-sxm", { migProfile: "1g.10gb" })).toEqual(["mig met mig-fits"]);
    expect(check("h100-sxm", { migProfile: "1g.10gb", tensorParallel: 2 })).toEqual(["mig failed mig-parallel"]);
    expect(check("h100-sxm", { migProfile: "1g.10gb", pipelineParallel: 2 })).toEqual(["mig failed mig-parallel"]);
    expect(check("l40s", { migProfile: "1g.10gb" })).toEqual(["mig failed mig-not-offered"]);
  });
});
