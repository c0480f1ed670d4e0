import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf, readBrief, withValue } from "@/lib/brief/content";
import { type Offer, type OfferInput, offerSchema } from "@/lib/catalog/offer";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { Decimal } from "@/lib/money/money";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { monthsBegun } from "./calendar";
import { estimateRequestOf } from "./estimate-request";
import { type PlanInput, planDays, planDigest, readPlan } from "./plan";
import { billedSeconds, plannedCost } from "./planned-cost";

function offer(values: Partial<OfferInput> = {}): Offer {
  return offerSchema.parse({
    id: "o",
    provider: "Example",
    purchase: "on-demand",
    boundary: "vm",
    price: { amount: "2.69", currency: "USD", unit: "gpu-hour" },
    hostIncluded: true,
    taxIncluded: true,
    source: "a quote",
    dated: "2026-05-01",
    ...values,
  });
}
const USE = { cards: 3, start: "2026-06-01", end: "2026-06-04", diskBytes: null, egressBytesPerMonth: null };

describe("planned cost", () => {
  it.each([
    ["per card and hour", offer(), "581.04", 3, 3],
    ["whole packs of two", offer({ cardsPerPack: 2, wholePacksOnly: true }), "774.72", 4, 2],
    [
      "per node of eight",
      offer({ cardsPerPack: 8, price: { amount: "20", currency: "USD", unit: "node-hour" } }),
      "1440",
      8,
      1,
    ],
    ["per pack", offer({ cardsPerPack: 2, price: { amount: "5.5", currency: "USD", unit: "pack-hour" } }), "792", 4, 2],
    [
      "per month, begun months",
      offer({ cardsPerPack: 1, price: { amount: "130", currency: "USD", unit: "month" } }),
      "390",
      3,
      3,
    ],
    ["with a minimum of a week", offer({ minimumSeconds: 604_800 }), "1355.76", 3, 3],
    ["with money paid up front", offer({ upfront: { amount: "10", currency: "USD" } }), "611.04", 3, 3],
  ])("%s", (_, o, amount, billedCards, packs) => {
    expect(plannedCost(o, USE)).toMatchObject({ ok: true, amount, billedCards, packs, notIncluded: [] });
  });

  it("a price per pack, node or month needs the cards that it buys; a price per card does not", () => {
    const by = (unit: "pack-hour" | "node-hour" | "month" | "gpu-hour") =>
      plannedCost(offer({ price: { amount: "1", currency: "USD", unit } }), USE);
    for (const unit of ["pack-hour", "node-hour", "month"] as const)
      expect(by(unit)).toEqual({ ok: false, code: "PACK_UNKNOWN" });
    expect(by("gpu-hour")).toMatchObject({ ok: true, billedCards: 3 });
  });
  it("adds storage and egress in the price's own unit, and names what has no price", () => {
    const priced = offer({
      storage: { amount: "0.2", currency: "USD", unit: "gib-month" },
      egress: { amount: "0.1", currency: "USD", unit: "gb" },
    });
    const cost = plannedCost(priced, { ...USE, diskBytes: 730 * 1024 ** 3, egressBytesPerMonth: 730e9 });
    expect(cost).toMatchObject({ lines: [{}, { code: "storage", amount: "14.4" }, { code: "egress", amount: "7.2" }] });
    const bare = plannedCost(offer({ hostIncluded: null, taxIncluded: null }), {
      ...USE,
      diskBytes: 1,
      egressBytesPerMonth: 1,
    });
    expect(bare).toMatchObject({ notIncluded: ["host", "storage", "egress", "tax"] });
  });

  it("does not guess a price per token, nor mix currencies", () => {
    const tokens = offer({ price: { amount: "0.3", currency: "USD", unit: "million-tokens" } });
    expect(plannedCost(tokens, USE)).toEqual({ ok: false, code: "NEEDS_USAGE" });
    expect(plannedCost(offer({ upfront: { amount: "1", currency: "EUR" } }), USE)).toMatchObject({
      code: "OTHER_CURRENCY",
    });
    expect(plannedCost(offer(), { ...USE, end: USE.start })).toMatchObject({ code: "EMPTY_PERIOD" });
  });

  it("bills full increments and at least the minimum", () => {
    expect(billedSeconds(3_601, { billingIncrementSeconds: 3_600, minimumSeconds: 0 })).toBe(7_200);
    expect(billedSeconds(10, { billingIncrementSeconds: 1, minimumSeconds: 60 })).toBe(60);
    expect(billedSeconds(61, { billingIncrementSeconds: null, minimumSeconds: null })).toBe(61);
  });

  it("is the sum of its lines, exactly", () => {
    const cents = fc.integer({ min: 1, max: 99_999 }).map((c) => `${c}e-4`);
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 8 }), (amount, cards, pack) => {
        const plain = new Decimal(amount).toFixed();
        const o = offer({
          cardsPerPack: pack,
          wholePacksOnly: true,
          price: { amount: plain, currency: "USD", unit: "gpu-hour" },
          upfront: { amount: plain, currency: "USD" },
        });
        const cost = plannedCost(o, { ...USE, cards });
        if (!cost.ok) throw new Error(cost.code);
        const sum = cost.lines.reduce((so, l) => so.plus(l.amount), new Decimal(0));
        expect(cost.amount).toBe(sum.toFixed());
        expect(cost.billedCards).toBeGreaterThanOrEqual(cards);
        expect(cost.billedCards % pack).toBe(0);
      }),
    );
  });

  it("counts months as begun", () => {
    expect(monthsBegun("2026-01-15", "2026-02-15")).toBe(1);
    expect(monthsBegun("2026-01-15", "2026-02-16")).toBe(2);
    expect(monthsBegun("2026-12-01", "2027-01-01")).toBe(1);
    expect(monthsBegun("2026-06-01", "2026-06-04")).toBe(1);
  });
});

