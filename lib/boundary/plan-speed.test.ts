import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import { interactive, lora, video } from "@/lib/sample/fixtures/briefs";
import { changed, offer } from "./fixtures/briefs";
import { planSpeed } from "./plan-speed";

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
