import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { brief, CARD, card, EVIDENCE, input, statement } from "./fixtures/review-case";
import { type JudgeInput, judge } from "./judge";
import { READINESS, type ReadinessId } from "./readiness";

const openOf = (given: JudgeInput) =>
  Object.fromEntries(
    judge(given)
      .readiness.filter((r) => !r.ready)
      .map((r) => [r.id, r.open.map((o) => o.code)]),
  );
const kept = { "persist.weightsFate": "kept", "persist.weightsRestore": "tested" } as const;
const failure = (without: string) => {
  const [last] = CARD.gates?.failure ?? [];
  const items = Object.fromEntries(Object.entries(last?.items ?? {}).filter(([id]) => id !== without));
  return card({ gates: { ...CARD.gates, failure: [{ ...last, startedAt: last?.startedAt ?? "", items }] } });
};

describe("the eight points of readiness", () => {
  const base = judge(input());

  it("come in order, each settled or with what is open", () => {
    expect(base.readiness.map((r) => r.id)).toEqual([...READINESS]);
    for (const r of base.readiness) expect(r.ready).toBe(r.open.length === 0);
  });

  it.each<[ReadinessId, JudgeInput, string]>([
    ["brief", input({ brief: brief({ "outcome.acceptedOutputRule": null }) }), "brief-fields"],
    ["boundary", input({ brief: brief({ "memoryShape.tensorParallel": 2 }) }), "area-boundary"],
    [
      "image",
      input({ card: card({ statements: { ...CARD.statements, "image-digest": statement("", "log") } }) }),
      "image-not-shown",
    ],
    ["image", input({ brief: brief({ ...kept, "persist.weightsRestore": "not-yet" }) }), "restore-not-tested"],
    ["load", input({ evidence: EVIDENCE.filter((e) => e.id !== "bench") }), "load-gate"],
    ["load", input({ evidence: EVIDENCE.filter((e) => e.id !== "bench") }), "load-checks"],
    ["alerts", input({ card: failure("alerts") }), "alerts-not-tried"],
    ["alerts", input({ card: card({ statements: {} }) }), "health-not-shown"],
    ["stop", input({ card: failure("stop-rule") }), "stop-not-tried"],
    ["cost", input({ ledger: { entries: 3, acceptedOutputs: 0 } }), "cost-not-shown"],
    ["fallback", input({ card: card({ drill: null }) }), "recovery-not-shown"],
  ])("%s is open where %#", (id, given, code) => {
    expect(openOf(given)[id]).toContain(code);
  });

  it("are all settled where everything is shown", () => {
    expect(base.verdict).toBe("passed");
    expect(openOf(input({ brief: brief(kept) }))).toEqual(
      Object.fromEntries(
        base.readiness
          .filter((r) => r.open.some((o) => o.code === "restore-not-tested"))
          .map((r) => [r.id, ["restore-not-tested"]]),
      ),
    );
  });

  it("have words", () => {
    const file = path.join(import.meta.dirname, "../i18n/messages/en/acceptance.json");
    const { readiness } = JSON.parse(readFileSync(file, "utf8")) as {
      readiness: { items: Record<string, string>; open: Record<string, string> };
    };
    expect(Object.keys(readiness.items).sort()).toEqual([...READINESS].sort());
    const source = readFileSync(path.join(import.meta.dirname, "readiness.ts"), "utf8");
    const codes = [...source.matchAll(/\| "([a-z-]+)"/g)].map((m) => m[1]);
    expect(Object.keys(readiness.open).sort()).toEqual([...new Set(codes)].sort());
  });
});
