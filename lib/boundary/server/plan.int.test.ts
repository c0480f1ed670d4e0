import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { addOffer, addOfferInput, retireOffer } from "@/lib/catalog/server/mutations";
import { benchResult } from "@/lib/sample/evidence";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, openReview, read, write, writeBrief } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { planDigest } from "../plan";
import { briefForPlan, costsOfAnswers, findPlan } from "./data";
import { measuredOfPlan } from "./data/measured";
import { createPlan, findOffers, newPlanInput, revisePlan } from "./mutations/plan";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const NOW = new Date("2026-11-30T12:00:00Z");
const { offer: OFFER } = addOfferInput.parse({
  offer: {
    provider: "Example Cloud",
    acceleratorId: "h100-sxm",
    purchase: "on-demand",
    boundary: "vm",
    price: { amount: "2.49", currency: "USD", unit: "gpu-hour" },
    source: "price page",
    dated: "2026-11-01",
  },
});

/** What several workers must say. */
const shared = (count: number) => ({
  moreCards: "One card reached 60 % of the wanted rate in the bench of 2026-11-20",
  workers: {
    count,
    inputShare: "By request, round robin",
    ids: "Request id",
    recovery: "The gateway asks again",
    merging: "Nothing is merged",
    done: "Every request has an answer",
  },
});

const form = (more: Record<string, unknown> = {}) =>
  newPlanInput.parse({
    brief: 1,
    plan: {
      boundary: "vm",
      offerNumber: 1,
      count: 2,
      ...shared(typeof more.count === "number" ? more.count : 2),
      period: { start: "2026-12-01", end: "2026-12-31" },
      owner: "Support engineering",
      stopRule: "Stop after an idle hour",
      fallbacks: { lostAllocation: "Queue", shortage: "Smaller card", failedDeployment: "Last image" },
      trial: { endDate: "2026-12-04", budget: { amount: "300.000000000000000000001", currency: "USD" } },
      note: null,
      ...more,
    },
  });

async function begin() {
  const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], bob: ["author"], vik: ["viewer"] });
  await writeBrief(actors.ana);
  await write(actors.ana, addOffer, { offer: OFFER });
  return actors;
}
const plan = (by: Actor, number = 1) => read(by, (tx) => findPlan(tx, number, NOW));

