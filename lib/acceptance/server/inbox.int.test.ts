import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, changePlan, fixture, openReview, read, write } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findReview } from "./data";
import { inboxCount, reviewInbox } from "./data/inbox";
import { sinceSeenOf } from "./data/seen";
import { sendBack, signReview } from "./mutations/decide";
import { delegateSigning } from "./mutations/delegation";
import { markSeen } from "./mutations/seen";
import { submitReview } from "./mutations/submit";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const LIST = fixture("ok/smi-l-l40s-prompt.txt");
const NOW = new Date("2026-11-30T12:00:00Z");

const inbox = async (actor: Actor, today = "2026-11-30") => {
  const all = await read(actor, (tx) => reviewInbox(tx, actor, NOW, today));
  const numbers = (part: keyof typeof all) => all[part].map((r) => r.number);
  return {
    all,
    parts: [numbers("toSign"), numbers("sentBack"), numbers("voided"), numbers("due")],
    count: inboxCount(all),
  };
};
const look = async (actor: Actor, number: number) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number, NOW));
  if (!found) throw new Error("no review");
  return found;
};
const sign = async (by: Actor, number: number, lookAgainOn: string | null = null) =>
  write(
    by,
    signReview,
    {
      number,
      digest: (await look(by, number)).digest,
      decision: "extend",
      conditions: "Within a week",
      lookAgainOn,
      confirmation: `REV-${number}`,
    },
    NOW,
  );

async function team() {
  const { actors } = await makeWorkspace(db.superUrl, {
    ana: ["author"],
    olga: ["approver"],
    pia: ["approver", "author"],
    dev: ["viewer"],
  });
  const made = await openReview({ brief: actors.ana });
  return { ...actors, ...made, number: made.review };
}

describe("an inbox", () => {
  it("holds for each what waits for them, and nothing of others", async () => {
    const t = await team();
    expect((await inbox(t.olga)).count).toBe(0);
    await bring(t.pia, t.number, LIST);
    await write(t.ana, submitReview, { number: t.number });
    expect((await inbox(t.olga)).parts).toEqual([[1], [], [], []]);
    // A contributor with the role, the author, and a viewer have nothing to sign.
    for (const who of [t.pia, t.ana, t.dev]) expect((await inbox(who)).count).toBe(0);
    const limits = { from: "2026-11-30", until: "2026-12-31", amount: "1000000" };
    await write(t.olga, delegateSigning, { to: t.dev.personId, ...limits, briefs: null }, NOW);
    expect((await inbox(t.dev)).parts).toEqual([[1], [], [], []]);
    await write(t.olga, sendBack, { number: t.number, reason: "Load is missing", areas: [] }, NOW);
    expect((await inbox(t.ana)).all.sentBack).toMatchObject([{ number: 1, reason: "Load is missing" }]);
    expect((await inbox(t.pia)).parts).toEqual([[], [1], [], []]);
    expect((await inbox(t.olga)).count).toBe(0);
  });

  it("tells of a signature that fell, and of the day to look again", async () => {
    const t = await team();
    await write(t.ana, submitReview, { number: t.number });
    await sign(t.olga, t.number, "2026-12-05");
    expect((await inbox(t.olga, "2026-12-04")).count).toBe(0);
    expect((await inbox(t.olga, "2026-12-05")).all.due).toMatchObject([{ number: 1, lookAgainOn: "2026-12-05" }]);
    expect((await inbox(t.ana, "2026-12-05")).count).toBe(0);
    await changePlan(t.ana, t.plan, 1);
    for (const who of [t.olga, t.ana]) expect((await inbox(who, "2026-12-05")).parts).toEqual([[], [], [1], []]);
    expect((await inbox(t.pia, "2026-12-05")).count).toBe(0);
  });

  it("says what changed since each looked, and keeps each look once", async () => {
    const t = await team();
    const since = async (who: Actor) => {
      const { id } = await read(who, (tx) => tx.review.findFirstOrThrow());
      const seen = await read(who, (tx) => sinceSeenOf(tx, who, [{ id, number: t.number }], NOW));
      return seen[t.number]?.changes.map((c) => c.code) ?? null;
    };
    expect(await since(t.olga)).toBeNull();
    const before = await look(t.olga, t.number);
    await write(t.olga, markSeen, { number: t.number, digest: before.digest });
    expect(await since(t.olga)).toEqual([]);
    await bring(t.ana, t.number, LIST);
    expect(await since(t.olga)).toContain("evidence-added");
    expect(await since(t.ana)).toBeNull();
    expect((await look(t.olga, t.number)).sinceSeen?.changes.map((c) => c.code)).toContain("evidence-added");
    // A page of before the change notes nothing; the fresh one does, once.
    await write(t.olga, markSeen, { number: t.number, digest: before.digest });
    expect(await since(t.olga)).toContain("evidence-added");
    const { digest } = await look(t.olga, t.number);
    for (let i = 0; i < 3; i++) await write(t.olga, markSeen, { number: t.number, digest });
    expect(await since(t.olga)).toEqual([]);
    const looks = await read(t.ana, (tx) => tx.auditEvent.count({ where: { action: "review.see" } }));
    expect(looks).toBe(2);
  });
});
