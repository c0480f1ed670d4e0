import { describe, expect, it } from "vitest";
import {
  attempt,
  bench,
  brief,
  CARD,
  card,
  checkOf,
  done,
  EVIDENCE,
  input,
  item,
  statement,
  withBench,
} from "./fixtures/review-case";
import { judge } from "./judge";

describe("the window and the attempts", () => {
  it.each([
    ["before the trial", { takenAt: "2026-05-31T23:59:59Z" }, "outside-window"],
    ["after it", { takenAt: "2026-06-04T00:00:01Z" }, "outside-window"],
    ["without a date", { uploadedAt: null }, "undated"],
    ["incomplete", { complete: false }, "incomplete"],
  ])("evidence %s passes nothing", (_, changes, because) => {
    const given = withBench({}, changes);
    expect(checkOf(given, "tail")?.state).toBe("not-evidenced");
    expect(judge(given).notCounted).toContainEqual({ id: "bench", because });
  });

  it("keeps a failed attempt as history and judges the next one on its own evidence", () => {
    const first = { ...attempt([]), endedAt: "2026-06-02T09:00:00Z", outcome: "failed" as const };
    const bad = item("old", "load", bench({ p99_tpot_ms: 500 }), { uploadedAt: "2026-06-02T08:00:00Z" });
    const second = attempt(["queue", "cold-and-warm", "errors-and-retries"], "2026-06-02T10:00:00Z");
    const retried = input({
      card: card({ gates: { ...CARD.gates, load: [first, second] } }),
      evidence: [...EVIDENCE, bad],
    });
    const judged = judge(retried);
    expect(judged.verdict).toBe("passed");
    expect(judged.notCounted).toContainEqual({ id: "old", because: "earlier-attempt" });
    expect(judged.gates[2]?.attempts).toHaveLength(2);
    expect(judge(input({ card: card({ gates: { ...CARD.gates, load: [first] } }) })).gates[2]?.state).toBe("failed");
  });
});

describe("gates", () => {
  it("take only evidence of their own", () => {
    const elsewhere = EVIDENCE.map((e) => (e.id === "list" ? { ...e, gate: "load" as const } : e));
    const [smoke] = judge(input({ evidence: elsewhere })).gates;
    expect(smoke?.items.find((i) => i.id === "card-visible")).toMatchObject({ state: "not-evidenced" });
    expect(smoke?.state).toBe("open");
  });

  it("open one after the other", () => {
    const fresh = judge(input({ card: card({ gates: {} }) })).gates;
    expect(fresh.map((g) => [g.state, g.opensWhen])).toEqual([
      ["open", null],
      ["closed", "smoke"],
      ["closed", "smoke"],
      ["closed", "smoke"],
      ["closed", "smoke"],
    ]);
  });
  it("stay closed until data protection is answered on stored files, where personal data is used", () => {
    const statements = { ...CARD.statements, "data-protection-residency": statement("Frankfurt") };
    const judged = judge(input({ card: card({ statements }) }));
    expect(judged).toMatchObject({ dataProtectionAnswered: false, verdict: "not-evidenced" });
    expect(judged.gates[0]).toMatchObject({ state: "closed", opensWhen: "data-protection" });
    const noPersonal = brief({ "dataBoundary.personalData": "no" });
    expect(judge(input({ brief: noPersonal, card: card({ statements }) })).gates[0]?.state).toBe("passed");
  });
  it("do not pass on synthetic samples alone, nor on a word that says nothing", () => {
    const synthetic = judge(input({ brief: brief({ "samples.synthetic": "all" }) }));
    expect(synthetic.gates[2]).toMatchObject({ state: "open" });
    const silent = { ...attempt([]), items: { "exact-image": { done: true, note: "", evidenceIds: [] } } };
    const judged = judge(input({ card: card({ gates: { ...CARD.gates, smoke: [silent] } }) }));
    expect(judged.gates[0]?.items[0]).toMatchObject({
      state: "not-evidenced",
      reason: { code: "done-without-a-word" },
    });
  });
  it("fail when something was tried without success", () => {
    const items = {
      ...done(["exact-image", "end-to-end-result"]),
      "dependencies-only": { done: false, note: "It reached the open net", evidenceIds: [] },
    };
    const judged = judge(input({ card: card({ gates: { ...CARD.gates, smoke: [{ ...attempt([]), items }] } }) }));
    expect(judged.gates[0]?.state).toBe("failed");
    expect(judged.verdict).toBe("failed");
  });
});
