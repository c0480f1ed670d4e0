import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, changePlan, fixture, openReview, read, write, writeBrief } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findReview, listReviews } from "./data";
import { saveCard } from "./mutations/card";
import { sendBack, signReview } from "./mutations/decide";
import { eraseEvidence } from "./mutations/evidence";
import { submitReview, withdrawReview } from "./mutations/submit";
import { sendBackInput, signInput } from "./review-input";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const LIST = fixture("ok/smi-l-l40s-prompt.txt");
const GIVEN = { decision: "extend" as const, conditions: "Load within a week", lookAgainOn: null };

const look = async (actor: Actor, number: number) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number));
  if (!found) throw new Error("no review");
  return found;
};
const sign = (by: Actor, number: number, digest: string, more: Partial<Parameters<typeof signReview>[2]> = {}) =>
  write(by, signReview, { number, digest, ...GIVEN, confirmation: `REV-${number}`, ...more });

async function submitted() {
  const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], olga: ["approver"] });
  const made = await openReview({ brief: actors.ana });
  const { id } = await bring(actors.ana, made.review, LIST);
  await write(actors.ana, submitReview, { number: made.review });
  return { ...actors, ...made, number: made.review, evidence: id };
}
async function signed() {
  const s = await submitted();
  await sign(s.olga, s.number, (await look(s.olga, s.number)).digest);
  return s;
}
const counts = (by: Actor) =>
  read(by, async (tx) => [await tx.signature.count(), await tx.reviewEvent.count(), await tx.auditEvent.count()]);

describe("what a signature binds", () => {
  it("is the record that was read, kept as it was, with a digest that holds", async () => {
    const s = await signed();
    const review = await look(s.ana, s.number);
    expect(review.status).toBe("signed");
    expect(review.signature).toMatchObject({ decision: "extend", by: "olga", holds: true, void: null });
    expect(review.signature?.record).toEqual(review.record);
    expect(review.signature?.record.verdict.overall).not.toBe("passed");
    expect(review.events.map((e) => e.kind)).toEqual(["submitted", "signed"]);
    const listed = await read(s.ana, (tx) => listReviews(tx, { state: "signed" }));
    expect(listed).toMatchObject([{ number: s.number, decision: "extend", evidence: 1 }]);
  });

  it("refuses a stale digest with what changed, and writes nothing", async () => {
    const s = await submitted();
    const { digest } = await look(s.olga, s.number);
    await changePlan(s.ana, s.plan, 1);
    const before = await counts(s.ana);
    await expect(sign(s.olga, s.number, digest)).rejects.toMatchObject({
      code: "REVIEW_CHANGED",
      detail: { data: { changes: expect.arrayContaining([expect.objectContaining({ code: "plan-revised" })]) } },
    });
    expect(await counts(s.ana)).toEqual(before);
    const again = await look(s.olga, s.number);
    expect(again.digest).not.toBe(digest);
    expect(again.sinceSubmitted?.map((c) => c.code)).toContain("plan-revised");
  });

  it("cannot be given while the brief is newer than its plan, nor submitted", async () => {
    const s = await submitted();
    await writeBrief(s.ana, s.brief, "Support chat, larger");
    const { digest } = await look(s.olga, s.number);
    const refused = {
      code: "REVIEW_CHANGED",
      detail: { data: { changes: [{ code: "brief-revised", params: { before: 1, after: 2 } }] } },
    };
    await expect(sign(s.olga, s.number, digest)).rejects.toMatchObject(refused);
    await write(s.ana, withdrawReview, { number: s.number });
    await expect(write(s.ana, submitReview, { number: s.number })).rejects.toMatchObject(refused);
    await changePlan(s.ana, s.plan, 1);
    await write(s.ana, submitReview, { number: s.number });
  });

  it("needs conditions where not all is shown, the typed reference, and a day that comes", async () => {
    const s = await submitted();
    const { digest } = await look(s.olga, s.number);
    const fields = (...paths: string[]) => ({
      code: "INVALID",
      detail: { fields: paths.map((path) => expect.objectContaining({ path })) },
    });
    await expect(sign(s.olga, s.number, digest, { conditions: "  " })).rejects.toMatchObject(fields("conditions"));
    await expect(sign(s.olga, s.number, digest, { confirmation: "REV-" })).rejects.toMatchObject(
      fields("confirmation"),
    );
    await expect(sign(s.olga, s.number, digest, { lookAgainOn: "2026-11-29" })).rejects.toMatchObject(
      fields("lookAgainOn"),
    );
    await sign(s.olga, s.number, digest, { decision: "stop", conditions: null, confirmation: ` rev-${s.number} ` });
    expect(signInput.safeParse({ number: 1, digest: "x", decision: "extend", confirmation: "" }).success).toBe(false);
  });
});

