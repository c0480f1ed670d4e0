import { describe, expect, it } from "vitest";
import { listAccelerators } from "./accelerators";
import { listModelPresets } from "./models";
import { nearNames } from "./near-names";

describe("nearNames", () => {
  const cards = listAccelerators();
  const models = listModelPresets();

  it.each([
    ["h100", "h100-sxm"],
    ["H100 SXM", "h100-sxm"],
    ["h100-smx", "h100-sxm"],
    ["l40", "l40"],
    ["NVIDIA L40S", "l40s"],
  ])("%s may mean %s", (typed, meant) => {
    expect(nearNames(typed, cards)).toContain(meant);
  });

  it("finds a model without its owner, and with a slip", () => {
    expect(nearNames("llama-3.1-8b", models)[0]).toBe("meta-llama/Llama-3.1-8B");
    expect(nearNames("meta-lama/Llama-3.1-8B", models)[0]).toBe("meta-llama/Llama-3.1-8B");
  });

  it("offers nothing where nothing is near", () => {
    expect(nearNames("a toaster of the kitchen", cards)).toEqual([]);
    expect(nearNames("", cards)).toEqual([]);
  });
});
