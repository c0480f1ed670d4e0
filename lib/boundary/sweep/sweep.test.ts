import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Offer, type OfferInput, offerSchema } from "@/lib/catalog/offer";
import { type SweepRequest, sweepSchema } from "./schema";
import { sweep } from "./sweep";

const offer = (id: string, acceleratorId: string, amount: string, more: Partial<OfferInput> = {}): Offer =>
  offerSchema.parse({
    id,
    provider: "Example",
    acceleratorId,
    purchase: "on-demand",
    boundary: "vm",
    price: { amount, currency: "USD", unit: "gpu-hour" },
    source: "typed by hand",
    dated: "2026-11-30",
    ...more,
  });

const OFFERS = [
  offer("h100-a", "h100-sxm", "2.69"),
  offer("h100-b", "h100-sxm", "2.49"),
  offer("h200", "h200-sxm", "3.20"),
  offer("b200-pair", "b200-sxm", "5", { cardsPerPack: 2, wholePacksOnly: true }),
];
const ask = (more: object = {}) =>
  sweep(
    sweepSchema.parse({
      model: { preset: "meta-llama/Llama-3.1-70B" },
      run: { kind: "serve", engine: "vllm", engineVersion: "0.19.0" },
      gpus: ["h100-sxm", "h200-sxm", "b200-sxm"],
      parallel: { tensor: [1, 2, 4] },
      weightFormats: ["bf16"],
      contexts: [8192],
      offers: OFFERS,
      ...more,
    }),
  );
const answerOf = (more: object = {}) => {
  const result = ask(more);
  if (!result.ok) throw new Error(result.message);
  return result.answer;
};

describe("sweep", () => {
  it("evaluates every combination; plans that fit come first, the cheapest first", () => {
    const { evaluated, plans, cheapest, robust } = answerOf();
    expect(evaluated).toBe(9);
    const fitting = plans.filter((plan) => plan.verdict === "fits");
    expect(plans.slice(0, fitting.length)).toEqual(fitting);
    const costs = fitting.map((plan) => Number(plan.costPerHour?.amount));
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    expect(robust?.gpu).toBe(fitting[0]?.gpu);
    expect(Number(cheapest?.costPerHour?.amount)).toBeLessThanOrEqual(costs[0] ?? 0);
  });

  it("where no price is known the smallest card that fits comes first, whatever its name", () => {
    const model = { preset: "Qwen/Qwen3-8B" };
    const gpus = ["a100-80gb-sxm", "l40s", "l4"];
    const { plans, cheapest } = answerOf({ model, gpus, parallel: { tensor: [1] }, offers: [] });
    expect(plans.map((plan) => [plan.gpu, plan.costPerHour])).toEqual([
      ["l4", null],
      ["l40s", null],
      ["a100-80gb-sxm", null],
    ]);
    expect(cheapest?.gpu).toBe("l4");
  });

  it("a pack of two is paid whole, and the cheapest offer of a card decides", () => {
    const { plans } = answerOf();
    const plan = (gpu: string, cards: number) => plans.find((one) => one.gpu === gpu && one.gpuCount === cards);
    expect(plan("b200-sxm", 1)?.costPerHour?.amount).toBe("10");
    expect(plan("h100-sxm", 2)).toMatchObject({ offerId: "h100-b", costPerHour: { amount: "4.98" } });
  });

  it("a larger topology says why the smaller failed, or that it did not", () => {
    const { plans } = answerOf();
    const one = plans.find((plan) => plan.gpu === "h100-sxm" && plan.gpuCount === 1);
    expect(one?.verdict).toBe("does-not-fit");
    expect(one?.rejectedBecause?.message).not.toBe("");
    const four = plans.find((plan) => plan.gpu === "h100-sxm" && plan.gpuCount === 4);
    expect(four?.smallerFailed).toMatch(/^[12] × h100-sxm: /);
    const b200 = plans.find((plan) => plan.gpu === "b200-sxm" && plan.gpuCount === 4);
    expect(b200?.rejectedBecause?.code).toBe("smaller-fits");
  });

  it("several currencies are not mixed, and offers that cannot be priced by time are named", () => {
    const mixed = [
      ...OFFERS,
      offer("euro", "h100-sxm", "1", { price: { amount: "1", currency: "EUR", unit: "gpu-hour" } }),
    ];
    expect(ask({ offers: mixed })).toMatchObject({ ok: false, field: "currency" });
    const left = answerOf({ offers: mixed, currency: "USD" }).offersLeftOut;
    expect(left).toEqual([{ id: "euro", code: "other-currency", why: "its price is in EUR" }]);
    expect(
      ask({
        contexts: Array.from({ length: 1000 }, (_, i) => i + 1),
        gpus: "all",
        parallel: { tensor: [1, 2, 4, 8, 16] },
      }),
    ).toMatchObject({
      ok: false,
      field: "gpus",
    });
  });

  it("the order of offers changes nothing, and a cheaper offer never makes the cheapest plan dearer", () => {
    const base = answerOf();
    fc.assert(
      fc.property(fc.shuffledSubarray(OFFERS, { minLength: OFFERS.length }), (offers) => {
        expect(answerOf({ offers })).toEqual(base);
      }),
      { numRuns: 10 },
    );
    const costOf = (request: Partial<SweepRequest>) => Number(answerOf(request).cheapest?.costPerHour?.amount);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 269 }), (cents) => {
        const offers = [...OFFERS, offer("new", "h100-sxm", (cents / 100).toFixed(2))];
        expect(costOf({ offers })).toBeLessThanOrEqual(costOf({}));
      }),
      { numRuns: 10 },
    );
  });

  it("takes no price of an offer whose quota does not hold the cards", () => {
    const few = offer("few", "h100-sxm", "0.10", { quotaCards: 2 });
    const { plans } = answerOf({ gpus: ["h100-sxm"], offers: [...OFFERS, few] });
    const by = (count: number) => plans.find((plan) => plan.gpuCount === count)?.offerId;
    expect([by(1), by(2), by(4)]).toEqual(["few", "few", "h100-b"]);
  });
});
