import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { continueRental } from "@/lib/boundary/server/mutations/rental";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, changePlan, fixture, openReview, read, write, writeBrief } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { setRoles } from "@/lib/workspace/server/mutations";
import { verifyBundle } from "../bundle";
import { findReview } from "./data";
import { reviewBundle } from "./data/bundle";
import { readSigningPolicy } from "./data/signing";
import { signingSettings } from "./data/signing-settings";
import { sendBack, signReview } from "./mutations/decide";
import { delegateSigning, endDelegation } from "./mutations/delegation";
import { setSigningPolicy, undoSigningPolicy } from "./mutations/signing-policy";
import { submitReview, withdrawReview } from "./mutations/submit";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const LIST = fixture("ok/smi-l-l40s-prompt.txt");
const NOW = new Date("2026-11-30T12:00:00Z");
interface Limits {
  readonly from: string;
  readonly until: string;
  readonly amount: string;
  readonly briefs: number[] | null;
}
const LIMITS: Limits = { from: "2026-11-30", until: "2026-12-31", amount: "1000000", briefs: null };

async function submitted() {
  const { actors } = await makeWorkspace(db.superUrl, {
    ana: ["author"],
    olga: ["approver"],
    pia: ["approver"],
    dev: ["viewer"],
    adam: ["admin"],
  });
  const made = await openReview({ brief: actors.ana });
  await write(actors.ana, submitReview, { number: made.review });
  return { ...actors, ...made, number: made.review };
}
const look = async (actor: Actor, number: number, now = NOW) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number, now));
  if (!found) throw new Error("no review");
  return found;
};
const give = (from: Actor, to: Actor, more: Partial<Limits> = {}, at = NOW) =>
  write(from, delegateSigning, { to: to.personId, ...LIMITS, ...more }, at);
async function sign(by: Actor, number: number, more: Partial<Parameters<typeof signReview>[2]> = {}, at = NOW) {
  const { digest } = await look(by, number, at);
  const all = { decision: "extend" as const, conditions: "Within a week", lookAgainOn: null };
  return write(by, signReview, { number, digest, ...all, confirmation: `REV-${number}`, ...more }, at);
}

