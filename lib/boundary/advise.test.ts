import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf, readBrief, valueAt, withValue } from "@/lib/brief/content";
import { BRIEF_FIELDS } from "@/lib/brief/fields";
import type { BriefDraft, FieldPath, FieldValue } from "@/lib/brief/schema";
import { type Offer, offerSchema } from "@/lib/catalog/offer";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { advise } from "./advise";
import { BOUNDARIES, type Boundary, rankOf } from "./schema";

function draft(input: unknown): BriefDraft {
  const read = readBrief(input);
  if (!read.ok) throw new Error(`${read.path}: ${read.message}`);
  return read.draft;
}

const changed = (input: unknown, changes: Partial<Record<FieldPath, FieldValue>>) =>
  (Object.entries(changes) as [FieldPath, FieldValue][]).reduce((d, [path, v]) => withValue(d, path, v), draft(input));

/** Nothing of the machine is asked for: only the output counts. */
const NO_CONTROL: Partial<Record<FieldPath, FieldValue>> = {
  "controlBoundary.accessLevel": "none",
  "controlBoundary.ownWeights": "no",
  "controlBoundary.fixedRuntime": "no",
  "controlBoundary.isolation": "shared",
  "controlBoundary.persistentDisk": "no",
  "controlBoundary.fixedHost": "no",
  "controlBoundary.fabric": "none",
  "target.coldStartToleranceSeconds": 120,
};
const CONTAINER = { ...NO_CONTROL, "controlBoundary.accessLevel": "container" } as const;

const BRIEFS: [string, BriefDraft, Boundary | null, string | null][] = [
  ["plain summarisation with no control need", changed(interactive, NO_CONTROL), "managed-api", null],
  [
    "sporadic embedding batch in an own container",
    changed(lora, {
      ...CONTAINER,
      kind: "batch-inference",
      "capacityVanishes.interruption": "tolerated",
      "scale.longestRunHours": 1,
    }),
    "serverless",
    "access",
  ],
  [
    "own weights behind a patient queue",
    changed(video, { ...NO_CONTROL, "controlBoundary.ownWeights": "yes", "scale.longestRunHours": 2 }),
    "serverless",
    "weights",
  ],
  [
    "own card for a short experiment",
    changed(video, {
      ...NO_CONTROL,
      kind: "experiment",
      "controlBoundary.isolation": "own-card",
      "scale.longestRunHours": 1,
    }),
    "serverless",
    "isolation",
  ],
  ["one LoRA run of 6 h with checkpoints", draft(lora), "vm", "resume"],
  [
    "LoRA without a disk still resumes somewhere",
    changed(lora, { "controlBoundary.persistentDisk": "no" }),
    "vm",
    "resume",
  ],
  ["video rendering as root with a disk", draft(video), "vm", "access"],
  ["a run of three days", changed(video, { ...CONTAINER, "scale.longestRunHours": 72 }), "vm", "run-limit"],
  [
    "a cold start of 5 s",
    changed(interactive, { ...CONTAINER, "target.coldStartToleranceSeconds": 5 }),
    "vm",
    "cold-start",
  ],
  [
    "a cold start of exactly 60 s is still serverless",
    changed(interactive, { ...CONTAINER, "target.coldStartToleranceSeconds": 60 }),
    "serverless",
    "access",
  ],
  [
    "four cards of one machine",
    changed(lora, { "controlBoundary.fabric": "within-node", "scale.shape": "coordinated" }),
    "vm",
    "fabric",
  ],
  [
    "p95 chat service with fixed runtime",
    changed(interactive, { "controlBoundary.fixedHost": "no" }),
    "dedicated-node",
    "placement",
  ],
  [
    "the same chat, when interruptions are fine",
    changed(interactive, { "controlBoundary.fixedHost": "no", "capacityVanishes.interruption": "tolerated" }),
    "vm",
    "cold-start",
  ],
  [
    "nobody else on the host",
    changed(video, { "controlBoundary.isolation": "own-host" }),
    "dedicated-node",
    "isolation",
  ],
  ["interactive serving on one fixed host", draft(interactive), "dedicated-node", "host"],
  [
    "70B over 16 cards with fabric",
    changed(interactive, {
      "controlBoundary.fabric": "between-nodes",
      "scale.shape": "coordinated",
      "memoryShape.tensorParallel": 8,
      "memoryShape.pipelineParallel": 2,
    }),
    "cluster",
    "fabric",
  ],
  ["an unanswered fabric decides", changed(lora, { "controlBoundary.fabric": null }), null, null],
  [
    "an unanswered disk does not decide when root is needed",
    changed(video, { "controlBoundary.persistentDisk": null }),
    "vm",
    "access",
  ],
  [
    "a chat on own weights that nobody needs to see the host of",
    changed(interactive, { ...NO_CONTROL, "controlBoundary.ownWeights": "yes" }),
    "serverless",
    "weights",
  ],
  [
    "a cold start of 59 s",
    changed(interactive, { ...CONTAINER, "target.coldStartToleranceSeconds": 59 }),
    "vm",
    "cold-start",
  ],
  ["a run of exactly a day", changed(video, { ...CONTAINER, "scale.longestRunHours": 24 }), "serverless", "access"],
  [
    "cards that work on one thing without a fast link",
    changed(video, { ...CONTAINER, "scale.shape": "coordinated", "scale.longestRunHours": 2 }),
    "vm",
    "scale",
  ],
  [
    "a disk that outlives the worker",
    changed(video, { ...CONTAINER, "controlBoundary.persistentDisk": "yes", "scale.longestRunHours": 2 }),
    "vm",
    "disk",
  ],
  [
    "a fixed runtime that an interruption does not hurt",
    changed(interactive, {
      ...CONTAINER,
      "controlBoundary.fixedRuntime": "yes",
      "capacityVanishes.interruption": "tolerated",
    }),
    "serverless",
    "runtime",
  ],
  ["a card and nothing else", { memoryShape: { acceleratorId: "h100-sxm" } }, null, null],
];

