import { describe, expect, it } from "vitest";
import { planSchema } from "@/lib/boundary/plan";
import { contentOf } from "@/lib/brief/content";
import { judge } from "./judge";
import { boundChanges, buildRecord, changesSince, type RecordInput, recordDigest } from "./record";
import { cardSchema } from "./schema";

const plan = planSchema.parse({
  boundary: "managed-api",
  offer: null,
  count: 1,
  period: { start: "2026-06-01", end: "2026-07-01" },
  owner: "a",
  stopRule: "b",
  fallbacks: { lostAllocation: "c", shortage: "d", failedDeployment: "e" },
  trial: { endDate: "2026-06-04", budget: { amount: "1", currency: "USD" } },
});
const card = cardSchema.parse({});
const judged = judge({
  brief: contentOf({}),
  plan,
  card,
  evidence: [],
  window: null,
  estimate: null,
  ledger: null,
  spent: null,
});
const base: RecordInput = {
  brief: { reference: "BRF-1", revision: 1, digest: "aa" },
  plan: { reference: "PLN-1", revision: 1, digest: "bb" },
  trial: { reference: "RNT-1", startsAt: "2026-06-01T00:00:00.000Z", endsAt: "2026-06-04T00:00:00.000Z" },
  cost: { amount: "1000", currency: "USD" },
  signaturesNeeded: 1,
  evidence: [
    { id: "1", sha256: "f1", format: "vllm-log", gate: "smoke" },
    { id: "2", sha256: "f2", format: null, gate: null },
  ],
  card,
  judged,
};

const codes = (change: Partial<RecordInput>) =>
  changesSince(buildRecord(base), buildRecord({ ...base, ...change })).map((c) => c.code);

describe("what a signature binds", () => {
  it("does not depend on the order of evidence", () => {
    const turned = { ...base, evidence: [...base.evidence].reverse() };
    expect(recordDigest(buildRecord(turned))).toBe(recordDigest(buildRecord(base)));
    expect(codes({})).toEqual([]);
  });

  it.each<[string, Partial<RecordInput>, string[]]>([
    ["a new brief revision", { brief: { reference: "BRF-1", revision: 2, digest: "ab" } }, ["brief-revised"]],
    ["a new plan revision", { plan: { reference: "PLN-1", revision: 2, digest: "bc" } }, ["plan-revised"]],
    [
      "another end of the trial",
      { trial: { reference: "RNT-1", startsAt: "2026-06-01T00:00:00.000Z", endsAt: "2026-06-09T00:00:00.000Z" } },
      ["trial-changed"],
    ],
    ["no trial", { trial: null }, ["trial-changed"]],
    ["another planned cost", { cost: { amount: "1000.01", currency: "USD" } }, ["cost-changed"]],
    ["a cost that is not known", { cost: null }, ["cost-changed"]],
    ["two signatures instead of one", { signaturesNeeded: 2 }, ["signatures-changed"]],
    [
      "evidence added",
      { evidence: [...base.evidence, { id: "3", sha256: "f3", format: null, gate: null }] },
      ["evidence-added"],
    ],
    ["evidence taken away", { evidence: base.evidence.slice(0, 1) }, ["evidence-removed"]],
    [
      "evidence replaced",
      {
        evidence: [
          { id: "1", sha256: "00", format: "vllm-log", gate: "smoke" },
          { id: "2", sha256: "f2", format: null, gate: null },
        ],
      },
      ["evidence-added", "evidence-removed"],
    ],
    ["a word on the card", { card: cardSchema.parse({ statements: { links: { text: "NVLink" } } }) }, ["card-changed"]],
    [
      "another verdict",
      { judged: { ...judged, areas: judged.areas.map((a, i) => (i === 3 ? { ...a, state: "failed" as const } : a)) } },
      ["state-changed"],
    ],
    [
      "another limit",
      {
        judged: {
          ...judged,
          checks: judged.checks.map((c, i) =>
            i === 0 ? { ...c, criteria: c.criteria.map((k) => ({ ...k, limit: 7 })) } : c,
          ),
        },
      },
      ["limit-changed"],
    ],
  ])("changes with %s, and says so", (_, change, expected) => {
    expect(recordDigest(buildRecord({ ...base, ...change }))).not.toBe(recordDigest(buildRecord(base)));
    expect(codes(change)).toEqual(expected);
  });

  it("binds the currency of the trial's budget; a record of before that is no other one for it", () => {
    const now = buildRecord(base);
    expect(now.criteria["cost-control.budget"]).toEqual({ limit: "1", source: "plan:trial.budget", unit: "USD" });
    const { unit: _, ...bare } = now.criteria["cost-control.budget"] ?? { limit: null, source: null };
    const before = { ...now, criteria: { ...now.criteria, "cost-control.budget": bare } };
    expect(changesSince(before, now)).toEqual([]);
    const euros = { ...now, criteria: { ...now.criteria, "cost-control.budget": { ...bare, unit: "EUR" } } };
    expect(changesSince(euros, now).map((c) => c.code)).toEqual(["limit-changed"]);
  });

  it("is not taken away by states and limits alone, as the ledger moves them", () => {
    const bound = (change: Partial<RecordInput>) =>
      boundChanges(buildRecord(base), buildRecord({ ...base, ...change })).map((c) => c.code);
    const areas = judged.areas.map((a, i) => (i === 8 ? { ...a, state: "passed" as const } : a));
    expect(bound({ judged: { ...judged, areas } })).toEqual([]);
    expect(bound({ trial: null })).toEqual(["trial-changed"]);
    expect(bound({ evidence: [] })).toEqual(["evidence-removed", "evidence-removed"]);
  });
});
