import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import type { Json } from "@/lib/digest/canonical";
import { lora } from "@/lib/sample/fixtures/briefs";
import { readEvidence } from "./evidence/read";
import { areaOf, brief, checkOf, EVIDENCE, INSIDE, input, item, plan } from "./fixtures/review-case";
import type { AreaId, CheckId } from "./names";
import type { EvidenceItem } from "./selection";

type Facts = Readonly<Record<string, Json>>;
type Answers = Partial<Record<FieldPath, FieldValue>>;

/** Samples with their day inside the trial: what a log prints of its time is looked at. */
const text = (file: string) =>
  readFileSync(path.join(import.meta.dirname, "evidence", file), "utf8").replaceAll("2026-03-07", "2026-06-02");
const piece = (format: string, facts: Facts, more: Partial<EvidenceItem> = {}): EvidenceItem => ({
  id: "run",
  gate: "load",
  format,
  facts,
  complete: true,
  warnings: [],
  uploadedAt: INSIDE,
  takenAt: null,
  ...more,
});

const given = (pieces: readonly EvidenceItem[], answers: Answers = {}, count = 4) =>
  input({
    brief: brief(answers, lora),
    plan: plan({ count }),
    evidence: [...EVIDENCE.filter((e) => e.id !== "bench" && e.id !== "log"), ...pieces],
  });
const found = (g: ReturnType<typeof given>, at: AreaId | CheckId, id: string) =>
  [areaOf(g, at as AreaId), checkOf(g, at as CheckId)]
    .flatMap((j) => j?.criteria ?? [])
    .filter((c) => c.id === id)
    .map((c) => [c.state, c.reason?.code ?? null]);
const PASSED = ["passed", null];

interface Row {
  readonly id: string;
  readonly at: AreaId | CheckId;
  readonly format?: string;
  readonly answers: Answers;
  readonly facts: (value: Json) => Facts;
  readonly good: Json;
  readonly bad: Json;
}

const log = (more: (v: Json) => Facts) => (v: Json) => ({ world_size: 4, restarts: 0, failures: 0, ...more(v) });
const interval = { "capacityVanishes.checkpointIntervalMinutes": 30 };
const ROWS: readonly Row[] = [
  {
    id: "training-tokens",
    at: "throughput",
    answers: { "target.tokensPerSecond": 28_000 },
    facts: log((v) => ({ tokens_per_s_job: v })),
    good: 28_000,
    bad: 27_999,
  },
  {
    id: "training-tokens",
    at: "throughput",
    format: "hf-trainer-state",
    answers: { "target.tokensPerSecond": 1_000 },
    facts: log((v) => ({ finished: true, tokens_seen: v, train_runtime_s: 100 })),
    good: 100_000,
    bad: 99_999,
  },
  {
    id: "run-hours",
    at: "throughput",
    answers: { "target.completeWithinHours": 6, "target.runSteps": 10_800 },
    facts: log((v) => ({ seconds_per_step: v })),
    good: 2,
    bad: 2.001,
  },
  {
    id: "steps-lost",
    at: "reliability",
    answers: { "capacityVanishes.mostLostWorkMinutes": 10 },
    facts: log((v) => ({ restarts: 1, lost_steps: v, seconds_per_step: 2, steps_since_failure: 5 })),
    good: 300,
    bad: 301,
  },
  {
    id: "checkpoint-cadence",
    at: "reliability",
    answers: interval,
    facts: log((v) => ({ checkpoint_gap_steps: v, seconds_per_step: 2 })),
    good: 900,
    bad: 901,
  },
  {
    id: "worker-failures",
    at: "reliability",
    answers: {},
    facts: log((v) => ({ failures: v })),
    good: 0,
    bad: 1,
  },
  {
    id: "reserve",
    at: "memory",
    answers: { "memoryShape.reserveGib": 4 },
    // The card reports 81,559 MiB: 79.648 GiB.
    facts: log((v) => ({ memory_gib_max: v })),
    good: 75.64,
    bad: 75.66,
  },
];

