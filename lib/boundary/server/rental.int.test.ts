import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findReview } from "@/lib/acceptance/server/data";
import { signReview } from "@/lib/acceptance/server/mutations/decide";
import { submitReview } from "@/lib/acceptance/server/mutations/submit";
import type { Actor } from "@/lib/access/actor";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, changePlan, fixture, openReview, read, TRIAL, write } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { EXIT_ITEMS } from "../rental";
import { findRental, listRentals } from "./data";
import { continueRental, endRental, mapRental, saveExit, startTrial } from "./mutations/rental";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const team = () =>
  makeWorkspace(db.superUrl, { ana: ["author"], bob: ["author"], olga: ["approver"], vik: ["viewer"] });
const look = (by: Actor, number: number, now = "2026-12-01T00:00:00Z") =>
  read(by, (tx) => findRental(tx, number, new Date(now)));
/** When ends are said: not before they have come. */
const LATER = new Date("2027-01-31T00:00:00Z");
const RUN = { startsAt: "2026-12-03T00:00:00.000Z", endsAt: "2026-12-31T00:00:00.000Z", resourceIds: [], tags: {} };

/** The whole way to a decision: the author submits what there is, somebody else signs what was read. */
async function decide(t: { ana: Actor; olga: Actor }, number: number, decision: "extend" | "stop") {
  await write(t.ana, submitReview, { number });
  await sign(t, number, decision);
}

async function sign(t: { olga: Actor }, number: number, decision: "extend" | "stop") {
  const found = await read(t.olga, (tx) => findReview(tx, t.olga, number));
  const given = { decision, conditions: "Look again in January", lookAgainOn: "2027-01-15" };
  await write(t.olga, signReview, { number, digest: found?.digest ?? "", ...given, confirmation: `REV-${number}` });
}

describe("a trial", () => {
  it("is the plan's first rental, opens the review, and its writers contribute to it", async () => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana, plan: actors.bob });
    expect(await look(actors.vik, 1)).toMatchObject({ kind: "trial", plan, reviews: [review], status: "active" });
    expect(await look(actors.vik, 1)).toMatchObject({
      owner: "bob",
      signed: false,
      stopRule: "Stopped when idle for an hour",
    });
    const contributors = await read(actors.vik, (tx) => tx.contributor.findMany());
    expect(contributors.map((c) => c.personId).sort()).toEqual([actors.ana.personId, actors.bob.personId].sort());
    const second = await write(actors.ana, startTrial, { plan, ...TRIAL, resourceIds: [], tags: {} });
    expect(second).toEqual({ rental: 2, review });
    const actions = await read(actors.vik, (tx) => tx.auditEvent.findMany({ where: { entityType: "rental" } }));
    expect(actions.map((a) => [a.entityId, a.action]).sort()).toEqual([
      ["RNT-1", "rental.trial"],
      ["RNT-2", "rental.trial"],
    ]);
  });

  it("ends after it starts, and belongs to a plan of this workspace", async () => {
    const { actors } = await team();
    const { plan } = await openReview({ brief: actors.ana });
    const backwards = { plan, startsAt: TRIAL.endsAt, endsAt: TRIAL.startsAt, resourceIds: [], tags: {} };
    await expect(write(actors.ana, startTrial, backwards)).rejects.toMatchObject({
      code: "INVALID",
      detail: { fields: [{ path: "endsAt", code: "before-start" }] },
    });
    const other = await makeWorkspace(db.superUrl, { eve: ["author"] });
    const foreign = { plan, ...TRIAL, resourceIds: [], tags: {} };
    await expect(write(other.actors.eve, startTrial, foreign)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await look(other.actors.eve, 1)).toBeNull();
  });
});

