import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkOf, EVIDENCE, input } from "./fixtures/review-case";
import { judge } from "./judge";
import type { EvidenceItem } from "./selection";
import { decisionRefusal, deriveVerdict } from "./verdict";

describe("a review in which everything is shown", () => {
  it("passes, area by area, check by check, gate by gate", () => {
    const judged = judge(input());
    const open = [...judged.areas, ...judged.checks]
      .filter((j) => j.state !== "passed")
      .map((j) => ["area" in j ? j.area : j.check, j.state, j.reasonToPause?.code]);
    expect(open).toEqual([["topology", "not-applicable", "one-card"]]);
    expect(judged.gates.map((g) => [g.gate, g.state])).toEqual([
      ["smoke", "passed"],
      ["functional", "passed"],
      ["load", "passed"],
      ["failure", "passed"],
      ["review", "open"],
    ]);
    expect(judged.verdict).toBe("passed");
    expect(judged.notCounted).toEqual([{ id: "contract", because: "unreadable" }]);
    expect(judged.measured).toContainEqual({
      what: "weights",
      unit: "GiB",
      estimated: null,
      measured: 14.99,
      ratio: null,
      evidenceId: "log",
    });
  });

  it("shows the number seen, the limit and where it comes from", () => {
    expect(checkOf(input(), "tail")?.criteria).toContainEqual(
      expect.objectContaining({
        id: "ttft-p95",
        seen: 700,
        limit: 800,
        unit: "ms",
        limitSource: "brief:target.ttftP95Ms",
        evidenceIds: ["bench"],
      }),
    );
  });
});

describe("the verdict", () => {
  it("is passed only when nothing failed and nothing is open", () => {
    const base = judge(input());
    const areas = Object.fromEntries(base.areas.map((a) => [a.area, a])) as never;
    const checks = Object.fromEntries(base.checks.map((c) => [c.check, c])) as never;
    expect(deriveVerdict({ areas, checks, gates: base.gates })).toBe("passed");
    expect(deriveVerdict({ areas, checks, gates: [] })).toBe("not-evidenced");
  });

  it("never passes when any one piece of evidence is taken away or cut", () => {
    for (const gone of EVIDENCE) {
      expect(judge(input({ evidence: EVIDENCE.filter((e) => e !== gone) })).verdict, gone.id).not.toBe("passed");
      if (gone.format === null) continue;
      const damaged = EVIDENCE.map((e) => (e === gone ? { ...e, complete: false } : e));
      expect(judge(input({ evidence: damaged })).verdict, gone.id).not.toBe("passed");
    }
  });

  it("never passes by adding a contradiction, and never throws", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVIDENCE),
        fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue()),
        fc.boolean(),
        (e, facts, complete) => {
          const odd = { ...e, id: "odd", facts: facts as EvidenceItem["facts"], complete };
          expect(["passed", "failed", "not-evidenced"]).toContain(
            judge(input({ evidence: [...EVIDENCE, odd] })).verdict,
          );
        },
      ),
    );
  });

  it.each([
    ["scale", "passed", null, null],
    ["scale", "failed", "with care", "FAILED_CANNOT_GROW"],
    ["extend", "failed", null, "CONDITIONS_NEEDED"],
    ["extend", "failed", "repeat the load gate", null],
    ["reserve", "not-evidenced", " ", "CONDITIONS_NEEDED"],
    ["reserve", "not-evidenced", "show topology by Friday", null],
    ["stop", "failed", null, null],
  ] as const)("%s on %s with %s", (decision, verdict, conditions, refusal) => {
    expect(decisionRefusal(decision, verdict, conditions)).toBe(refusal);
  });
});