describe("plans", () => {
  it("keep a copy of their offer and a digest over themselves and the brief's revision", async () => {
    const actors = await begin();
    expect(await write(actors.bob, createPlan, form())).toEqual({ number: 1 });
    await write(actors.ana, retireOffer, { number: 1 });
    const made = await plan(actors.vik);
    expect(made).toMatchObject({ number: 1, revision: 1, author: "bob", brief: { number: 1, revision: 1, newest: 1 } });
    expect(made?.plan.offer).toMatchObject({ id: "OFF-1", price: { amount: "2.49" } });
    expect(made?.plan.trial.budget.amount).toBe("300.000000000000000000001");
    const brief = await read(actors.vik, (tx) => tx.briefRevision.findFirstOrThrow());
    if (!made) throw new Error("no plan");
    expect(made.digest).toBe(planDigest(made.plan, brief.digest));
    const editors = await read(actors.vik, (tx) => tx.briefEditor.findMany());
    expect(editors.map((e) => e.personId).sort()).toEqual([actors.ana.personId, actors.bob.personId].sort());
  });

  it("are revised on the brief's latest revision, and a stale revision is a conflict that writes nothing", async () => {
    const actors = await begin();
    await write(actors.ana, createPlan, form());
    const before = await plan(actors.ana);
    await writeBrief(actors.bob, 1, "Another title");
    expect(await plan(actors.ana)).toMatchObject({ brief: { revision: 1, newest: 2 } });
    const next = { number: 1, revision: 1, plan: form({ count: 4 }).plan };
    expect(await write(actors.bob, revisePlan, next)).toEqual({ revision: 2 });
    const after = await plan(actors.ana);
    expect(after).toMatchObject({ revision: 2, author: "bob", plan: { count: 4 }, brief: { revision: 2, newest: 2 } });
    expect(after?.digest).not.toBe(before?.digest);
    await expect(write(actors.ana, revisePlan, next)).rejects.toMatchObject({
      code: "CONFLICT",
      detail: { data: { revision: 2 } },
    });
    expect(await plan(actors.ana)).toMatchObject({ revision: 2 });
  });

  it("let one of two writers through who changed the same revision at once", async () => {
    const actors = await begin();
    await write(actors.ana, createPlan, form());
    const race = await Promise.allSettled([
      write(actors.ana, revisePlan, { number: 1, revision: 1, plan: form({ count: 3 }).plan }),
      write(actors.bob, revisePlan, { number: 1, revision: 1, plan: form({ count: 5 }).plan }),
    ]);
    expect(race.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = race.find((r) => r.status === "rejected");
    expect(lost?.status === "rejected" && lost.reason).toMatchObject({ code: "CONFLICT" });
  });

  it("saved without a change stay the revision they were", async () => {
    const actors = await begin();
    await write(actors.ana, createPlan, form());
    expect(await write(actors.bob, revisePlan, { number: 1, revision: 1, plan: form().plan })).toEqual({ revision: 1 });
    const actions = await read(actors.ana, (tx) => tx.auditEvent.findMany({ where: { entityId: "PLN-1" } }));
    expect(actions.map((a) => a.action).sort()).toEqual(["plan.create", "plan.unchanged"]);
  });

  it("name what does not fit, by its field", async () => {
    const actors = await begin();
    const without = form({ offerNumber: null });
    await expect(write(actors.ana, createPlan, without)).rejects.toMatchObject({
      code: "INVALID",
      detail: { fields: [{ path: "offer", code: "OFFER_NEEDED" }] },
    });
    const long = form({ trial: { endDate: "2027-02-01", budget: { amount: "1", currency: "USD" } } });
    await expect(write(actors.ana, createPlan, long)).rejects.toMatchObject({
      detail: { fields: [{ path: "trial.endDate", code: "TRIAL_LONGER_THAN_PERIOD" }] },
    });
    await expect(write(actors.ana, createPlan, form({ offerNumber: 7 }))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await plan(actors.ana)).toBeNull();
  });

  it("of several cards say why, and how their workers share the work", async () => {
    const actors = await begin();
    const names = ["count", "inputShare", "ids", "recovery", "merging", "done"].map((n) => `workers.${n}`);
    const bare = form({ moreCards: null, workers: null });
    await expect(write(actors.ana, createPlan, bare)).rejects.toMatchObject({
      code: "INVALID",
      detail: { fields: ["moreCards", ...names].map((path) => ({ path })) },
    });
    const wide = form({ workers: shared(3).workers });
    await expect(write(actors.ana, createPlan, wide)).rejects.toMatchObject({
      detail: { fields: [{ path: "workers.count", code: "WORKERS_DO_NOT_FIT" }] },
    });
    await write(actors.ana, createPlan, form());
    expect((await plan(actors.vik))?.plan.workers).toEqual(shared(2).workers);
  });

  it("find their offers among all of the workspace, by style and words, and of nobody else", async () => {
    const actors = await begin();
    for (let i = 0; i < 3; i++)
      await write(actors.ana, addOffer, { offer: { ...OFFER, provider: `Northern ${i}`, region: "Oslo" } });
    await write(actors.ana, addOffer, { offer: { ...OFFER, boundary: "cluster" } });
    await write(actors.ana, addOffer, { offer: { ...OFFER, acceleratorId: "l4" } });
    const ask = (text: string, by = actors.ana) =>
      write(by, findOffers, { brief: 1, boundary: "vm", text, everyCard: true });
    expect((await ask("")).count).toBe(5);
    expect((await ask("north")).offers.map((o) => o.offer.provider).sort()).toEqual([
      "Northern 0",
      "Northern 1",
      "Northern 2",
    ]);
    expect((await ask("oslo")).count).toBe(3);
    expect((await ask("L4")).offers.map((o) => o.number)).toEqual([6]);
    expect((await ask("nowhere")).count).toBe(0);
    expect(await read(actors.ana, (tx) => tx.auditEvent.count({ where: { entityType: "plan" } }))).toBe(0);
    const other = await makeWorkspace(db.superUrl, { eve: ["author"] });
    await expect(ask("", other.actors.eve)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of another workspace do not exist, nor do its briefs and offers", async () => {
    const actors = await begin();
    await write(actors.ana, createPlan, form());
    const other = await makeWorkspace(db.superUrl, { eve: ["author", "admin"] });
    expect(await plan(other.actors.eve)).toBeNull();
    const revision = { number: 1, revision: 1, plan: form().plan };
    await expect(write(other.actors.eve, revisePlan, revision)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(write(other.actors.eve, createPlan, form())).rejects.toMatchObject({ code: "NOT_FOUND" });
    await writeBrief(other.actors.eve);
    await expect(write(other.actors.eve, createPlan, form())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("what stands beside a plan", () => {
  it("is the benchmark of its own review, once one counts", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], vik: ["viewer"] });
    const { review } = await openReview({ brief: actors.ana });
    const look = () => read(actors.vik, (tx) => measuredOfPlan(tx, review));
    expect(await look()).toBeNull();
    await bring(actors.ana, review, benchResult(), { gate: "load", fileName: "bench.json" });
    const printed = JSON.parse(benchResult()) as Record<string, number>;
    expect(await look()).toMatchObject({
      review,
      speed: { kind: "serving", format: "vllm-bench-json", outputTokensPerSecond: printed.output_throughput },
    });
    const other = await makeWorkspace(db.superUrl, { eve: ["author"] });
    expect(await read(other.actors.eve, (tx) => measuredOfPlan(tx, review))).toBeNull();
  });

  it("is a cost line of every answer from the workspace's own current offers", async () => {
    const actors = await begin();
    const content = await read(actors.ana, async (tx) => (await briefForPlan(tx, 1))?.content);
    if (!content) throw new Error("no brief");
    const line = async (by: Actor) =>
      (await read(by, (tx) => costsOfAnswers(tx, content)))?.find((c) => c.answer === "vm");
    expect(await line(actors.vik)).toMatchObject({ currency: null, missing: [{ code: "offer" }] });
    await write(actors.ana, addOffer, { offer: { ...OFFER, dataLocation: "Frankfurt, EU" } });
    expect(await line(actors.vik)).toMatchObject({ currency: "USD", parts: [{ offerId: "OFF-2" }], missing: [] });
    await write(actors.ana, retireOffer, { number: 2 });
    expect(await line(actors.vik)).toMatchObject({ currency: null });
  });
});