describe("written briefs", () => {
  it.each(BRIEFS)("%s", (_, input, boundary, need) => {
    const advice = advise(contentOf(input));
    expect(advice.boundary).toBe(boundary);
    expect(advice.answers.map((a) => a.boundary)).toEqual(BOUNDARIES);
    if (boundary === null) {
      expect(advice.questions.length).toBeGreaterThan(0);
      return;
    }
    const first = advice.answers.find((a) => a.accepted);
    expect(first).toMatchObject({ boundary, moreThanNeeded: false });
    const below = advice.answers[rankOf(boundary) - 1];
    if (need !== null) expect(below?.failed.map((f) => f.need)).toContain(need);
    expect(advice.answers.slice(rankOf(boundary) + 1).every((a) => a.accepted && a.moreThanNeeded)).toBe(true);
    expect(advice.conditions.length).toBeGreaterThan(0);
  });

  it("asks instead of guessing, and names the field", () => {
    expect(advise(contentOf(changed(lora, { "controlBoundary.fabric": null }))).questions).toMatchObject([
      { need: "fabric", field: "controlBoundary.fabric" },
    ]);
  });

  it("sees a hybrid where only some weights are own, and a CPU where no GPU is named", () => {
    const split = changed(interactive, { ...NO_CONTROL, "controlBoundary.ownWeights": "yes" });
    expect(advise(contentOf(split)).hybrid).toEqual({ api: ["commodity-calls"], rented: ["own-weights"] });
    const cpu = changed(video, { "runtime.computePlatform": "none", "memoryShape.runKind": "none" });
    expect(advise(contentOf(cpu)).cpuIsEnough).toBe(true);
    expect(advise(contentOf(draft(video)))).toMatchObject({ cpuIsEnough: false, hybrid: null });
  });
});

function offer(values: Partial<Offer> & { id: string; amount: string }): Offer {
  const { amount, ...rest } = values;
  return offerSchema.parse({
    provider: "Example",
    purchase: "on-demand",
    boundary: "vm",
    price: { amount, currency: "USD", unit: "gpu-hour" },
    source: "a quote",
    dated: "2026-05-01",
    ...rest,
  });
}

const OFFERS: Offer[] = [
  offer({ id: "b-dear", amount: "2.40" }),
  offer({ id: "a-cheap", amount: "1.10" }),
  offer({ id: "c-node", amount: "0.90", boundary: "dedicated-node" }),
  offer({ id: "d-spot", amount: "0.50", purchase: "spot" }),
  offer({ id: "e-tokens", amount: "0.10", price: { amount: "0.1", currency: "USD", unit: "million-tokens" } }),
];

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
    const once = advise(contentOf(draft(lora)), { offers: OFFERS });
    fc.assert(
      fc.property(fc.shuffledSubarray(OFFERS, { minLength: OFFERS.length }), (offers) => {
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

describe("adding a need", () => {
  /** Answers that demand more of the place, weakest first. */
  const LADDERS: [FieldPath, FieldValue[]][] = [
    ["controlBoundary.accessLevel", ["none", "container", "root"]],
    ["controlBoundary.ownWeights", ["no", "yes"]],
    ["controlBoundary.fixedRuntime", ["no", "yes"]],
    ["controlBoundary.isolation", ["shared", "own-card", "own-host"]],
    ["controlBoundary.persistentDisk", ["no", "yes"]],
    ["controlBoundary.fixedHost", ["no", "yes"]],
    ["controlBoundary.fabric", ["none", "within-node", "between-nodes"]],
    ["scale.shape", ["single-gpu-service", "coordinated"]],
    ["scale.longestRunHours", [1, 24, 25]],
    ["target.coldStartToleranceSeconds", [120, 60, 59]],
    ["target.ttftP95Ms", [null, 800]],
    ["capacityVanishes.interruption", ["tolerated", "not-tolerated"]],
  ];
  const rungs = fc.tuple(...LADDERS.map(([, values]) => fc.nat({ max: values.length - 1 })));

  it("never gives a less exclusive or less persistent answer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(interactive, lora, video),
        rungs,
        fc.nat({ max: LADDERS.length - 1 }),
        (input, at, which) => {
          const build = (rung: readonly number[]) =>
            contentOf(
              changed(input, Object.fromEntries(LADDERS.map(([path, v], i) => [path, v[rung[i] ?? 0] ?? null]))),
            );
          const higher = at.map((r, i) => (i === which ? Math.min(r + 1, (LADDERS[i]?.[1].length ?? 1) - 1) : r));
          const [before, after] = [advise(build(at)).boundary, advise(build(higher)).boundary];
          expect(rankOf(after ?? "cluster")).toBeGreaterThanOrEqual(rankOf(before ?? "managed-api"));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("never throws, whichever field is taken away", () => {
    for (const input of [interactive, lora, video]) {
      for (const f of BRIEF_FIELDS) {
        const content = contentOf(changed(input, { [f.path]: null }));
        expect(valueAt(content, f.path)).toBeNull();
        expect(advise(content, { offers: OFFERS }).answers).toHaveLength(5);
      }
    }
  });
});
