import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { type EstimateRequestInput, parseEstimateRequest } from "./schema";

type Serve = Extract<EstimateRequestInput["run"], { kind: "serve" }>;

function linesOf(preset: string, run: Partial<Serve>, tensor = 1): Record<string, number> {
  const input = {
    model: { preset },
    run: { kind: "serve", maxModelLen: 4096, ...run },
    gpu: { totalGib: 2000 },
    parallel: { tensor },
  } as const;
  const parsed = parseEstimateRequest(input);
  if (!parsed.ok) throw new Error(parsed.message);
  return Object.fromEntries(estimate(parsed.request).lines.map((line) => [line.what, Number(line.bytes)]));
}

describe("what is loaded beside a model", () => {
  it("a draft layer of DeepSeek-V3 is like its last layer, only with speculative tokens", () => {
    const lines = linesOf("deepseek-ai/DeepSeek-V3", { speculativeTokens: 1 });
    const published = 11.5e9;
    expect(lines["draft layers"] ?? 0).toBeGreaterThan(0.98 * published);
    expect(lines["draft layers"] ?? 0).toBeLessThan(1.03 * published);
    expect(linesOf("deepseek-ai/DeepSeek-V3", {})["draft layers"]).toBeUndefined();
  });

  it("adapter slots grow with number and rank; the inner factor is whole on every rank", () => {
    const slots = (maxLoras: number, maxLoraRank: number, tensor = 1) =>
      linesOf("meta-llama/Llama-3.1-8B", { maxLoras, maxLoraRank }, tensor)["adapter slots"] ?? 0;
    const inner = 3 * 4096 + 4096 + 2 * 4096 + 14336;
    const outer = 4096 + 2 * 1024 + 4096 + 2 * 14336 + 4096;
    expect(slots(1, 16)).toBe(2 * 32 * 16 * (inner + outer));
    expect(slots(4, 16)).toBe(4 * slots(1, 16));
    expect(slots(1, 64)).toBe(4 * slots(1, 16));
    expect(slots(1, 16, 8)).toBeGreaterThan(slots(1, 16) / 8);
    expect(slots(0, 16)).toBe(0);
  });
});
