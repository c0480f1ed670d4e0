import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentOf, valueAt } from "@/lib/brief/content";
import { BRIEF_FIELDS } from "@/lib/brief/fields";
import type { BriefDraft, FieldPath, FieldValue } from "@/lib/brief/schema";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { advise } from "./advise";
import { changed, draft, OFFERS } from "./fixtures/briefs";
import { BOUNDARIES, type Boundary, rankOf } from "./schema";

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

  it("asks of serverless how it retries, and what steady work would cost there", () => {
    const reasons = (hours: number) => {
      const batch = { ...CONTAINER, kind: "batch-inference" as const, "scale.longestRunHours": 1 };
      const answers = { ...batch, "scale.activeHoursPerDay": hours, "scale.activeDaysPerWeek": 7 };
      const { met, unknown } = advise(contentOf(changed(lora, answers))).answers[1] ?? { met: [], unknown: [] };
      return { met: met.map((r) => r.code), unknown: unknown.map((r) => r.code) };
    };
    expect(reasons(2).met).toContain("duty-cycle.sporadic");
    expect(reasons(2).unknown).toContain("retry.ask");
    expect(reasons(12).met).toContain("duty-cycle.sporadic");
    expect(reasons(13).unknown).toContain("duty-cycle.steady");
  });

  it.each<[string, BriefDraft, string, Boundary]>([
    ["plain summarisation, nothing rented", changed(interactive, NO_CONTROL), "managed-api", "managed-api"],
    [
      "chat plus a private fine-tune: most calls to an API, the own adapter on rented cards",
      changed(interactive, {
        ...CONTAINER,
        "controlBoundary.ownWeights": "yes",
        "controlBoundary.commodityCallsPercent": 70,
      }),
      "hybrid",
      "serverless",
    ],
    [
      "the same chat where every call needs the own adapter",
      changed(interactive, {
        ...NO_CONTROL,
        "controlBoundary.ownWeights": "yes",
        "controlBoundary.commodityCallsPercent": 0,
      }),
      "serverless",
      "serverless",
    ],
    [
      "cameras at forty places filter, and the model is trained in the centre",
      changed(lora, { "controlBoundary.edge": "filtering", "controlBoundary.edgeSites": 40 }),
      "edge-with-centre",
      "vm",
    ],
    [
      "speech that must answer without the network, with a fixed host in the centre",
      changed(interactive, { "controlBoundary.edge": "nearness" }),
      "edge-with-centre",
      "dedicated-node",
    ],
    [
      "tables cleaned without any model",
      changed(video, { "runtime.computePlatform": "none", "memoryShape.runKind": "none" }),
      "cpu",
      "vm",
    ],
  ])("%s", (_, input, answer, boundary) => {
    expect(advise(contentOf(input))).toMatchObject({ answer, boundary });
  });

  it("sees a hybrid where only some weights are own, and a CPU where no GPU is named", () => {
    const split = changed(interactive, { ...NO_CONTROL, "controlBoundary.ownWeights": "yes" });
    expect(advise(contentOf(split)).hybrid).toEqual({ api: ["commodity-calls"], rented: ["own-weights"] });
    const cpu = changed(video, { "runtime.computePlatform": "none", "memoryShape.runKind": "none" });
    expect(advise(contentOf(cpu)).cpuIsEnough).toBe(true);
    expect(advise(contentOf(draft(video)))).toMatchObject({ cpuIsEnough: false, hybrid: null });
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
    ["controlBoundary.edge", [null, "no", "filtering", "both"]],
    ["controlBoundary.commodityCallsPercent", [100, 40, 0]],
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
