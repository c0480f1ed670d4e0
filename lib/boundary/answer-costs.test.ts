import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { advise } from "./advise";
import { ANSWERS, type AnswerName, answerCosts } from "./answer-costs";
import { changed, offer } from "./fixtures/briefs";

type Changes = Partial<Record<FieldPath, FieldValue>>;

/** 1,000 answers a day of 2,000 tokens each, anywhere, on a card that is named. */
const CHAT: Changes = {
  "outcome.volumeOutputs": 1000,
  "outcome.volumePeriod": "day",
  "memoryShape.contextTokens": 2000,
  "memoryShape.acceleratorId": "h100-sxm",
  "dataBoundary.residency": null,
  "dataBoundary.egressBytesPerMonth": null,
  "scale.activeHoursPerDay": 10,
  "scale.activeDaysPerWeek": 7,
  "capacityVanishes.interruption": "tolerated",
};
const h100 = (id: string, amount: string, more: Partial<Offer> = {}) =>
  offer({ id, amount, acceleratorId: "h100-sxm", ...more });
const OFFERS: Offer[] = [
  h100("vm", "2"),
  h100("spot", "1", { purchase: "spot" }),
  h100("node", "3", { boundary: "dedicated-node" }),
  h100("fn", "4", { boundary: "serverless", purchase: "serverless" }),
  offer({
    id: "api",
    amount: "0.5",
    boundary: "managed-api",
    purchase: "managed-api",
    price: { amount: "0.5", currency: "USD", unit: "million-tokens" },
  }),
  offer({ id: "box", amount: "0.1", price: { amount: "0.1", currency: "USD", unit: "node-hour" } }),
];
const costs = (changes: Changes = {}, offers: readonly Offer[] = OFFERS, of: unknown = interactive) =>
  new Map(answerCosts(contentOf(changed(of, { ...CHAT, ...changes })), offers).map((c) => [c.answer, c]));
const missing = (found: ReturnType<typeof costs>, answer: AnswerName) =>
  found.get(answer)?.missing.map((m) => m.code) ?? [];