describe("a longer rental", () => {
  it("needs a standing signature that continues", async () => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana });
    const run = { plan, ...RUN };
    await expect(write(actors.ana, continueRental, run)).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
    await decide(actors, review, "stop");
    await expect(write(actors.ana, continueRental, run)).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
  });

  it("does not come from a signature over another trial", async () => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana });
    const again = { plan, startsAt: TRIAL.startsAt, endsAt: "2026-12-30T00:00:00.000Z", resourceIds: [], tags: {} };
    await write(actors.ana, submitReview, { number: review });
    await expect(write(actors.bob, startTrial, again)).rejects.toMatchObject({ code: "REVIEW_SUBMITTED" });
    expect(await look(actors.vik, 2)).toBeNull();
    await sign(actors, review, "extend");
    await write(actors.bob, startTrial, again);
    const after = await read(actors.vik, (tx) => findReview(tx, actors.vik, review));
    expect(after?.status).toBe("voided");
    expect(after?.sinceBefore?.map((c) => c.code)).toContain("trial-changed");
    expect(after?.signature?.void?.changes).toEqual([{ what: "plan", detail: expect.stringContaining("RNT-2") }]);
    await expect(write(actors.ana, continueRental, { plan, ...RUN })).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
  });

  it("does not come from a signature over what has changed under it", async () => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana });
    await decide(actors, review, "extend");
    // Past every mutation: whoever wrote this, the signature does not cover it.
    await read(actors.ana, (tx) => tx.rental.updateMany({ data: { endsAt: new Date("2026-12-30T00:00:00Z") } }));
    await expect(write(actors.ana, continueRental, { plan, ...RUN })).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
  });

  it("of more cards needs a new review: the old signature is void", async () => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana });
    await decide(actors, review, "extend");
    const workers = {
      count: 2,
      inputShare: "Halves",
      ids: "Request id",
      recovery: "Again",
      merging: "None",
      done: "All",
    };
    await changePlan(actors.ana, plan, 1, { count: 2, moreCards: "One card queued in the load gate", workers });
    const after = await read(actors.vik, (tx) => findReview(tx, actors.vik, review));
    expect(after?.status).toBe("voided");
    await expect(write(actors.ana, continueRental, { plan, ...RUN })).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
  });

  it("carries its signature, and one that was voided allows nothing", async () => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana });
    await decide(actors, review, "extend");
    expect(await write(actors.ana, continueRental, { plan, ...RUN })).toEqual({ rental: 2 });
    expect(await look(actors.vik, 2)).toMatchObject({ kind: "run", signed: true, status: "planned" });
    await changePlan(actors.ana, plan, 1);
    await expect(write(actors.ana, continueRental, { plan, ...RUN })).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
  });
});

describe("who sets the time or the bills of a trial", () => {
  const both = () => makeWorkspace(db.superUrl, { ana: ["author"], duo: ["author", "approver"] });
  const TRIED: Record<string, (duo: Actor, plan: number) => Promise<unknown>> = {
    "started another": (duo, plan) => write(duo, startTrial, { plan, ...TRIAL, resourceIds: [], tags: {} }),
    "ended it": (duo) => write(duo, endRental, { number: 1, endedAt: TRIAL.endsAt }, LATER),
    "named it on bills": (duo) => write(duo, mapRental, { number: 1, resourceIds: ["i-1"], tags: {} }),
  };

  it.each(Object.keys(TRIED))("cannot sign its review: %s", async (how) => {
    const { actors } = await both();
    const { plan, review } = await openReview({ brief: actors.ana });
    await TRIED[how]?.(actors.duo, plan);
    await write(actors.ana, submitReview, { number: review });
    await expect(sign({ olga: actors.duo }, review, "extend")).rejects.toMatchObject({ code: "SELF_SIGN" });
  });

  it("who signed may end it, and their signature ends with it; more is refused", async () => {
    const { actors } = await both();
    const { plan, review } = await openReview({ brief: actors.ana });
    await decide({ ana: actors.ana, olga: actors.duo }, review, "extend");
    for (const how of ["started another", "named it on bills"])
      await expect(TRIED[how]?.(actors.duo, plan)).rejects.toMatchObject({ code: "SIGNER_CONTRIBUTES" });
    await TRIED["ended it"]?.(actors.duo, plan);
    const after = await read(actors.ana, (tx) => findReview(tx, actors.ana, review));
    expect(after).toMatchObject({ status: "voided", signRefusal: expect.anything() });
  });
});

