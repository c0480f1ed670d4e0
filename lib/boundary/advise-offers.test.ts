import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import type { BriefDraft } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { interactive, lora } from "@/lib/sample/fixtures/briefs";
import { advise } from "./advise";
import { changed, draft, OFFERS, offer } from "./fixtures/briefs";

/** What decides between offers of the right style. */
const WITH_OFFERS: [string, BriefDraft, Offer[], string | null, Record<string, string>][] = [
  [
    "EU residency excludes the cheapest",
    changed(lora, { "dataBoundary.residency": ["EU"] }),
    [offer({ id: "us", amount: "1", dataLocation: "US" }), offer({ id: "eu", amount: "3", dataLocation: "EU" })],
    "eu",
    { us: "outside-residency" },
  ],
  [
    "a quota of zero excludes the cheapest",
    draft(lora),
    [offer({ id: "none", amount: "1", quotaCards: 0 }), offer({ id: "some", amount: "3", quotaCards: 1 })],
    "some",
    { none: "quota-too-small" },
  ],
  [
    "a quota of four cards does not hold eight",
    changed(lora, { "memoryShape.tensorParallel": 8 }),
    [offer({ id: "four", amount: "1", quotaCards: 4 })],
    null,
    { four: "quota-too-small" },
  ],
  [
    "a quota that nobody has looked up excludes nothing",
    draft(lora),
    [offer({ id: "unsaid", amount: "1" })],
    "unsaid",
    {},
  ],
  [
    "another card than the brief's is not compared",
    changed(lora, { "memoryShape.acceleratorId": "h100-sxm" }),
    [
      offer({ id: "l4", amount: "0.5", acceleratorId: "l4" }),
      offer({ id: "h100", amount: "2", acceleratorId: "h100-sxm" }),
    ],
    "h100",
    { l4: "other-card" },
  ],
  [
    "a price list that says only H100 names three cards, so its price does not count yet",
    changed(lora, { "memoryShape.acceleratorId": "h100-sxm" }),
    [
      offer({ id: "loose", amount: "1.80", cardAsNamed: "H100" }),
      offer({ id: "unsaid", amount: "0.20" }),
      offer({ id: "h100", amount: "2", acceleratorId: "h100-sxm" }),
    ],
    "h100",
    { loose: "card-open", unsaid: "card-open" },
  ],
  [
    "where the brief leaves the card open, one that does not hold the work is passed over",
    changed(interactive, {
      "controlBoundary.fixedHost": "no",
      "capacityVanishes.interruption": "tolerated",
      "memoryShape.modelPreset": "meta-llama/Llama-3.1-70B",
    }),
    [
      offer({ id: "l4", amount: "0.5", acceleratorId: "l4", dataLocation: "EU" }),
      offer({ id: "b300", amount: "6", acceleratorId: "b300-sxm", dataLocation: "EU" }),
    ],
    "b300",
    { l4: "card-too-small" },
  ],
];

describe("offers of a written brief", () => {
  it.each(WITH_OFFERS)("%s", (_, input, offers, chosen, excluded) => {
    const plan = advise(contentOf(input), { offers }).plan;
    expect(plan?.offerId).toBe(chosen);
    expect(Object.fromEntries(plan?.excluded.map((e) => [e.offerId, e.because]) ?? [])).toEqual(excluded);
  });
});

describe("the plan that is suggested", () => {
  it("takes the cheapest offer of the style; spot only where an interruption is fine", () => {
    expect(advise(contentOf(draft(lora)), { offers: OFFERS }).plan).toMatchObject({ offerId: "d-spot", count: 1 });
    const firm = changed(lora, { "capacityVanishes.interruption": "not-tolerated" });
    const plan = advise(contentOf(firm), { offers: OFFERS }).plan;
    expect(plan).toMatchObject({ offerId: "a-cheap", cost: { amount: "79.2", currency: "USD" } });
    expect(plan?.excluded).toEqual([
      { offerId: "c-node", because: "other-boundary" },
      { offerId: "d-spot", because: "may-be-taken-away" },
      { offerId: "e-tokens", because: "price-needs-usage" },
    ]);
  });

  it("passes over an offer outside the allowed places, and over one that does not say", () => {
    const eu = changed(lora, { "dataBoundary.residency": ["EU"] });
    const offers = [
      offer({ id: "us", amount: "1", dataLocation: "US" }),
      offer({ id: "eu", amount: "3", dataLocation: "Frankfurt, EU" }),
      offer({ id: "unsaid", amount: "1" }),
    ];
    const advice = advise(contentOf(eu), { offers });
    expect(advice.plan).toMatchObject({ offerId: "eu" });
    expect(advice.answers[2]?.met.map((m) => m.need)).toContain("residency");
    expect(advice.answers[3]?.unknown.map((m) => m.need)).toContain("residency");
  });

  it("does not compare two currencies", () => {
    const euro = offer({ id: "euro", amount: "1", price: { amount: "1", currency: "EUR", unit: "gpu-hour" } });
    expect(advise(contentOf(draft(lora)), { offers: [...OFFERS, euro] }).plan?.offerId).toBeNull();
  });

  it("is not made while the price search is closed", () => {
    const open = changed(lora, { "capacityVanishes.retryRule": null });
    expect(advise(contentOf(open), { offers: OFFERS })).toMatchObject({ boundary: "vm", plan: null });
  });

  it("does not depend on the order of offers", () => {
    // Two with one price each: which comes first in the list must not decide.
    const tied = [...OFFERS, ...OFFERS.map((o) => ({ ...o, id: `0-${o.id}` }))];
    const once = advise(contentOf(draft(lora)), { offers: tied });
    fc.assert(
      fc.property(fc.shuffledSubarray(tied, { minLength: tied.length }), (offers) => {
        expect(advise(contentOf(draft(lora)), { offers })).toEqual(once);
      }),
    );
  });

  it("does not cost more when an offer gets cheaper", () => {
    const cents = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(cents, cents, cents, (a, b, less) => {
        const make = (x: number, y: number) => [
          offer({ id: "x", amount: `${x / 100}` }),
          offer({ id: "y", amount: `${y / 100}` }),
        ];
        const cost = (offers: Offer[]) => {
          const found = advise(contentOf(draft(lora)), { offers }).plan?.cost;
          return found?.ok ? Number(found.amount) : Number.NaN;
        };
        expect(cost(make(Math.max(1, a - less), b))).toBeLessThanOrEqual(cost(make(a, b)));
      }),
    );
  });
});