describe("a delegation", () => {
  it("lets a member without the role sign in the approver's place, and the record says so", async () => {
    const s = await submitted();
    expect((await look(s.dev, s.number)).signRefusal).toBe("NOT_APPROVER");
    const { id } = await give(s.olga, s.dev);
    const page = await look(s.dev, s.number);
    expect(page.signRefusal).toBeNull();
    expect(page.signAs).toEqual({ own: false, mandates: [{ delegation: id, onBehalfOf: "olga" }] });
    await expect(sign(s.dev, s.number)).rejects.toMatchObject({ code: "NOT_APPROVER" });
    await sign(s.dev, s.number, { delegation: id });
    const after = await look(s.ana, s.number);
    expect(after.status).toBe("signed");
    expect(after.signature).toMatchObject({
      by: "dev",
      behalf: { name: "olga", amount: "1000000", currency: "USD", everyBrief: true },
      holds: true,
    });
    const bundle = await read(s.ana, (tx) => reviewBundle(tx, s.number, "W"));
    expect(bundle?.signatures).toMatchObject([{ by: "dev", onBehalfOf: "olga" }]);
    const events = await read(s.ana, (tx) => tx.auditEvent.findMany({ where: { action: "review.sign" } }));
    expect(events[0]?.detail).toMatchObject({ delegation: id, onBehalfOf: s.olga.personId });
    // Whoever was signed for cannot write in it either.
    await expect(bring(s.olga, s.number, LIST)).rejects.toMatchObject({ code: "SIGNER_CONTRIBUTES" });
  });

  it("does not reach beyond its amount, its briefs and its time", async () => {
    const s = await submitted();
    await writeBrief(s.ana);
    const over = new Date("2026-12-01T00:00:00Z");
    const cases: [Partial<Limits>, Date, string][] = [
      [{ amount: "1" }, NOW, "DELEGATION_EXCEEDED"],
      [{ briefs: [2] }, NOW, "DELEGATION_EXCEEDED"],
      [{ from: "2026-12-05", until: "2026-12-06" }, NOW, "DELEGATION_ENDED"],
      [{ until: "2026-11-30" }, over, "DELEGATION_ENDED"],
    ];
    for (const [limits, at, code] of cases) {
      const { id } = await give(s.olga, s.dev, limits);
      await expect(sign(s.dev, s.number, { delegation: id }, at), code).rejects.toMatchObject({ code });
      const review = { number: s.number, reason: "no", areas: [], delegation: id };
      await expect(write(s.dev, sendBack, review, at)).rejects.toMatchObject({ code });
      expect(await signByHand(s.dev, s.number, { id, of: s.olga, at })).toBe(code);
    }
    expect((await look(s.dev, s.number)).signAs.mandates).toMatchObject([{ onBehalfOf: "olga" }]);
  });

  it("covers the briefs that it names, and the plan's cost to the last digit", async () => {
    const s = await submitted();
    const { record } = await look(s.olga, s.number);
    const { id } = await give(s.olga, s.dev, { briefs: [1], amount: record.cost?.amount ?? "" });
    await sign(s.dev, s.number, { delegation: id });
    expect((await look(s.ana, s.number)).status).toBe("signed");
  });

  it("ends when it is taken back, when its giver is no approver any more, and for nobody else", async () => {
    const s = await submitted();
    const { id } = await give(s.olga, s.dev);
    await expect(write(s.pia, endDelegation, { id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(sign(s.pia, s.number, { delegation: id })).rejects.toMatchObject({ code: "DELEGATION_ENDED" });
    await write(s.adam, setRoles, { personId: s.olga.personId, roles: ["viewer"] });
    await expect(sign(s.dev, s.number, { delegation: id })).rejects.toMatchObject({ code: "DELEGATION_ENDED" });
    expect(await signByHand(s.dev, s.number, { id, of: s.olga, at: NOW })).toBe("DELEGATION_ENDED");
    await write(s.adam, setRoles, { personId: s.olga.personId, roles: ["approver"] });
    await write(s.olga, endDelegation, { id }, NOW);
    await expect(write(s.olga, endDelegation, { id }, NOW)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(sign(s.dev, s.number, { delegation: id })).rejects.toMatchObject({ code: "DELEGATION_ENDED" });
    // Not with a date of before its end either.
    const before = new Date("2026-11-30T06:00:00Z");
    expect(await signByHand(s.dev, s.number, { id, of: s.olga, at: before })).toBe("DELEGATION_ENDED");
  });

  it("makes whoever acts for a contributor one, also once it was taken back, and through several hands", async () => {
    const { actors: t } = await makeWorkspace(db.superUrl, {
      ana: ["author"],
      both: ["author", "approver"],
      olga: ["approver"],
      pia: ["approver"],
    });
    const { review: number } = await openReview({ brief: t.both });
    const { id } = await give(t.both, t.olga);
    await give(t.olga, t.pia);
    await write(t.both, submitReview, { number });
    for (const who of [t.olga, t.pia]) {
      expect((await look(who, number)).signRefusal).toBe("ACTS_FOR_CONTRIBUTOR");
      await expect(sign(who, number)).rejects.toMatchObject({ code: "ACTS_FOR_CONTRIBUTOR" });
    }
    const later = new Date("2026-12-01T12:00:00Z");
    await write(t.both, endDelegation, { id }, later);
    await expect(sign(t.olga, number, {}, later)).rejects.toMatchObject({ code: "ACTS_FOR_CONTRIBUTOR" });
  });

  it("is given by approvers alone, to another member, for a time that makes sense", async () => {
    const s = await submitted();
    const fields = (path: string) => ({ code: "INVALID", detail: { fields: [{ path }] } });
    await expect(give(s.ana, s.dev)).rejects.toMatchObject({ code: "NOT_APPROVER" });
    await expect(give(s.olga, s.olga)).rejects.toMatchObject(fields("to"));
    const stranger = { ...s.dev, personId: randomUUID() as Actor["personId"] };
    await expect(give(s.olga, stranger)).rejects.toMatchObject(fields("to"));
    await expect(give(s.olga, s.dev, { from: "2026-12-02", until: "2026-12-01" })).rejects.toMatchObject(
      fields("until"),
    );
    await expect(give(s.olga, s.dev, { from: "2026-11-01", until: "2026-11-29" })).rejects.toMatchObject(
      fields("until"),
    );
    await expect(give(s.olga, s.dev, { until: "2028-01-01" })).rejects.toMatchObject(fields("until"));
    await expect(give(s.olga, s.dev, { briefs: [99] })).rejects.toMatchObject(fields("briefs"));
    const { id } = await give(s.olga, s.dev);
    // What was delegated is not passed on.
    await expect(give(s.dev, s.pia)).rejects.toMatchObject({ code: "NOT_APPROVER" });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

/** A signature in somebody's place by hand, as the application's role. */
async function signByHand(by: Actor, number: number, under: { id: string; of: Actor; at: Date }): Promise<string> {
  const client = new pg.Client(db.appUrl);
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT set_config('app.workspace_id', $1, true)", [by.workspaceId]);
  const said = await client
    .query(
      `INSERT INTO signature (workspace_id, id, review_id, person_id, decision, digest, snapshot, at, delegation_id, on_behalf_of)
       SELECT workspace_id, gen_random_uuid(), id, $2, 'extend', 'x', '{}', $3, $4, $5 FROM review WHERE number = $1`,
      [number, by.personId, under.at, under.id, under.of.personId],
    )
    .then(
      () => "signed",
      (e: Error) => /^[A-Z_]+/.exec(e.message)?.[0] ?? e.message,
    );
  await client.query("ROLLBACK");
  await client.end();
  return said;
}

describe("two signatures above an amount", () => {
  async function deep() {
    const s = await submitted();
    await write(s.ana, withdrawReview, { number: s.number });
    await write(s.adam, setSigningPolicy, { twoAbove: "100" });
    await write(s.ana, submitReview, { number: s.number });
    return s;
  }
  const kinds = async (s: Awaited<ReturnType<typeof deep>>) => (await look(s.ana, s.number)).events.map((e) => e.kind);

  it("are by two people over one digest, and only then is it signed", async () => {
    const s = await deep();
    expect((await look(s.olga, s.number)).signaturesNeeded).toBe(2);
    expect(await sign(s.olga, s.number)).toMatchObject({ missing: 1 });
    const half = await look(s.olga, s.number);
    expect(half).toMatchObject({ status: "submitted", signRefusal: "ALREADY_SIGNED", signatures: [{ by: "olga" }] });
    const first = await read(s.ana, (tx) => reviewBundle(tx, s.number, "W"));
    expect(first && verifyBundle(first, () => "")).toMatchObject({ signed: false, holds: true });
    const plan = { plan: s.plan, startsAt: "2026-12-03T00:00:00.000Z", endsAt: "2026-12-31T00:00:00.000Z" };
    const rent = () => write(s.ana, continueRental, { ...plan, resourceIds: [], tags: {} });
    await expect(rent()).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
    await expect(sign(s.olga, s.number)).rejects.toMatchObject({ code: "ALREADY_SIGNED" });
    await expect(sign(s.pia, s.number, { decision: "stop" })).rejects.toMatchObject({ code: "OTHER_DECISION" });
    const later = new Date(NOW.getTime() + 60_000);
    expect(await sign(s.pia, s.number, {}, later)).toMatchObject({ missing: 0 });
    const done = await look(s.ana, s.number);
    expect(done).toMatchObject({ status: "signed", signatures: [{ by: "olga" }, { by: "pia" }] });
    expect(new Set(done.signatures.map((x) => x.digest)).size).toBe(1);
    const bundle = await read(s.ana, (tx) => reviewBundle(tx, s.number, "W"));
    expect(bundle && verifyBundle(bundle, () => "")).toMatchObject({ signed: true, signatures: [{}, {}] });
    expect((await rent()).rental).toBeGreaterThan(0);
  });

  it("are not given twice by one, in whoever's place", async () => {
    const s = await deep();
    const { id } = await give(s.olga, s.dev);
    await sign(s.olga, s.number);
    await expect(sign(s.dev, s.number, { delegation: id })).rejects.toMatchObject({ code: "ALREADY_SIGNED" });
    expect(await signByHand(s.dev, s.number, { id, of: s.olga, at: NOW })).toBe("ALREADY_SIGNED");
    const { id: other } = await give(s.pia, s.dev);
    await sign(s.dev, s.number, { delegation: other });
    expect((await look(s.ana, s.number)).status).toBe("signed");
  });

  it("fall together: one change ends both, and is told once", async () => {
    const s = await deep();
    await sign(s.olga, s.number);
    await sign(s.pia, s.number);
    await changePlan(s.ana, s.plan, 1);
    const after = await look(s.ana, s.number);
    expect(after.status).toBe("voided");
    expect(after.signatures.map((x) => x.void?.changes[0]?.what)).toEqual(["plan", "plan"]);
    expect((await kinds(s)).filter((k) => k === "voided")).toHaveLength(1);
  });

  it("lose the first when the review is withdrawn or sent back", async () => {
    const s = await deep();
    for (const [i, how] of ["withdrawn", "sent-back"].entries()) {
      await sign(s.olga, s.number, {}, new Date(NOW.getTime() + i * 60_000));
      if (how === "withdrawn") await write(s.ana, withdrawReview, { number: s.number });
      else await write(s.pia, sendBack, { number: s.number, reason: "Load is missing", areas: [] }, NOW);
      const after = await look(s.ana, s.number);
      expect(after.status).toBe(how);
      expect(after.signature?.void?.changes).toEqual([{ what: "review", detail: how }]);
      await write(s.ana, submitReview, { number: s.number });
    }
    await sign(s.olga, s.number);
    await sign(s.pia, s.number);
    expect((await look(s.ana, s.number)).status).toBe("signed");
  });

  it("stay two where the policy is lowered after handing over, and become two where it is raised", async () => {
    const s = await deep();
    await write(s.adam, setSigningPolicy, { twoAbove: null });
    expect((await look(s.olga, s.number)).signaturesNeeded).toBe(2);
    expect(await sign(s.olga, s.number)).toMatchObject({ missing: 1 });
    const other = await submitted();
    await write(other.adam, setSigningPolicy, { twoAbove: "100" });
    expect(await sign(other.olga, other.number)).toMatchObject({ missing: 1 });
  });

  it("are asked for by the rule from before once its last change is undone, and by no other undo", async () => {
    const s = await submitted();
    const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000);
    const rule = () => read(s.adam, (tx) => readSigningPolicy(tx));
    const none = await write(s.adam, setSigningPolicy, { twoAbove: "" }, at(0));
    expect(none.undoable).toBe(false);
    const first = await write(s.adam, setSigningPolicy, { twoAbove: "5000" }, at(1));
    expect(first.undoable).toBe(true);
    expect((await write(s.adam, setSigningPolicy, { twoAbove: "5000.00" }, at(2))).undoable).toBe(false);
    const second = await write(s.adam, setSigningPolicy, { twoAbove: "100" }, at(3));
    const { policyChange } = await read(s.adam, (tx) => signingSettings(tx, s.adam, NOW.toISOString()));
    expect(policyChange).toMatchObject({ id: second.id, was: { twoAbove: "5000", currency: "USD" }, by: "adam" });
    const changed = { code: "UNDO_CHANGED", detail: { data: { why: "restated" } } };
    await expect(write(s.adam, undoSigningPolicy, { id: first.id }, at(4))).rejects.toMatchObject(changed);
    const undo = await write(s.adam, undoSigningPolicy, { id: second.id }, at(5));
    expect(await rule()).toEqual({ twoAbove: "5000", currency: "USD" });
    const undone = { code: "UNDO_CHANGED", detail: { data: { why: "undone" } } };
    for (const id of [second.id, undo.id])
      await expect(write(s.adam, undoSigningPolicy, { id }, at(6))).rejects.toMatchObject(undone);
    const offered = async () =>
      (await read(s.adam, (tx) => signingSettings(tx, s.adam, NOW.toISOString()))).policyChange;
    expect(await offered()).toBeNull();
    const third = await write(s.adam, setSigningPolicy, { twoAbove: "200" }, at(7));
    expect(await offered()).toMatchObject({ id: third.id, was: { twoAbove: "5000", currency: "USD" } });
    const other = await submitted();
    await expect(write(other.adam, undoSigningPolicy, { id: second.id }, at(8))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const only = await write(other.adam, setSigningPolicy, { twoAbove: "1" }, at(9));
    await write(other.adam, undoSigningPolicy, { id: only.id }, at(10));
    expect(await read(other.adam, (tx) => readSigningPolicy(tx))).toEqual({ twoAbove: null, currency: "USD" });
    const client = new pg.Client(db.superUrl);
    await client.connect();
    const { rows } = await client.query(
      "SELECT action, detail FROM audit_event WHERE workspace_id = $1 AND action = 'policy.signingUndo'",
      [s.adam.workspaceId],
    );
    await client.end();
    expect(rows).toMatchObject([{ action: "policy.signingUndo", detail: { twoAbove: "5000", currency: "USD" } }]);
  });

  it("are not to be had by an event written by hand", async () => {
    const s = await deep();
    await sign(s.olga, s.number);
    const { digest } = await look(s.ana, s.number);
    const event = read(s.ana, async (tx) => {
      const { id: reviewId } = await tx.review.findFirstOrThrow({ where: { number: s.number } });
      const at = { workspaceId: s.ana.workspaceId, id: randomUUID(), reviewId, seq: 99, personId: s.pia.personId };
      await tx.reviewEvent.create({ data: { ...at, kind: "signed", digest } });
    });
    await expect(event).rejects.toMatchObject({ code: "SIGNATURES_MISSING" });
  });

  it("both pressed at once are two signatures and one signed review", async () => {
    const s = await deep();
    const both = await Promise.all([sign(s.olga, s.number), sign(s.pia, s.number)]);
    expect(both.map((b) => b.missing).sort()).toEqual([0, 1]);
    expect(await kinds(s)).toEqual(["submitted", "withdrawn", "submitted", "half-signed", "signed"]);
  });
});
