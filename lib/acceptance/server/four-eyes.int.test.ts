import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { createBrief, saveDraft } from "@/lib/brief/server/mutations";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, changePlan, fixture, openReview, read, write, writeBrief } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findReview } from "./data";
import { saveCard } from "./mutations/card";
import { sendBack, signReview } from "./mutations/decide";
import { submitReview, withdrawReview } from "./mutations/submit";

let db: TestDatabase;
let app: pg.Client;
beforeAll(async () => {
  db = await openTestDatabase();
  app = new pg.Client(db.appUrl);
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await db.drop();
});

const LIST = fixture("ok/smi-l-l40s-prompt.txt");
const people = () =>
  makeWorkspace(db.superUrl, {
    ana: ["author"],
    both: ["author", "approver", "admin"],
    olga: ["approver"],
    vik: ["viewer", "admin", "finance"],
  });

const look = async (actor: Actor, number: number) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number));
  if (!found) throw new Error("no review");
  return found;
};

async function sign(actor: Actor, number: number, digest?: string) {
  const current = digest ?? (await look(actor, number)).digest;
  const given = { decision: "extend" as const, conditions: "Load within a week", lookAgainOn: "2026-12-20" };
  return write(actor, signReview, { number, digest: current, ...given, confirmation: `REV-${number}` });
}

/** The same by hand: a row in `signature` through the application's own role, past every line of code. */
async function signByHand(actor: Actor, reviewId: string): Promise<unknown> {
  await app.query("BEGIN");
  try {
    await app.query("SELECT set_config('app.workspace_id', $1, true)", [actor.workspaceId]);
    await app.query(
      "INSERT INTO signature (workspace_id, id, review_id, person_id, decision, digest, snapshot) VALUES ($1,$2,$3,$4,'extend','x','{}')",
      [actor.workspaceId, randomUUID(), reviewId, actor.personId],
    );
    return "inserted";
  } catch (err) {
    return /^[A-Z_]+/.exec((err as Error).message)?.[0];
  } finally {
    await app.query("ROLLBACK");
  }
}

const idOf = (actor: Actor, number: number) =>
  read(actor, async (tx) => (await tx.review.findFirstOrThrow({ where: { number } })).id);

type Team = Awaited<ReturnType<typeof people>>["actors"];
const CONTRIBUTIONS: Record<string, (t: Team) => Promise<number>> = {
  "wrote the brief": async (t) => (await openReview({ brief: t.both, plan: t.ana })).review,
  "edited a draft that was never submitted": async (t) => {
    const { review, brief } = await openReview({ brief: t.ana });
    await write(t.both, saveDraft, { number: brief, version: 0, content: { title: "Half a thought" } });
    return review;
  },
  "edited the draft before there was a review": async (t) => {
    const { number } = await write(t.both, createBrief, { title: "B", kind: null });
    expect(number).toBe(1);
    const brief = await write(t.ana, createBrief, { title: "C", kind: null });
    await write(t.both, saveDraft, { number: brief.number, version: 1, content: { title: "C" } });
    const { plan, review } = await openReview({ brief: t.ana });
    expect(plan).toBe(1);
    await write(t.both, saveDraft, { number: 3, version: 0, content: { title: "C" } });
    return review;
  },
  "wrote the plan": async (t) => (await openReview({ brief: t.ana, plan: t.both })).review,
  "revised the plan": async (t) => {
    const { plan, review } = await openReview({ brief: t.ana });
    await changePlan(t.both, plan, 1);
    return review;
  },
  "uploaded evidence": async (t) => {
    const { review } = await openReview({ brief: t.ana });
    await bring(t.both, review, LIST);
    return review;
  },
  "edited the card": async (t) => {
    const { review } = await openReview({ brief: t.ana });
    const { card, cardVersion } = await look(t.both, review);
    const statements = { "health-check": { text: "fine", evidenceIds: [] } };
    await write(t.both, saveCard, { number: review, version: cardVersion, card: { ...card, statements } });
    return review;
  },
  "submitted and withdrew it": async (t) => {
    const { review } = await openReview({ brief: t.ana });
    await write(t.both, submitReview, { number: review });
    await write(t.both, withdrawReview, { number: review });
    return review;
  },
};

