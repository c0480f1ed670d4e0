import { describe, expect, it } from "vitest";
import { planAddress } from "@/components/sweep/plan-address";
import { contentOf } from "@/lib/brief/content";
import { interactive } from "@/lib/sample/fixtures/briefs";
import { whatIfChanges } from "./what-if-note";

describe("a chosen what-if", () => {
  const shape = contentOf(interactive).memoryShape;

  it("says what it changes against the brief, and nothing where it is the brief's own way", () => {
    expect(whatIfChanges(shape, { tensor: "1", weights: shape.weightFormat ?? "auto", kv: "auto" })).toEqual([]);
    expect(whatIfChanges(shape, { tensor: "2", weights: "fp8", gpu: "h200-sxm" })).toEqual([
      { name: "gpu", own: "NVIDIA H200 SXM", brief: null },
      { name: "tensor", own: "2", brief: "1" },
      { name: "weights", own: "fp8", brief: "bf16" },
    ]);
  });

  it("comes by its address, with an offer only where it is the workspace's", () => {
    const chosen = { count: 2, gpu: "l4", tensor: 2, data: 1, weights: "fp8", kv: "auto", context: null };
    expect(planAddress(3, { ...chosen, offer: "OFF-7" })).toContain("brief=BRF-3&count=2&gpu=l4&offer=OFF-7");
    expect(planAddress(3, { ...chosen, offer: "line-1" })).not.toContain("offer=");
  });
});
