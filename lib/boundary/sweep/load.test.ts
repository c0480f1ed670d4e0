import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import { type OfferInput, offerSchema } from "@/lib/catalog/offer";
import { Decimal } from "@/lib/money/money";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { fewerOffers } from "./fewer-offers";
import { searchOfBrief } from "./from-brief";
import { frontierOf } from "./frontier";
import { sweepSchema } from "./schema";
import { sweep } from "./sweep";

const offer = (id: string, acceleratorId: string, amount: string, more: Partial<OfferInput> = {}) =>
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
const OFFERS = [offer("h100", "h100-sxm", "2.50"), offer("h200", "h200-sxm", "3.20"), offer("l4", "l4", "0.70")];
const LOAD = { concurrency: 64, inputTokens: 1024, outputTokens: 256 };

const answerOf = (more: object = {}) => {
  const result = sweep(
    sweepSchema.parse({
      model: { preset: "meta-llama/Llama-3.1-8B" },
      run: { kind: "serve", engine: "vllm", engineVersion: "0.19.0" },
      gpus: ["h100-sxm", "h200-sxm", "l4"],
      parallel: { tensor: [1, 2], data: [1, 2] },
      weightFormats: ["bf16"],
      offers: OFFERS,
      load: LOAD,
      ...more,
    }),
  );
  if (!result.ok) throw new Error(result.message);
  return result.answer;
};

