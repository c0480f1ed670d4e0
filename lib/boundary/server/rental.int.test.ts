import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findReview } from "@/lib/acceptance/server/data";
import { signReview } from "@/lib/acceptance/server/mutations/decide";
import { submitReview } from "@/lib/acceptance/server/mutations/submit";
import type { Actor } from "@/lib/access/actor";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { changePlan, openReview, read, TRIAL, write } from "@/lib/testing/review";
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
const RUN = { startsAt: "2026-12-03T00:00:00.000Z", endsAt: "2026-12-31T00:00:00.000Z", resourceIds: [], tags: {} };

/** The whole way to a decision: the author submits what there is, somebody else signs what was read. */
async function decide(t: { ana: Actor; olga: Actor }, number: number, decision: "extend" | "stop") {
  await write(t.ana, submitReview, { number });
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

describe("the end of a rental", () => {
  it("is said once, not before the start, and leaves the exit open until all is proved", async () => {
    const { actors } = await team();
    await openReview({ brief: actors.ana });
    await expect(
      write(actors.ana, endRental, { number: 1, endedAt: "2026-11-29T00:00:00.000Z" }),
    ).rejects.toMatchObject({ code: "INVALID", detail: { fields: [{ path: "endedAt", code: "before-start" }] } });
    await write(actors.ana, endRental, { number: 1, endedAt: "2026-12-02T08:00:00.000Z" });
    await expect(
      write(actors.ana, endRental, { number: 1, endedAt: "2026-12-02T09:00:00.000Z" }),
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