describe("the cost line of every answer", () => {
  it("says what thirty days cost from the offers at hand", () => {
    const found = costs();
    const amounts = Object.fromEntries([...found].map(([answer, c]) => [answer, c.amount]));
    expect([...found.keys()]).toEqual([...ANSWERS]);
    expect(amounts).toMatchObject({
      cpu: "72", // 0.1 × 720 h
      "managed-api": "30", // 30,000 answers × 2,000 tokens × 0.5 per million
      serverless: "1200", // 4 × 300 active hours
      vm: "1440", // a service stands all the time: 2 × 720 h
      "spot-vm": "720",
      "dedicated-node": "2160",
    });
    expect(found.get("managed-api")?.perOutput).toBe("0.001");
    expect(found.get("vm")?.perOutput).toBe("0.048");
    expect(found.get("vm")?.parts).toMatchObject([{ part: "rented", offerId: "vm", dated: "2026-05-01" }]);
  });

  it("takes the cheapest, and of equal ones the id that comes first", () => {
    const found = costs({}, [h100("c", "3"), h100("b", "2"), h100("a", "2"), h100("d", "4")]);
    expect(found.get("vm")).toMatchObject({ amount: "1440", parts: [{ offerId: "a" }] });
  });

  it("pays other work than a service only while it is active, each run in its own increments", () => {
    const batch: Changes = { kind: "batch-inference", "scale.activeHoursPerDay": 1.5 };
    expect(costs(batch).get("vm")?.amount).toBe("90"); // 30 × 1.5 h × 2
    const byHour = [h100("vm", "2", { billingIncrementSeconds: 3600 })];
    expect(costs(batch, byHour).get("vm")?.amount).toBe("120"); // 30 × 2 h × 2
    expect(missing(costs({ ...batch, "scale.activeHoursPerDay": null }), "vm")).toEqual(["hours"]);
  });

  it("names exactly what lacks", () => {
    expect(missing(costs({}, []), "cluster")).toEqual(["offer"]);
    expect(missing(costs({}, []), "cpu")).toEqual(["machine-offer"]);
    expect(missing(costs({ "outcome.volumeOutputs": null }), "managed-api")).toEqual(["volume"]);
    expect(missing(costs({ "memoryShape.contextTokens": null }), "managed-api")).toEqual(["tokens"]);
    expect(missing(costs(), "spot-vm")).toEqual(["interruption-rate"]);
    expect(missing(costs({}, [offer({ id: "loose", amount: "1", cardAsNamed: "H100" })]), "vm")).toEqual(["open-card"]);
    const euro = h100("euro", "1", { price: { amount: "1", currency: "EUR", unit: "gpu-hour" } });
    expect(missing(costs({}, [...OFFERS, euro]), "vm")).toEqual(["one-currency"]);
    expect(missing(costs({ "capacityVanishes.interruption": "not-tolerated" }), "spot-vm")).toEqual(["offer"]);
  });

  it("adds the two parts of a hybrid by the share of calls that any model could answer", () => {
    const own: Changes = {
      "controlBoundary.ownWeights": "yes",
      "controlBoundary.commodityCallsPercent": 60,
      "controlBoundary.accessLevel": "container",
      "controlBoundary.fixedHost": "no",
    };
    const found = costs({ ...own, "target.coldStartToleranceSeconds": 120, "controlBoundary.fixedRuntime": "no" });
    expect(found.get("hybrid")?.parts.map((p) => [p.part, p.amount])).toEqual([
      ["api", "18"],
      ["rented", "1200"],
    ]);
    expect(found.get("hybrid")?.amount).toBe("1218");
    const unsaid = costs({ ...own, "controlBoundary.commodityCallsPercent": null }).get("hybrid");
    expect(unsaid?.missing.map((m) => [m.code, m.field])).toContainEqual([
      "commodity-share",
      "controlBoundary.commodityCallsPercent",
    ]);
    expect(unsaid?.perOutput).toBeNull();
  });

  it("prices the centre of an edge and names the devices that no offer holds", () => {
    const edge: Changes = { "controlBoundary.edge": "filtering", "controlBoundary.edgeSites": 12 };
    const line = costs(edge).get("edge-with-centre");
    expect(line?.parts).toMatchObject([{ part: "centre", amount: "2160", offerId: "node" }]);
    expect(line?.missing.map((m) => m.code)).toEqual(["edge-devices"]);
    expect(line?.perOutput).toBeNull();
    expect(missing(costs({ ...edge, "controlBoundary.edgeSites": null }), "edge-with-centre")).toContain("edge-sites");
  });

  it("does not depend on the order of offers, and never rises when one gets cheaper", () => {
    const cents = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: OFFERS.length, maxLength: OFFERS.length });
    const priced = (amounts: readonly number[]) =>
      OFFERS.map((o, i) => ({ ...o, price: { ...o.price, amount: String((amounts[i] ?? 1) / 100) } }));
    const twin = (o: Offer) => ({ ...o, id: `${o.id}-2`, price: { ...o.price, amount: "2.5" } });
    const of = fc.constantFrom(interactive, lora, video);
    fc.assert(
      fc.property(
        cents,
        of,
        fc.nat({ max: OFFERS.length - 1 }),
        fc.integer({ min: 1, max: 900 }),
        (a, brief, at, less) => {
          const offers = [...priced(a), ...OFFERS.map(twin)];
          const before = costs({}, offers, brief);
          // Two with one price each: which comes first in the list must not decide.
          const tied = [...offers, ...offers.map((o) => ({ ...o, id: `0-${o.id}` }))];
          expect(costs({}, [...tied].reverse(), brief)).toEqual(costs({}, tied, brief));
          const cheaper = costs(
            {},
            [...priced(a.map((c, i) => (i === at ? Math.max(1, c - less) : c))), ...OFFERS.map(twin)],
            brief,
          );
          for (const [answer, { amount }] of before) {
            const now = cheaper.get(answer)?.amount;
            expect(now === null ? amount === null : Number(now) <= Number(amount)).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("edge with centre", () => {
  it("is chosen by its need, keeps the style of its centre, and brings its own conditions", () => {
    const plain = advise(contentOf(changed(lora, {})));
    const advice = advise(contentOf(changed(lora, { "controlBoundary.edge": "both", "controlBoundary.edgeSites": 3 })));
    expect(plain).toMatchObject({ answer: "vm", edge: null });
    expect(advice).toMatchObject({
      answer: "edge-with-centre",
      boundary: "vm",
      edge: {
        edge: ["filter", "small-model"],
        centre: ["training", "artefacts"],
        need: { need: "edge", field: "controlBoundary.edge", code: "edge.both" },
        sites: 3,
      },
    });
    expect(advice.conditions.map((c) => c.id)).toEqual([
      ...plain.conditions.map((c) => c.id),
      "artefact-checksums",
      "drift-watch",
      "fallback-model",
    ]);
    expect(advise(contentOf(changed(lora, { "controlBoundary.edge": "no" }))).answer).toBe("vm");
  });

  it("asks first while a question decides about the centre", () => {
    const open = changed(lora, { "controlBoundary.edge": "nearness", "controlBoundary.fabric": null });
    expect(advise(contentOf(open))).toMatchObject({ boundary: null, answer: null });
  });
});