describe("limits of a training run", () => {
  it.each(ROWS.map((r) => [`${r.id} by ${r.format ?? "torchrun-log"}`, r] as const))("%s", (_, r) => {
    const of = (facts: Facts, more: Partial<EvidenceItem> = {}) =>
      found(given([piece(r.format ?? "torchrun-log", facts, more)], r.answers), r.at, r.id);
    expect(of(r.facts(r.good))).toEqual([PASSED]);
    expect(of(r.facts(r.bad))[0]?.[0]).toBe("failed");
    for (const value of [null, "[N/A]", "", `${String(r.good)} furlongs`])
      expect(of(r.facts(value))).not.toContainEqual(PASSED);
    expect(of({})).not.toContainEqual(PASSED);
    expect(found(given([], r.answers), r.at, r.id)).not.toContainEqual(PASSED);
    // Cut, of an earlier trial, or of another number of cards: nothing passes.
    expect(of(r.facts(r.good), { complete: false })).not.toContainEqual(PASSED);
    expect(of(r.facts(r.good), { uploadedAt: "2026-05-01T00:00:00Z" })).not.toContainEqual(PASSED);
    if (!["steps-lost", "checkpoint-cadence", "worker-failures"].includes(r.id))
      for (const world_size of [1, 3, 8, null])
        expect(of({ ...r.facts(r.good), world_size }), `${world_size} cards`).not.toContainEqual(PASSED);
  });

  it("fails by the tokens of one card where as many as planned would do no more", () => {
    const answers = { "target.tokensPerSecond": 28_000 };
    const of = (tokens: number) =>
      found(given([piece("torchrun-log", { tokens_per_s_card: tokens })], answers), "throughput", "training-tokens");
    expect(of(6_999)).toEqual([["failed", "below-limit"]]);
    expect(of(7_000)).toEqual([["not-evidenced", "cards-unknown"]]);
  });

  it("takes the number of cards from the group's log, unless two logs contradict", () => {
    const answers = { "target.tokensPerSecond": 100 };
    const own = piece("torchrun-log", { tokens_per_s_job: 100 });
    const said = (id: string, world_size: number) => piece("torch-distributed", { world_size }, { id });
    const of = (...more: EvidenceItem[]) => found(given([own, ...more], answers), "throughput", "training-tokens");
    expect(of(said("a", 4))).toEqual([PASSED]);
    expect(of(said("a", 2))).toEqual([["not-evidenced", "run-of-other-size"]]);
    expect(of(said("a", 4), said("b", 8))).toEqual([["not-evidenced", "cards-unknown"]]);
  });

  it("lets a short run show nothing of how long the work takes", () => {
    const answers = { "target.completeWithinHours": 6 };
    const of = (train_runtime_s: number) =>
      found(
        given(
          [piece("torchrun-log", { world_size: 4, finished: true, train_runtime_s, seconds_per_step: 1 })],
          answers,
        ),
        "throughput",
        "run-hours",
      );
    expect(of(60)).toEqual([["not-evidenced", "run-length-unknown"]]);
    expect(of(6 * 3_600 + 1)).toEqual([["failed", "above-limit"]]);
  });

  it("takes a setting of the Trainer for no checkpoint, unless a log shows them written", () => {
    const state = piece("hf-trainer-state", { save_steps: 100, steps_per_s: 1, max_steps: 500 });
    const shown = piece("torchrun-log", { checkpoint_gap_steps: 900, seconds_per_step: 2, failures: 0 }, { id: "log" });
    expect(found(given([state], interval), "reliability", "checkpoint-cadence")).toEqual([
      ["not-evidenced", "only-a-setting"],
    ]);
    expect(found(given([state, shown], interval), "reliability", "checkpoint-cadence")).toEqual([PASSED]);
  });

  it("asks about failures that were made on purpose, and judges a run that went on by what it lost", () => {
    const dead = { failures: 2, exit_code: -9, restarts: 0 };
    const of = (facts: Facts, gate: "load" | "failure") =>
      found(given([piece("torchrun-log", facts, { gate })]), "reliability", "worker-failures");
    expect(of(dead, "load")).toEqual([["failed", "worker-failed"]]);
    expect(of(dead, "failure")).toEqual([["not-evidenced", "ask-about-it"]]);
    expect(of({ ...dead, restarts: 1, steps_since_failure: 0 }, "load")).toEqual([["failed", "worker-failed"]]);
    expect(of({ ...dead, restarts: 1, steps_since_failure: 8 }, "load")).toEqual([]);
  });

  it("passes the planned shape alone, never a smaller one", () => {
    const answers = { "memoryShape.microBatchSize": 2, "memoryShape.sequenceLengthTokens": 4_096 };
    const of = (micro_batch: number | null, sequence_tokens: number, more: Facts = {}) =>
      found(
        given([piece("torchrun-log", { world_size: 4, micro_batch, sequence_tokens, ...more })], answers),
        "memory",
        "fits",
      );
    expect(of(2, 4_096)).toEqual([PASSED]);
    expect(of(2, 4_095)).toEqual([["not-evidenced", "run-of-other-size"]]);
    expect(of(null, 4_096)).toEqual([["not-evidenced", "not-measured"]]);
    expect(of(2, 4_096, { out_of_memory: true })).toEqual([["failed", "out-of-memory"]]);
    expect(found(given([], answers), "memory", "fits")).toEqual([["not-evidenced", "no-training-log"]]);
  });
});

