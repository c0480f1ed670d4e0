import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, changePlan, fixture, openReview, read, write, writeBrief } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { DATA_PROTECTION_STATEMENTS } from "../areas";
import { BENCH } from "../fixtures/review-case";
import type { Optimisation } from "../schema";
import { findReview } from "./data";
import { findRuns } from "./data/runs";
import { recordAttempt, saveCard } from "./mutations/card";
import { signReview } from "./mutations/decide";
import { addEvidence } from "./mutations/evidence";
import { submitReview } from "./mutations/submit";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const LIST = fixture("ok/smi-l-l40s-prompt.txt");
const bench = (changes: Record<string, unknown> = {}) => JSON.stringify({ ...BENCH, ...changes });
const look = async (actor: Actor, number: number) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number, new Date("2026-11-30T12:00:00Z")));
  if (!found) throw new Error("no review");
  return found;
};
async function open() {
  const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], olga: ["approver"] });
  const made = await openReview({ brief: actors.ana });
  return { ...actors, ...made, number: made.review };
}

/** The answers on data protection, without which smoke stays closed. */
async function openSmoke(t: Awaited<ReturnType<typeof open>>) {
  const { id } = await bring(t.ana, t.number, "The agreement", { gate: null, fileName: "agreement.txt" });
  const { card, cardVersion: version } = await look(t.ana, t.number);
  const statements = Object.fromEntries(
    DATA_PROTECTION_STATEMENTS.map((s) => [s, { text: "As agreed", evidenceIds: [id] }]),
  );
  await write(t.ana, saveCard, { number: t.number, version, card: { ...card, statements } });
}

describe("the same bytes again", () => {
  it("are there already: nothing is stored, nobody contributes, no signature falls", async () => {
    const t = await open();
    const first = await bring(t.ana, t.number, LIST);
    const again = await bring(t.ana, t.number, LIST, { idempotencyKey: "other" });
    expect(again).toMatchObject({ id: first.id, again: true });
    expect((await look(t.ana, t.number)).evidence).toHaveLength(1);
    await write(t.ana, submitReview, { number: t.number });
    const { digest } = await look(t.olga, t.number);
    const decision = { decision: "extend" as const, conditions: "Soon", lookAgainOn: null };
    await write(t.olga, signReview, { number: t.number, digest, ...decision, confirmation: `REV-${t.number}` });
    expect((await bring(t.olga, t.number, LIST)).again).toBe(true);
    expect((await look(t.ana, t.number)).status).toBe("signed");
  });

  it("are stored where they show something new: another gate, another attempt, another reading", async () => {
    const t = await open();
    await bring(t.ana, t.number, LIST);
    expect((await bring(t.ana, t.number, LIST, { gate: "functional" })).again).toBe(false);
    expect((await bring(t.ana, t.number, LIST, { format: "nvidia-smi-q" })).again).toBe(false);
    await openSmoke(t);
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute));
    for (const [i, outcome] of [null, "failed", null].entries()) {
      const { cardVersion: version } = await look(t.ana, t.number);
      const step = { number: t.number, version, gate: "smoke" as const, note: "" };
      await write(t.ana, recordAttempt, { ...step, outcome: outcome as "failed" | null }, at(10 + i));
    }
    const now = at(20);
    const third = await write(
      t.ana,
      addEvidence,
      {
        to: { review: t.number },
        gate: "smoke",
        fileName: "smi.txt",
        bytes: LIST,
      },
      now,
    );
    expect(third.again).toBe(false);
  });
});

describe("a gate that is being run", () => {
  it("keeps the review from being handed over until its attempt is closed", async () => {
    const t = await open();
    const step = async (outcome: "passed" | null) => {
      const { cardVersion: version } = await look(t.ana, t.number);
      await write(t.ana, recordAttempt, { number: t.number, version, gate: "smoke", outcome, note: "" });
    };
    await openSmoke(t);
    await step(null);
    await expect(write(t.ana, submitReview, { number: t.number })).rejects.toMatchObject({
      code: "ATTEMPT_RUNNING",
      detail: { data: { gate: "smoke" } },
    });
    expect((await look(t.ana, t.number)).status).toBe("open");
    await step("passed");
    await write(t.ana, submitReview, { number: t.number });
    expect((await look(t.ana, t.number)).status).toBe("submitted");
  });
});

describe("an optimisation with its two runs", () => {
  it("is refused where the runs differ in more than one thing", async () => {
    const t = await open();
    const { id: a } = await bring(t.ana, t.number, bench(), { gate: "load", fileName: "a.json" });
    const { id: b } = await bring(t.ana, t.number, bench({ request_rate: 5, output_throughput: 1_700 }), {
      gate: "load",
    });
    const { id: c } = await bring(t.ana, t.number, bench({ request_rate: 5, num_prompts: 500 }), { gate: "load" });
    const entry: Optimisation = {
      setting: "request-rate",
      from: "4",
      to: "5",
      unit: "tokens/s",
      speedBefore: 1_600,
      speedAfter: 1_700,
      quality: "accepted share",
      qualityBefore: 97,
      qualityAfter: 97,
      kept: true,
      note: "",
      runBefore: a,
      runAfter: c,
    };
    const save = async (o: Optimisation) => {
      const { card, cardVersion: version } = await look(t.ana, t.number);
      return write(t.ana, saveCard, { number: t.number, version, card: { ...card, optimisations: [o] } });
    };
    await expect(save(entry)).rejects.toMatchObject({
      code: "INVALID",
      detail: { fields: [{ path: "optimisations.0", code: "two-changes" }] },
    });
    expect((await save({ ...entry, runAfter: b })).card.optimisations).toHaveLength(1);
  });
});

describe("runs of a brief", () => {
  it("stand by the revision that the plan had when they came, pushed ones told apart", async () => {
    const t = await open();
    const token: Actor = { ...t.ana, via: "token" };
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour));
    const push = (name: string, body: string, hour: number) =>
      write(
        token,
        addEvidence,
        { to: { brief: t.brief }, gate: "load", fileName: name, bytes: new TextEncoder().encode(body) },
        at(hour),
      );
    await push("first.json", bench(), 11);
    await writeBrief(t.ana, t.brief, "Support chat, larger");
    await changePlan(t.ana, t.plan, 1);
    await push("second.json", bench({ output_throughput: 1_000 }), 13);
    const found = await read(t.ana, (tx) => findRuns(tx, t.number));
    expect(found?.runs.map((r) => [r.fileName, r.revision, r.pushed])).toEqual([
      ["first.json", 1, true],
      ["second.json", 2, true],
    ]);
    expect(found?.runs[1]).toMatchObject({ against: found?.runs[0]?.state === "passed" ? found.runs[0].id : null });
    expect(await read(t.ana, (tx) => findRuns(tx, 999))).toBeNull();
  });
});