describe("a change after the signature ends it and says what changed", () => {
  it("evidence", async () => {
    const s = await signed();
    await bring(s.ana, s.number, fixture("ok/vllm-log-v1.txt"), { fileName: "serve.log" });
    const review = await look(s.ana, s.number);
    expect(review.status).toBe("voided");
    expect(review.signature?.void).toMatchObject({
      by: "ana",
      changes: [{ what: "evidence", detail: expect.stringContaining("serve.log, vllm-log") }],
    });
    expect(review.sinceBefore?.map((c) => c.code)).toContain("evidence-added");
  });

  it("erased evidence", async () => {
    const s = await signed();
    await write(s.ana, eraseEvidence, { number: s.number, evidence: s.evidence, reason: "names a customer" });
    await expect(
      write(s.ana, eraseEvidence, { number: s.number, evidence: s.evidence, reason: "again" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    const review = await look(s.ana, s.number);
    expect(review.status).toBe("voided");
    expect(review.evidence[0]).toMatchObject({ fileName: "", erased: { reason: "names a customer" } });
    expect(JSON.stringify(review.evidence[0]?.reading)).not.toContain("L40S");
    expect(review.evidence[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(review.sinceBefore?.map((c) => c.code)).toContain("evidence-removed");
    expect(review.record.evidence).toEqual([]);
  });

  it("the card", async () => {
    const s = await signed();
    const { card, cardVersion } = await look(s.ana, s.number);
    const statements = { "health-check": { text: "ran", evidenceIds: [s.evidence] } };
    await write(s.ana, saveCard, { number: s.number, version: cardVersion, card: { ...card, statements } });
    const review = await look(s.ana, s.number);
    expect(review.signature?.void?.changes).toEqual([{ what: "card", detail: "statements" }]);
  });

  it("a new brief revision, with the fields that differ", async () => {
    const s = await signed();
    await writeBrief(s.ana, s.brief, "Support chat, larger");
    const review = await look(s.ana, s.number);
    expect(review.status).toBe("voided");
    expect(review.signature?.void?.changes).toEqual([
      { what: "brief", detail: expect.stringContaining("r1 → r2: title") },
    ]);
  });

  it("a new plan revision", async () => {
    const s = await signed();
    await changePlan(s.ana, s.plan, 1);
    const review = await look(s.ana, s.number);
    expect(review.signature?.void?.changes).toMatchObject([{ what: "plan" }]);
    expect(review.sinceBefore?.map((c) => c.code)).toContain("plan-revised");
    await write(s.ana, submitReview, { number: s.number });
    await sign(s.olga, s.number, (await look(s.olga, s.number)).digest);
    expect((await look(s.ana, s.number)).status).toBe("signed");
  });

  it("and an unchanged card leaves it standing", async () => {
    const s = await signed();
    const { card, cardVersion } = await look(s.ana, s.number);
    await write(s.ana, saveCard, { number: s.number, version: cardVersion, card });
    expect((await look(s.ana, s.number)).status).toBe("signed");
  });
});

describe("sending back", () => {
  it("needs a reason, and keeps those of single areas", async () => {
    const s = await submitted();
    expect(sendBackInput.safeParse({ number: s.number, reason: "  " }).success).toBe(false);
    await expect(
      read(s.olga, (tx) =>
        tx.reviewEvent.create({
          data: {
            workspaceId: s.olga.workspaceId,
            id: crypto.randomUUID(),
            reviewId: s.evidence,
            seq: 9,
            kind: "sent-back",
            reason: " ",
            personId: s.olga.personId,
          },
        }),
      ),
    ).rejects.toThrow();
    const areas = [{ area: "recovery" as const, reason: "No drill" }];
    await write(s.olga, sendBack, { number: s.number, reason: "Not yet", areas });
    const review = await look(s.ana, s.number);
    expect(review.status).toBe("sent-back");
    expect(review.events.at(-1)).toMatchObject({ kind: "sent-back", reason: "Not yet", by: "olga", areas });
    await bring(s.ana, s.number, "What was missing");
    await write(s.ana, submitReview, { number: s.number });
    expect((await look(s.ana, s.number)).sinceBefore?.map((c) => c.code)).toContain("evidence-added");
  });
});

describe("history", () => {
  it("is append-only, and another workspace's review is not there", async () => {
    const s = await signed();
    for (const run of [
      (tx: Parameters<Parameters<typeof read>[1]>[0]) => tx.signature.updateMany({ data: { digest: "x" } }),
      (tx: Parameters<Parameters<typeof read>[1]>[0]) => tx.signature.deleteMany({}),
      (tx: Parameters<Parameters<typeof read>[1]>[0]) => tx.reviewEvent.updateMany({ data: { kind: "signed" } }),
      (tx: Parameters<Parameters<typeof read>[1]>[0]) => tx.reviewEvent.deleteMany({}),
      (tx: Parameters<Parameters<typeof read>[1]>[0]) => tx.contributor.deleteMany({}),
      (tx: Parameters<Parameters<typeof read>[1]>[0]) => tx.signatureVoid.deleteMany({}),
    ])
      await expect(read(s.ana, run)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const other = await makeWorkspace(db.superUrl, { bea: ["author", "approver"] });
    const { bea } = other.actors;
    expect(await read(bea, (tx) => findReview(tx, bea, s.number))).toBeNull();
    await expect(bring(bea, s.number, LIST)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(write(bea, submitReview, { number: s.number })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(sign(bea, s.number, "0".repeat(64))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(write(bea, sendBack, { number: s.number, reason: "x", areas: [] })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