const PLAN: PlanInput = {
  boundary: "vm",
  offer: offer(),
  count: 1,
  period: { start: "2026-06-01", end: "2026-07-01" },
  owner: "Language team",
  stopRule: "Stopped by the queue when empty for 30 min",
  fallbacks: { lostAllocation: "Resume elsewhere", shortage: "Wait a day", failedDeployment: "Last image" },
  trial: { endDate: "2026-06-04", budget: { amount: "300", currency: "USD" } },
};

function issues(change: Partial<PlanInput>) {
  const read = readPlan({ ...PLAN, ...change });
  return read.ok ? [] : read.issues.map((i) => `${i.path} ${i.code}`);
}

describe("a plan", () => {
  it("has days and a digest that every part changes", () => {
    const read = readPlan(PLAN);
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    const { plan } = read;
    expect(planDays(plan)).toBe(30);
    const digest = planDigest(plan, "r1");
    const others = [
      planDigest(plan, "r2"),
      planDigest({ ...plan, count: 2 }, "r1"),
      planDigest({ ...plan, offer: offer({ price: { amount: "2.7", currency: "USD", unit: "gpu-hour" } }) }, "r1"),
      planDigest({ ...plan, stopRule: "Never" }, "r1"),
    ];
    expect(new Set([digest, ...others]).size).toBe(5);
    expect(planDigest({ ...plan }, "r1")).toBe(digest);
  });

  it("is refused with all its faults and their paths", () => {
    expect(issues({ period: { start: "2026-06-01", end: "2026-06-01" } })).toContain("period.end PERIOD_EMPTY");
    expect(issues({ trial: { ...PLAN.trial, endDate: "2026-08-01" } })).toEqual([
      "trial.endDate TRIAL_LONGER_THAN_PERIOD",
    ]);
    expect(issues({ trial: { ...PLAN.trial, endDate: "2026-05-01" } })).toEqual(["trial.endDate TRIAL_EMPTY"]);
    expect(issues({ offer: null })).toEqual(["offer OFFER_NEEDED"]);
    expect(issues({ boundary: "cluster" })).toEqual(["offer OFFER_OF_OTHER_BOUNDARY"]);
    expect(issues({ owner: " ", stopRule: "" })).toEqual(["owner too_small", "stopRule too_small"]);
    expect(issues({ trial: { endDate: "2026-06-04", budget: { amount: "1.000,50", currency: "USD" } } })).toHaveLength(
      1,
    );
    expect(issues({ extra: 1 } as Partial<PlanInput>)).toEqual(["extra unrecognized_keys"]);
    expect(issues({ boundary: "managed-api", offer: null })).toEqual([]);
  });
});

describe("the question to the estimator", () => {
  const content = (input: unknown) => {
    const read = readBrief(input);
    if (!read.ok) throw new Error(read.message);
    return read.content;
  };

  it.each([
    ["serving", interactive, { kind: "serve", engineVersion: "0.19.0", maxModelLen: 8192, concurrency: 32 }],
    ["LoRA", lora, { kind: "train", method: "lora", sequenceLength: 4096, loraTargets: ["q", "v"] }],
    ["video", video, { kind: "media", width: 1280, frames: 81, components: [{ name: "transformer" }, {}, {}] }],
  ])("is one that the estimator takes: %s", (_, input, run) => {
    const answer = estimateRequestOf(content(input), "h100-sxm");
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    expect(answer.request.run).toMatchObject(run);
    expect(parseEstimateRequest(answer.request)).toMatchObject({ ok: true });
  });

  it("names what is missing, and what cannot be read", () => {
    expect(estimateRequestOf(content(lora))).toEqual({
      ok: false,
      code: "MISSING",
      missing: ["memoryShape.acceleratorId"],
    });
    const none = contentOf(
      withValue(withValue(lora as never, "memoryShape.modelPreset", null), "memoryShape.microBatchSize", null),
    );
    expect(estimateRequestOf(none, "l4")).toEqual({
      ok: false,
      code: "MISSING",
      missing: ["memoryShape.modelPreset", "memoryShape.microBatchSize"],
    });
    const broken = contentOf(
      withValue(withValue(lora as never, "memoryShape.modelSource", "config"), "memoryShape.modelConfig", "{"),
    );
    expect(estimateRequestOf(broken, "l4")).toMatchObject({ code: "INVALID", path: "memoryShape.modelConfig" });
    const parts = contentOf(withValue(video as never, "memoryShape.mediaComponents", ["transformer many bf16"]));
    expect(estimateRequestOf(parts, "l4")).toMatchObject({ code: "INVALID", path: "memoryShape.mediaComponents" });
    expect(estimateRequestOf(contentOf(withValue(lora as never, "memoryShape.runKind", "none")), "l4")).toEqual({
      ok: false,
      code: "NO_MODEL",
    });
  });

  it("takes a pasted config with bare NaN", () => {
    const text = '{"model_type": "llama", "hidden_size": 8, "x": NaN}';
    const pasted = contentOf(
      withValue(withValue(lora as never, "memoryShape.modelSource", "config"), "memoryShape.modelConfig", text),
    );
    const answer = estimateRequestOf(pasted, "l4");
    expect(answer).toMatchObject({ ok: true, request: { model: { config: { hidden_size: 8, x: null } }, gpu: "l4" } });
  });
});
