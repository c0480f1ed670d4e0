import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { parseEstimateRequest } from "./schema";

function field(model: string, run: object, parallel: object, gpu: unknown = "h200-sxm") {
  const parsed = parseEstimateRequest({ model: { preset: model }, run, parallel, gpu });
  if (!parsed.ok) throw new Error(parsed.message);
  const answer = estimate(parsed.request);
  return answer.verdict === "not-estimable" ? answer.reasons[0]?.field : null;
}

const DENSE = "meta-llama/Llama-3.1-8B";
const EXPERTS = "Qwen/Qwen3-30B-A3B";
const serve = { kind: "serve", maxModelLen: 2048 };
const train = { kind: "train" };

describe("splits that no engine starts", () => {
  it("cut heads, layers or experts", () => {
    for (const run of [serve, train]) {
      expect(field(DENSE, run, { tensor: 3 })).toBe("parallel.tensor");
      expect(field(DENSE, run, { pipeline: 64 })).toBe("parallel.pipeline");
      expect(field(DENSE, run, { expert: 2 })).toBe("parallel.expert");
      expect(field(EXPERTS, run, { expert: 256 })).toBe("parallel.expert");
      expect(field(EXPERTS, run, { expert: 8 })).toBeNull();
      expect(field(DENSE, run, { pipeline: 32 })).toBeNull();
    }
  });

  it("span slices of a card, which have no links; copies that only share a queue do not", () => {
    const slice = { id: "h100-sxm", mig: "7g.80gb" };
    expect(field(EXPERTS, serve, { expert: 2 }, slice)).toBe("parallel.expert");
    expect(field(DENSE, serve, { context: 2 }, slice)).toBe("parallel.context");
    expect(field(DENSE, serve, { data: 2 }, slice)).toBeNull();
    expect(field(DENSE, train, { data: 2 }, slice)).toBe("parallel.data");
  });

  it("are of a kind that the run does not know", () => {
    const flux = "black-forest-labs/FLUX.1-dev";
    expect(field(flux, { kind: "media" }, { tensor: 2 })).toBe("parallel.tensor");
    expect(field(flux, { kind: "media" }, { data: 2 })).toBeNull();
    expect(field(DENSE, { kind: "embed" }, { pipeline: 2 })).toBe("parallel.pipeline");
    expect(field(DENSE, { kind: "embed" }, { tensor: 2 })).toBeNull();
  });
});