describe("the end of a signed trial", () => {
  it.each([
    ["at the planned end leaves the signature standing", TRIAL.endsAt, "signed"],
    ["after the last evidence too", "2026-12-01T00:00:00.000Z", "signed"],
    ["before evidence that counts ends it", "2026-11-30T08:00:00.000Z", "voided"],
    ["after the planned end ends it", "2026-12-05T00:00:00.000Z", "voided"],
  ])("%s", async (_, endedAt, status) => {
    const { actors } = await team();
    const { plan, review } = await openReview({ brief: actors.ana });
    await bring(actors.ana, review, fixture("ok/smi-l-l40s-prompt.txt"));
    await decide(actors, review, "extend");
    await write(actors.bob, endRental, { number: 1, endedAt }, LATER);
    expect(await read(actors.vik, (tx) => findReview(tx, actors.vik, review))).toMatchObject({ status });
    const go = write(actors.ana, continueRental, { plan, ...RUN });
    if (status === "signed") await expect(go).resolves.toEqual({ rental: 2 });
    else await expect(go).rejects.toMatchObject({ code: "TRIAL_REQUIRED" });
  });
});

describe("the end of a rental", () => {
  it("is said once, not before the start, and leaves the exit open until all is proved", async () => {
    const { actors } = await team();
    await openReview({ brief: actors.ana });
    await expect(
      write(actors.ana, endRental, { number: 1, endedAt: "2026-11-29T00:00:00.000Z" }, LATER),
    ).rejects.toMatchObject({ code: "INVALID", detail: { fields: [{ path: "endedAt", code: "before-start" }] } });
    await expect(
      write(actors.ana, endRental, { number: 1, endedAt: "2027-01-31T00:00:00.001Z" }, LATER),
    ).rejects.toMatchObject({ code: "INVALID", detail: { fields: [{ path: "endedAt", code: "in-the-future" }] } });
    await write(actors.ana, endRental, { number: 1, endedAt: "2026-12-02T08:00:00.000Z" }, LATER);
    await expect(
      write(actors.ana, endRental, { number: 1, endedAt: "2026-12-02T09:00:00.000Z" }, LATER),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await look(actors.vik, 1)).toMatchObject({ status: "ended-open", endedAt: "2026-12-02T08:00:00.000Z" });
    const proved = Object.fromEntries(EXIT_ITEMS.map((i) => [i, { done: true, proof: "screenshot in the wiki" }]));
    await write(actors.ana, saveExit, { number: 1, exit: { ...proved, disksDeleted: { done: true, proof: " " } } });
    expect(await look(actors.vik, 1)).toMatchObject({ status: "ended-open" });
    await write(actors.ana, saveExit, { number: 1, exit: proved });
    expect(await look(actors.vik, 1)).toMatchObject({ status: "ended", billedAfterEnd: 0 });
    const actions = await read(actors.vik, (tx) => tx.auditEvent.findMany({ where: { entityId: "RNT-1" } }));
    expect(actions.map((a) => a.action).sort()).toEqual(["rental.end", "rental.exit", "rental.exit", "rental.trial"]);
  });

  it("past due without an end is overdue in the list; names on bills can change until and after", async () => {
    const { actors } = await team();
    await openReview({ brief: actors.ana });
    const names = { number: 1, resourceIds: ["i-1", "vol-2"], tags: { team: "support" } };
    await write(actors.bob, mapRental, names);
    expect(await look(actors.vik, 1)).toMatchObject({ resourceIds: ["i-1", "vol-2"], tags: { team: "support" } });
    const rows = await read(actors.vik, (tx) => listRentals(tx, new Date("2026-12-03T00:00:00Z")));
    expect(rows.map((r) => [r.number, r.status])).toEqual([[1, "overdue"]]);
    await expect(write(actors.bob, mapRental, { ...names, number: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