describe("a sweep with a load", () => {
  it("ranks by cost per accepted output, with idle time and rejections inside", () => {
    const { plans, cheapest } = answerOf();
    const each = plans.filter((p) => p.verdict === "fits").map((p) => Number(p.costPerAccepted?.expected));
    expect(each.length).toBeGreaterThan(3);
    expect(each).toEqual([...each].sort((a, b) => a - b));
    const half = answerOf({ load: { ...LOAD, dutyCycle: 0.5, acceptance: 0.8 } }).cheapest;
    expect(Number(half?.costPerAccepted?.expected)).toBeCloseTo(Number(cheapest?.costPerAccepted?.expected) / 0.4, 8);
    const range = cheapest?.costPerAccepted;
    expect(Number(range?.low)).toBeLessThan(Number(range?.expected));
    expect(Number(range?.expected)).toBeLessThan(Number(range?.high));
  });

  it("each copy of the model holds its own share of the load", () => {
    const { plans } = answerOf({ limits: {} });
    const of = (data: number) =>
      plans.find((p) => p.gpu === "h100-sxm" && p.parallel.tensor === 1 && p.parallel.data === data);
    const [one, two] = [of(1)?.speed, of(2)?.speed];
    expect(two?.timePerTokenMs.expected).toBeLessThan(one?.timePerTokenMs.expected ?? 0);
    expect(two?.requestsPerHour.expected).toBeGreaterThan(one?.requestsPerHour.expected ?? 0);
  });

  it("a limit rejects with the figure and the limit, and the robust plan keeps it at the pessimistic end", () => {
    const limits = { timePerTokenMs: 13 };
    const { plans, cheapest, robust } = answerOf({ limits });
    const slow = plans.find((p) => p.rejectedBecause?.code === "slow-token");
    expect(slow?.rejectedBecause?.params).toMatchObject({ limit: 13 });
    expect(Number(slow?.rejectedBecause?.params.value)).toBeGreaterThan(12);
    expect(cheapest?.speed?.timePerTokenMs.expected).toBeLessThanOrEqual(13);
    expect(robust?.speed?.timePerTokenMs.high).toBeLessThanOrEqual(13);
    expect(Number(robust?.costPerAccepted?.expected)).toBeGreaterThanOrEqual(
      Number(cheapest?.costPerAccepted?.expected),
    );
  });

  it("a demand leaves idle what the cards could do beyond it, and that is paid", () => {
    const { cheapest } = answerOf({ limits: { outputsPerHour: 1000 } });
    expect(new Decimal(cheapest?.costPerAccepted?.expected ?? 0).toNumber()).toBeCloseTo(
      Number(cheapest?.costPerHour?.amount) / 1000,
      9,
    );
    const huge = answerOf({ limits: { outputsPerHour: 1e9 } });
    expect(huge.cheapest).toBeNull();
    expect(huge.plans.some((p) => p.rejectedBecause?.code === "too-little")).toBe(true);
  });

  it("what was never measured keeps no limit, and says so", () => {
    const { cheapest, plans } = answerOf({ limits: { timePerTokenMs: 1000 }, parallel: { pipeline: [2] } });
    expect(cheapest).toBeNull();
    expect(plans.filter((p) => p.verdict === "fits").every((p) => p.rejectedBecause?.code === "speed-unknown")).toBe(
      true,
    );
  });

  it("offers outside what is allowed are named and not used", () => {
    const offers = [
      offer("spot", "h100-sxm", "0.90", { purchase: "spot" }),
      offer("us", "h100-sxm", "1.00", { dataLocation: "US" }),
      offer("node", "h100-sxm", "1.10", { boundary: "dedicated-node", dataLocation: "EU" }),
      offer("eu", "h100-sxm", "2.00", { dataLocation: "Frankfurt, EU" }),
    ];
    const { cheapest, offersLeftOut } = answerOf({ offers, allow: { spot: false, places: ["EU"], boundary: "vm" } });
    expect(cheapest?.offerId).toBe("eu");
    expect(offersLeftOut.map((o) => [o.id, o.code])).toEqual([
      ["node", "other-boundary"],
      ["spot", "may-be-taken-away"],
      ["us", "outside-residency"],
    ]);
  });

  it("a cheaper offer never raises the cost per accepted output of the answer", () => {
    const base = Number(answerOf().cheapest?.costPerAccepted?.expected);
    fc.assert(
      fc.property(fc.constantFrom("h100-sxm", "h200-sxm", "l4"), fc.integer({ min: 1, max: 400 }), (gpu, cents) => {
        const offers = [...OFFERS, offer("new", gpu, (cents / 100).toFixed(2))];
        expect(Number(answerOf({ offers }).cheapest?.costPerAccepted?.expected)).toBeLessThanOrEqual(base);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the frontier", () => {
  it("holds what nothing beats in both cost and latency", () => {
    const points = frontierOf(answerOf().plans);
    const best = points.filter((p) => p.best);
    expect(best.length).toBeGreaterThan(0);
    for (const point of points) {
      const beaten = points.some((o) => o.cost < point.cost && o.latencyMs < point.latencyMs);
      if (point.best) expect(beaten).toBe(false);
    }
    for (const rest of points.filter((p) => !p.best)) {
      expect(best.some((b) => b.cost <= rest.cost && b.latencyMs <= rest.latencyMs)).toBe(true);
    }
  });
});

describe("offers and briefs for a search", () => {
  it("of offers that are alike the cheapest is kept, whatever their order", () => {
    const many = [
      offer("b", "l4", "2"),
      offer("a", "l4", "1"),
      offer("c", "l4", "1"),
      offer("eu", "l4", "3", { dataLocation: "EU" }),
    ];
    for (const order of [many, [...many].reverse()]) expect(fewerOffers(order).map((o) => o.id)).toEqual(["a", "eu"]);
  });

  it("a brief gives its load, its limits and which offers it allows, and needs no card", () => {
    const found = searchOfBrief(contentOf(interactive));
    expect(found).toMatchObject({
      ok: true,
      search: {
        concurrency: 32,
        limits: { timeToFirstTokenMs: 800, timePerTokenMs: 60 },
        allow: { boundary: "dedicated-node", spot: false },
      },
    });
    expect(searchOfBrief(contentOf({ kind: "training" }))).toMatchObject({ ok: false, code: "MISSING" });
    expect(searchOfBrief(contentOf(lora))).toMatchObject({ ok: true, search: { run: { kind: "train" }, limits: {} } });
    expect(searchOfBrief(contentOf(video))).toMatchObject({ ok: true, search: { run: { kind: "media" }, limits: {} } });
  });
});
