import { describe, expect, it } from "vitest";
import { cardFaults } from "./card-rules";
import { CARD, input } from "./fixtures/review-case";
import { judge } from "./judge";
import { type CardInput, cardSchema, type Optimisation } from "./schema";
import { changedTogether, gainOf, optimisationFault } from "./tuning";

const one: Optimisation = {
  setting: "kv-cache-dtype",
  from: "auto",
  to: "fp8",
  unit: "tokens/s",
  speedBefore: 1_000,
  speedAfter: 1_250,
  quality: "accepted share, %",
  qualityBefore: 97,
  qualityAfter: 97,
  kept: true,
  note: "",
  runBefore: null,
  runAfter: null,
};

describe("one change at a time", () => {
  it.each([
    "kv-cache-dtype, block-size",
    "kv-cache-dtype and block-size",
    "prefix caching + chunked prefill",
    "kv-cache-dtype & block-size",
    "block-size; dtype",
    "ukuran blok dan dtype",
    "rozmiar bloku oraz dtype",
    "block-size\ndtype",
  ])("refuses two in one entry: %s", (setting) => {
    expect(optimisationFault({ ...one, setting })).toBe("two-changes");
  });
  it.each(["kv-cache-dtype", "max-num-batched-tokens", "standby replicas", "interval (s)"])("takes %s", (setting) => {
    expect(optimisationFault({ ...one, setting })).toBeNull();
  });
  it("refuses two values, and a change that is none", () => {
    expect(optimisationFault({ ...one, to: "fp8, block 32" })).toBe("two-changes");
    expect(optimisationFault({ ...one, to: " auto " })).toBe("no-change");
  });
  it("sees two changes in the runs themselves, whatever the line says", () => {
    const run = (facts: Record<string, string | number>) => ({ format: "vllm-bench-json", toolVersion: null, facts });
    const before = run({ model_id: "m", request_rate: 4, max_concurrency: 8, output_throughput: 100 });
    expect(changedTogether(before, run({ ...before.facts, max_concurrency: 16, output_throughput: 140 }))).toEqual([]);
    const two = run({ ...before.facts, max_concurrency: 16, request_rate: 8, output_throughput: 140 });
    expect(changedTogether(before, two)).toEqual(["request_rate", "max_concurrency"]);
  });
});

describe("what a change brought", () => {
  it("counts a smaller latency and a larger rate as faster", () => {
    expect(gainOf(one).speedPct).toBeCloseTo(25);
    expect(gainOf({ ...one, unit: "ms", speedBefore: 200, speedAfter: 150 }).speedPct).toBeCloseTo(25);
    expect(gainOf({ ...one, speedBefore: 0 }).speedPct).toBeNull();
  });
  it("asks why a change was kept though quality fell", () => {
    const worse = { ...one, qualityAfter: 96.9 };
    expect(gainOf(worse)).toMatchObject({ unexplained: true });
    expect(gainOf({ ...worse, note: "Within the agreed half percent" }).unexplained).toBe(false);
    expect(gainOf({ ...worse, kept: false }).unexplained).toBe(false);
  });
});

describe("the logs of a card", () => {
  const card = (c: CardInput = {}) => cardSchema.parse(c);
  const codes = (before: CardInput, after: CardInput) =>
    cardFaults(card(before), card(after), "2026-06-03T00:00:00Z").map((f) => `${f.path} ${f.code}`);
  const open = { place: "storage" as const, what: "Reads stall" };
  const gone = { ...open, removed: true, how: "Local cache" };
  it("only grow", () => {
    expect(codes({ optimisations: [one] }, { optimisations: [one, { ...one, setting: "block-size" }] })).toEqual([]);
    expect(codes({ optimisations: [one] }, {})).toEqual(["optimisations.0 entry-gone"]);
    expect(codes({ optimisations: [one] }, { optimisations: [{ ...one, speedAfter: 2_000 }] })).toEqual([
      "optimisations.0 entry-changed",
    ]);
    expect(codes({}, { optimisations: [{ ...one, setting: "a, b" }] })).toEqual(["optimisations.0 two-changes"]);
  });
  it("let a bottleneck be removed, in words, and not come back", () => {
    expect(codes({ bottlenecks: [open] }, { bottlenecks: [gone] })).toEqual([]);
    expect(codes({ bottlenecks: [open] }, { bottlenecks: [{ ...gone, how: " " }] })).toEqual([
      "bottlenecks.0 how-needed",
    ]);
    expect(codes({ bottlenecks: [gone] }, { bottlenecks: [open] })).toEqual(["bottlenecks.0 entry-changed"]);
    expect(codes({ bottlenecks: [open] }, { bottlenecks: [{ ...gone, what: "Else" }] })).toEqual([
      "bottlenecks.0 entry-changed",
    ]);
    expect(codes({ bottlenecks: [open] }, { bottlenecks: [] })).toEqual(["bottlenecks.0 entry-gone"]);
  });
  it("are asked by the load gate once there is something in them", () => {
    const load = (more: CardInput) =>
      judge(input({ card: cardSchema.parse({ ...CARD, ...more }) })).gates.find((g) => g.gate === "load");
    const state = (more: CardInput, id: string) => load(more)?.items.find((i) => i.id === id)?.state;
    expect(load({})?.items.some((i) => i.log !== null)).toBe(false);
    expect(state({ optimisations: [one] }, "optimisations")).toBe("passed");
    expect(state({ optimisations: [{ ...one, qualityAfter: 1 }] }, "optimisations")).toBe("not-evidenced");
    expect(state({ bottlenecks: [open] }, "bottlenecks")).toBe("not-evidenced");
    expect(state({ bottlenecks: [gone] }, "bottlenecks")).toBe("passed");
    expect(load({ bottlenecks: [open] })?.state).not.toBe("passed");
  });
});