describe("whoever contributed cannot sign, also with the approver role", () => {
  for (const [what, contribute] of Object.entries(CONTRIBUTIONS)) {
    it(what, async () => {
      const { actors } = await people();
      const number = await contribute(actors);
      await write(actors.ana, submitReview, { number });
      const id = await idOf(actors.both, number);
      await expect(sign(actors.both, number)).rejects.toMatchObject({ code: "SELF_SIGN" });
      expect(await signByHand(actors.both, id)).toBe("SELF_SIGN");
      expect((await look(actors.both, number)).signRefusal).toBe("SELF_SIGN");
      await expect(write(actors.both, sendBack, { number, reason: "no", areas: [] })).rejects.toMatchObject({
        code: "SELF_SIGN",
      });
      expect(await signByHand(actors.vik, id)).toBe("NOT_APPROVER");
      expect(await signByHand(actors.olga, id)).toBe("inserted");
      await sign(actors.olga, number);
      expect((await look(actors.ana, number)).status).toBe("signed");
    });
  }
});

describe("the database itself knows who contributed, whichever code writes", () => {
  const contributions = (actor: Actor, reviewId: string) =>
    read(actor, (tx) => tx.contributor.findMany({ where: { reviewId, personId: actor.personId } }));

  it("a revision of a draft that somebody else wrote", async () => {
    const { actors } = await people();
    const { review } = await openReview({ brief: actors.ana });
    const { both, ana } = actors;
    await read(both, async (tx) => {
      const { id: _, number, createdAt: __, authorId: ___, ...same } = await tx.briefRevision.findFirstOrThrow();
      const { briefId, workspaceId, content, digest } = same;
      const made = { workspaceId, briefId, content: content ?? {}, digest, authorId: both.personId };
      await tx.briefRevision.create({ data: { ...made, id: randomUUID(), number: number + 1 } });
    });
    const id = await idOf(ana, review);
    expect((await contributions(both, id)).map((c) => c.how)).toEqual(["brief_revision"]);
  });

  it("an upload", async () => {
    const { actors } = await people();
    const { review } = await openReview({ brief: actors.ana });
    const { both } = actors;
    const reviewId = await idOf(both, review);
    const file = { fileName: "x", size: 1, sha256: "x", reading: {}, bytes: new Uint8Array(1) };
    await read(both, (tx) =>
      tx.evidence.create({
        data: { ...file, workspaceId: both.workspaceId, id: randomUUID(), reviewId, uploadedBy: both.personId },
      }),
    );
    expect((await contributions(both, reviewId)).map((c) => c.how)).toEqual(["evidence"]);
  });

  it("and lets nobody contribute to what stands signed by them", async () => {
    const { actors } = await people();
    const { review: number } = await openReview({ brief: actors.ana });
    const { olga, vik } = actors;
    await write(actors.ana, submitReview, { number });
    await sign(olga, number);
    const reviewId = await idOf(olga, number);
    const contribute = (by: Actor) =>
      read(by, (tx) =>
        tx.contributor.create({
          data: { workspaceId: by.workspaceId, reviewId, personId: by.personId, how: "by hand" },
        }),
      );
    await expect(contribute(olga)).rejects.toMatchObject({ code: "SIGNER_CONTRIBUTES" });
    await contribute(vik);
  });
  it("makes signature and contribution of one person wait for each other, whichever comes first", async () => {
    const signature = `INSERT INTO signature (workspace_id, id, review_id, person_id, decision, digest, snapshot)
      VALUES ($1, gen_random_uuid(), $2, $3, 'extend', 'x', '{}')`;
    const contribution =
      "INSERT INTO contributor (workspace_id, review_id, person_id, how) VALUES ($1, $2, $3, 'by hand')";
    const second = new pg.Client(db.appUrl);
    await second.connect();
    for (const [first, then, code] of [
      [signature, contribution, "SIGNER_CONTRIBUTES"],
      [contribution, signature, "SELF_SIGN"],
    ] as const) {
      const { actors } = await people();
      const { review: number } = await openReview({ brief: actors.ana });
      await write(actors.ana, submitReview, { number });
      const row = [actors.both.workspaceId, await idOf(actors.both, number), actors.both.personId];
      for (const client of [app, second]) {
        await client.query("BEGIN");
        await client.query("SELECT set_config('app.workspace_id', $1, true)", [row[0]]);
      }
      await app.query(first, row);
      const waiting = second.query(then, row).then(
        () => "inserted",
        (err: Error) => err.message,
      );
      await new Promise((r) => setTimeout(r, 200));
      await app.query("COMMIT");
      expect(await waiting).toContain(code);
      await second.query("ROLLBACK");
    }
    await second.end();
  });
});

