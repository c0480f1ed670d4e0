import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { lora } from "@/lib/sample/fixtures/briefs";
import { changed, offer } from "../fixtures/briefs";
import { searchOfBrief } from "./from-brief";
import { sweepSchema } from "./schema";
import { sweep } from "./sweep";

const H100 = offer({ id: "h100", amount: "2", acceleratorId: "h100-sxm" });
const A100 = offer({ id: "a100", amount: "1.5", acceleratorId: "a100-80-sxm" });
const answerOf = (more: object = {}) => {
  const result = sweep(
    sweepSchema.parse({
      model: { preset: "meta-llama/Llama-3.1-8B" },
      run: {
        kind: "train",
        method: "lora",
        sequenceLength: 8192,
        microBatchSize: 1,
        checkpointing: "full",
        framework: "peft",
      },
      gpus: ["h100-sxm", "a100-80-sxm"],
      offers: [H100, A100],
      ...more,
    }),
  );
  if (!result.ok) throw new Error(result.message);
  return result.answer;
};

describe("a search for training", () => {
  it("ranks by what a million tokens cost, not by the hour", () => {
    const { cheapest, plans } = answerOf();
    // The dearer hour trains 3.2 times as many tokens.
    expect(cheapest?.gpu).toBe("h100-sxm");
    const { costPerHour, costPerMillionTokens, training } = plans[0] ?? {};
    const expected = (Number(costPerHour?.amount) * 1e6) / 3600 / (training?.tokensPerSecond.expected ?? 0);
    expect(Number(costPerMillionTokens?.expected)).toBeCloseTo(expected, 9);
    expect(training?.known).toBeNull();
  });

  it("ranks a card without a planning figure after those with one, however cheap its hour", () => {
    const { plans, cheapest } = answerOf({
      gpus: ["h100-sxm", "t4", "v100-32"],
      run: { kind: "train", method: "qlora", sequenceLength: 512, checkpointing: "full", framework: "peft" },
      offers: [H100, offer({ id: "v", amount: "0.01", acceleratorId: "v100-32" })],
    });
    expect(cheapest?.gpu).toBe("h100-sxm");
    expect(plans.find((p) => p.gpu === "v100-32")).toMatchObject({ training: null, costPerMillionTokens: null });
  });

  it("keeps a limit of tokens per second over the whole range, at the expected value, or not", () => {
    const { low, expected } = answerOf().cheapest?.training?.tokensPerSecond ?? { low: 0, expected: 0 };
    const meets = (tokensPerSecond: number) =>
      answerOf({ gpus: ["h100-sxm"], limits: { tokensPerSecond } }).plans[0]?.meets;
    expect([meets(low * 0.99), meets(low * 1.01), meets(expected * 1.01)]).toEqual(["whole-range", "expected", "no"]);
    const refused = answerOf({ gpus: ["h100-sxm"], limits: { tokensPerSecond: expected * 2 } });
    expect(refused.cheapest).toBeNull();
    expect(refused.plans[0]?.rejectedBecause?.code).toBe("slow-training");
  });

  it("takes the limit from the brief", () => {
    const found = searchOfBrief(contentOf(changed(lora, { "target.tokensPerSecond": 900 })));
    expect(found.ok && found.search.limits).toEqual({ tokensPerSecond: 900 });
    // 1,000 steps of 2 × 8 sequences of 4,096 tokens within an hour.
    const steps = searchOfBrief(
      contentOf(
        changed(lora, {
          "target.tokensPerSecond": null,
          "target.completeWithinHours": 1,
          "target.runSteps": 1000,
          "memoryShape.microBatchSize": 2,
          "memoryShape.gradientAccumulation": 8,
          "memoryShape.sequenceLengthTokens": 4096,
        }),
      ),
    );
    expect(steps.ok && steps.search.limits.tokensPerSecond).toBe(Math.ceil((1000 * 2 * 8 * 4096) / 3600));
  });

  it("never costs more per million tokens when an offer gets cheaper", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999 }), fc.integer({ min: 1, max: 998 }), (cents, less) => {
        const cost = (c: number) =>
          Number(
            answerOf({
              gpus: ["h100-sxm"],
              offers: [offer({ id: "h", amount: `${c / 100}`, acceleratorId: "h100-sxm" })],
            }).cheapest?.costPerMillionTokens?.expected,
          );
        expect(cost(Math.max(1, cents - less))).toBeLessThanOrEqual(cost(cents));
      }),
      { numRuns: 30 },
    );
  });
});
