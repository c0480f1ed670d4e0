import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { changed, offer } from "./fixtures/briefs";
import { keepsUp, planSpeed } from "./plan-speed";

const H100 = offer({ id: "o", amount: "2", acceleratorId: "h100-sxm" });
const LOAD: Partial<Record<FieldPath, FieldValue>> = {
  "memoryShape.concurrency": 32,
  "memoryShape.inputTokens": 1024,
  "memoryShape.outputTokens": 256,
};
const ask = (input: unknown, changes: Partial<Record<FieldPath, FieldValue>> = {}, count = 1) =>
  planSpeed(contentOf(changed(input, changes)), { offer: H100, count });

describe("the planning figures of a plan", () => {
  it("are ranges for serving, and name the fields that lack", () => {
    const found = ask(interactive, LOAD);
    expect(found).toMatchObject({ kind: "serving", concurrency: 32, outside: [] });
    if (found.kind !== "serving") return;
    for (const r of [found.timeToFirstTokenMs, found.timePerTokenMs, found.outputTokensPerSecond])
      expect(r.low < r.expected && r.expected < r.high).toBe(true);
    expect(ask(interactive)).toEqual({
      kind: "open",
      missing: ["memoryShape.inputTokens", "memoryShape.outputTokens"],
    });
  });

  it("share the load over workers: fewer requests each, more tokens together", () => {
    const [one, two] = [ask(interactive, LOAD, 1), ask(interactive, LOAD, 2)];
    if (one.kind !== "serving" || two.kind !== "serving") throw new Error("no figure");
    expect(two.concurrency).toBe(16);
    expect(two.outputTokensPerSecond.expected).toBeGreaterThan(one.outputTokensPerSecond.expected);
    expect(two.timePerTokenMs.expected).toBeLessThan(one.timePerTokenMs.expected);
  });

  it("are tokens per second for training, without a known error where nothing like it was measured", () => {
    const found = ask(lora, {}, 4);
    expect(found).toMatchObject({ kind: "training", known: null });
    const full = ask(lora, {
      "memoryShape.trainMethod": "full",
      "memoryShape.sequenceLengthTokens": 8192,
      "memoryShape.trainPrecision": "bf16",
    });
    expect(full).toMatchObject({ kind: "training", outside: [], known: { runs: 16 } });
  });

  it("are none for other work", () => {
    expect(ask(video).kind).toBe("unknown");
    expect(ask(interactive, { ...LOAD, "memoryShape.engine": "llama.cpp" })).toMatchObject({ kind: "unknown" });
  });
});

describe("another card keeps up", () => {
  const on = (acceleratorId: string) => ({ offer: offer({ id: acceleratorId, amount: "1", acceleratorId }), count: 1 });
  const keeps = (input: unknown, changes: Partial<Record<FieldPath, FieldValue>>, card: string) =>
    keepsUp(contentOf(changed(input, changes)), on("h100-sxm"), on(card));

  it("where it reaches the brief's limits, and has a planning figure at all", () => {
    expect(keeps(lora, { "target.tokensPerSecond": null, "target.runSteps": null }, "a100-80-sxm")).toBe(true);
    expect(keeps(lora, { "target.tokensPerSecond": 5000 }, "a100-80-sxm")).toBe(false);
    // A T4 does not multiply bf16: no figure where the plan's own card has one.
    expect(keeps(lora, { "target.tokensPerSecond": null }, "t4")).toBe(false);
    const slow = { ...LOAD, "target.ttftP95Ms": null, "target.ttftP99Ms": null, "target.tpotP99Ms": 1 };
    expect(keeps(interactive, slow, "a100-80-sxm")).toBe(false);
    expect(keeps(interactive, { ...slow, "target.tpotP99Ms": 5000 }, "a100-80-sxm")).toBe(true);
  });

  it("and nothing speaks against it where neither has a figure", () => {
    expect(keeps(video, {}, "a100-80-sxm")).toBe(true);
  });
});
