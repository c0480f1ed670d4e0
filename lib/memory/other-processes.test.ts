import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { reliefs } from "./relief";
import { type EstimateRequestInput, estimateRequestSchema } from "./schema";

const ask = (input: EstimateRequestInput) => estimate(estimateRequestSchema.parse(input));
const model = { preset: "meta-llama/Llama-3.1-8B" };
const vllm = (gpuMemoryUtilization: number, otherProcessesMib: number) =>
  ask({ model, run: { kind: "serve", maxModelLen: 8192, gpuMemoryUtilization }, gpu: "h100-sxm", otherProcessesMib });

describe("other processes on the card", () => {
  it("vLLM does not start where its whole budget is not free, and starts with a smaller one", () => {
    const refused = vllm(0.9, 12_000);
    expect(refused.verdict).toBe("does-not-fit");
    expect(refused.reasons.find((r) => r.code === "not-free-at-start")?.message).toContain("0.85 at most");
    expect(vllm(0.85, 12_000).reasons.map((r) => r.code)).not.toContain("not-free-at-start");
    expect(vllm(0.8, 12_000).verdict).toBe("fits");
  });

  it("the first relief is a share that starts", () => {
    const request = estimateRequestSchema.parse({
      model,
      run: { kind: "serve", maxModelLen: 8192 },
      gpu: "h100-sxm",
      otherProcessesMib: 12_000,
    });
    expect(reliefs(request)[0]).toMatchObject({ code: "smaller-share", value: 0.81, verdict: "fits" });
  });

  it("an engine that takes memory as it needs it has what is left", () => {
    const llama = (otherProcessesMib: number) =>
      ask({ model, run: { kind: "serve", engine: "llama.cpp", maxModelLen: 8192 }, gpu: "l4", otherProcessesMib });
    expect(llama(0).verdict).toBe("fits");
    expect(llama(12_000).verdict).toBe("does-not-fit");
    const left = (llama(0).perGpu?.usableGib ?? 0) - (llama(12_000).perGpu?.usableGib ?? 0);
    expect(left).toBeCloseTo(12_000 / 1024, 6);
  });

  it("more held by others never makes a worse verdict better", () => {
    const rank = { fits: 0, tight: 1, "does-not-fit": 2, "not-estimable": 3 };
    const held = fc.nat(90_000);
    fc.assert(
      fc.property(
        held,
        held,
        fc.constantFrom("vllm" as const, "sglang" as const, "llama.cpp" as const),
        (a, b, engine) => {
          const at = (otherProcessesMib: number) =>
            rank[
              ask({ model, run: { kind: "serve", engine, maxModelLen: 8192 }, gpu: "h100-sxm", otherProcessesMib })
                .verdict
            ];
          expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
        },
      ),
      { numRuns: 60 },
    );
  });
});