describe("the decision", () => {
  it("is for approvers alone, whatever else they may do", async () => {
    const { actors } = await people();
    const { review: number } = await openReview({ brief: actors.ana });
    await write(actors.ana, submitReview, { number });
    await expect(sign(actors.vik, number)).rejects.toMatchObject({ code: "NOT_APPROVER" });
    await expect(sign(actors.ana, number)).rejects.toMatchObject({ code: "NOT_APPROVER" });
  });

  it("needs a submitted review, by code and by hand", async () => {
    const { actors } = await people();
    const { review: number } = await openReview({ brief: actors.ana });
    await expect(sign(actors.olga, number)).rejects.toMatchObject({ code: "REVIEW_NOT_SUBMITTED" });
    expect(await signByHand(actors.olga, await idOf(actors.olga, number))).toBe("REVIEW_NOT_SUBMITTED");
    await write(actors.ana, submitReview, { number });
    await write(actors.ana, withdrawReview, { number });
    await expect(sign(actors.olga, number)).rejects.toMatchObject({ code: "REVIEW_NOT_SUBMITTED" });
    await write(actors.ana, submitReview, { number });
    await sign(actors.olga, number);
    await expect(sign(actors.olga, number)).rejects.toMatchObject({ code: "REVIEW_NOT_SUBMITTED" });
  });

  it("goes to one of two approvers who press at once", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], olga: ["approver"], pia: ["approver"] });
    const { review: number } = await openReview({ brief: actors.ana });
    await write(actors.ana, submitReview, { number });
    const { digest } = await look(actors.olga, number);
    const both = await Promise.allSettled([sign(actors.olga, number, digest), sign(actors.pia, number, digest)]);
    expect(both.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await read(actors.ana, (tx) => tx.signature.count())).toBe(1);
  });

  it("and a contribution by the same person at once: one of the two is refused, every time", async () => {
    for (let i = 0; i < 6; i++) {
      const { actors, workspaceId } = await people();
      const { review: number } = await openReview({ brief: actors.ana });
      await write(actors.ana, submitReview, { number });
      const { digest } = await look(actors.both, number);
      const reviewId = await idOf(actors.both, number);
      const data = [{ workspaceId, reviewId, personId: actors.both.personId, how: "race" }];
      const race = await Promise.allSettled([
        sign(actors.both, number, digest),
        read(actors.both, (tx) => tx.contributor.createMany({ data, skipDuplicates: true })),
      ]);
      const refused = race.flatMap((r) => (r.status === "rejected" ? [(r.reason as { code: string }).code] : []));
      expect(refused).toHaveLength(1);
      expect(["SELF_SIGN", "SIGNER_CONTRIBUTES"]).toContain(refused[0]);
    }
  });

  it("and a new brief revision at once never leave a standing signature on the old one", async () => {
    for (let i = 0; i < 6; i++) {
      const { actors } = await people();
      const { review: number, brief } = await openReview({ brief: actors.ana });
      await write(actors.ana, submitReview, { number });
      const { digest } = await look(actors.olga, number);
      await Promise.allSettled([sign(actors.olga, number, digest), writeBrief(actors.ana, brief, `Race ${i}`)]);
      const after = await look(actors.ana, number);
      expect(after.brief.revision).toMatchObject({ number: 1, newest: 2 });
      expect(["submitted", "voided"]).toContain(after.status);
      const standing = await read(actors.ana, (tx) => tx.signature.count({ where: { void: { is: null } } }));
      expect(standing).toBe(0);
    }
  });

  it("signer cannot write in what stands signed by them", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], duo: ["approver", "author"] });
    const { review: number } = await openReview({ brief: actors.ana });
    await write(actors.ana, submitReview, { number });
    await sign(actors.duo, number);
    await expect(bring(actors.duo, number, LIST)).rejects.toMatchObject({ code: "SIGNER_CONTRIBUTES" });
    expect((await look(actors.ana, number)).status).toBe("signed");
  });
});