describe("who joined", () => {
  const joined = (facts: Facts, count = 4) =>
    found(given([piece("torch-distributed", facts)], {}, count), "topology", "ranks-joined");
  it.each<[string, Facts, (string | null)[]]>([
    ["all", { world_size: 4, ranks_seen: [0, 1, 2, 3] }, PASSED],
    ["one is missing", { world_size: 4, ranks_seen: [0, 1, 2] }, ["not-evidenced", "not-all-cards"]],
    ["a smaller run", { world_size: 2, ranks_seen: [0, 1] }, ["not-evidenced", "run-of-other-size"]],
    ["a larger run", { world_size: 8, ranks_seen: [0, 1, 2, 3, 4, 5, 6, 7] }, ["not-evidenced", "run-of-other-size"]],
    ["nobody tells the size", { world_size: null, ranks_seen: [0, 1, 2, 3] }, ["not-evidenced", "not-measured"]],
    ["unreadable", { world_size: "4 ranks", ranks_seen: "[N/A]" }, ["not-evidenced", "not-measured"]],
  ])("%s", (_, facts, state) => {
    expect(joined(facts)).toEqual([state]);
  });
});

describe("logs as they are printed", () => {
  const of = (t: string, at: AreaId | CheckId, id: string, answers: Answers = {}, count = 4) =>
    found(given([item("run", "load", t)], answers, count), at, id);
  it("let a hung collective fail where it links cards and where work must survive", () => {
    const hung = text("torch-distributed/fixtures/bad-timeout.txt");
    for (const at of ["topology", "reliability"] as const)
      expect(of(hung, at, "collective-timeouts")).toEqual([["failed", "above-limit"]]);
  });
  it("pass and fail the loss", () => {
    const sound = text("torchrun-log/fixtures/ok-megatron.txt");
    expect(of(sound, "workload-acceptance", "loss-finite")).toEqual([PASSED]);
    expect(of(sound, "workload-acceptance", "loss-trend")).toEqual([PASSED]);
    for (const file of ["torchrun-log/fixtures/bad-loss-nan.txt", "hf-trainer-state/fixtures/bad-loss-nan.json"])
      expect(of(text(file), "workload-acceptance", "loss-finite")).toEqual([["failed", "above-limit"]]);
  });
  it("multiply tokens of a card by the printed mesh", () => {
    const mesh =
      "[rank0]:[titan] 2026-06-02 16:00:00,100 - root - INFO - Building 2-D device mesh with ['dp_shard', 'tp'], [2, 2]\n";
    const whole = mesh + text("torchrun-log/fixtures/ok-torchtitan.txt");
    expect(readEvidence(whole)).toMatchObject({
      facts: { world_size: 4, tokens_per_s_job: 28_018, seconds_per_step: 1 },
    });
    const limit = (tokens: number) => ({ "target.tokensPerSecond": tokens });
    expect(of(whole, "throughput", "training-tokens", limit(28_018))).toEqual([PASSED]);
    expect(of(whole, "throughput", "training-tokens", limit(28_019))).toEqual([["failed", "below-limit"]]);
  });
});
