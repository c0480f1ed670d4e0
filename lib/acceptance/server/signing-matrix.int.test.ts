import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { may, ROLES, type Role } from "@/lib/access/roles";
import { saveDraft } from "@/lib/brief/server/mutations";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, openReview, read, write } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findReview } from "./data";
import { signReview } from "./mutations/decide";
import { delegateSigning } from "./mutations/delegation";
import { submitReview } from "./mutations/submit";

/*
 * Four eyes, as a table: every role × every way of being a contributor × every door to a signature. The database is asked
 * by hand, through the application's own role and past every line of code.
 */

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

const NOW = new Date("2026-11-30T12:00:00Z");
const EVERY = [...ROLES, "all"] as const;
type Who = (typeof EVERY)[number];

/** One member for each role, one with all of them, an author, and an approver who also writes. */
async function people() {
  const roles = Object.fromEntries(EVERY.map((r) => [r, r === "all" ? [...ROLES] : [r]])) as Record<Who, Role[]>;
  const made = await makeWorkspace(db.superUrl, { ...roles, ana: ["author"], both: ["author", "approver"] });
  return made.actors;
}
type Team = Awaited<ReturnType<typeof people>>;
const members = (t: Team): [Who, Actor][] => EVERY.map((r) => [r, t[r]]);

const look = async (actor: Actor, number: number) => {
  const found = await read(actor, (tx) => findReview(tx, actor, number, NOW));
  if (!found) throw new Error("no review");
  return found;
};
const given = (number: number, digest: string) => ({
  number,
  digest,
  decision: "extend" as const,
  conditions: "Load within a week",
  lookAgainOn: null,
  confirmation: `REV-${number}`,
});
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => "signed",
    (e: { code: string }) => e.code,
  );

async function byHand(actor: Actor, reviewId: string): Promise<string> {
  await app.query("BEGIN");
  try {
    await app.query("SELECT set_config('app.workspace_id', $1, true)", [actor.workspaceId]);
    await app.query(
      "INSERT INTO signature (workspace_id, id, review_id, person_id, decision, digest, snapshot, at) VALUES ($1,$2,$3,$4,'extend','x','{}',$5)",
      [actor.workspaceId, randomUUID(), reviewId, actor.personId, NOW],
    );
    return "signed";
  } catch (err) {
    return /^[A-Z_]+/.exec((err as Error).message)?.[0] ?? (err as Error).message;
  } finally {
    await app.query("ROLLBACK");
  }
}

/** How each of them came to contribute; every member does it to one and the same review. */
const CONTRIBUTIONS: Record<string, (t: Team) => Promise<{ review: number }>> = {
  author: async (t) => {
    const made = await openReview({ brief: t.ana });
    for (const [, actor] of members(t)) {
      await read(actor, async (tx) => {
        const last = await tx.briefRevision.findFirstOrThrow({ orderBy: { number: "desc" } });
        const { briefId, workspaceId, content, digest, number } = last;
        const same = { workspaceId, briefId, content: content ?? {}, digest };
        await tx.briefRevision.create({
          data: { ...same, id: randomUUID(), number: number + 1, authorId: actor.personId },
        });
      });
    }
    return made;
  },
  editor: async (t) => {
    const made = await openReview({ brief: t.ana });
    let version = 0;
    for (const [who, actor] of members(t)) {
      const saved = await write(actor, saveDraft, { number: made.brief, version, content: { title: who } });
      version = saved.version;
    }
    return made;
  },
  uploader: async (t) => {
    const made = await openReview({ brief: t.ana });
    for (const [who, actor] of members(t))
      await bring(actor, made.review, `A note by ${who}`, { fileName: `${who}.txt` });
    return made;
  },
  delegate: async (t) => {
    const made = await openReview({ brief: t.both });
    for (const [, actor] of members(t)) {
      const limits = { from: "2026-11-30", until: "2026-12-31", amount: "1000000", briefs: null };
      await write(t.both, delegateSigning, { to: actor.personId, ...limits });
    }
    return made;
  },
};

describe("every role, every contribution, every door", () => {
  for (const [how, contribute] of Object.entries(CONTRIBUTIONS)) {
    it(`${how}: nobody signs, in the page, the action, REST or the database`, async () => {
      const team = await people();
      const { review: number } = await contribute(team);
      // A plan on an old brief cannot be handed over at all; whoever wrote the newer one is refused before that is asked.
      if (how !== "author") await write(how === "delegate" ? team.both : team.ana, submitReview, { number });
      const id = await read(team.ana, async (tx) => (await tx.review.findFirstOrThrow({ where: { number } })).id);
      const contributes = how === "delegate" ? "ACTS_FOR_CONTRIBUTOR" : "SELF_SIGN";
      for (const [who, actor] of members(team)) {
        const review = await look(actor, number);
        const mine = given(number, review.digest);
        const approver = actor.roles.includes("approver");
        // Through the delegation too: it is a way past the role, and the contributor stands in it.
        const refused = approver || how === "delegate" ? contributes : "NOT_APPROVER";
        expect(review.signRefusal, `${who}: page`).toBe(refused);
        expect(review.signAs, `${who}: page`).toEqual({ own: false, mandates: [] });
        expect(may(actor.roles, "review.sign"), `${who}: the gate leaves it to the room`).toBe(true);
        expect(await codeOf(write(actor, signReview, mine, NOW)), `${who}: action`).toBe(
          approver ? contributes : "NOT_APPROVER",
        );
        const token: Actor = { ...actor, via: "token" };
        expect(await codeOf(write(token, signReview, mine, NOW)), `${who}: REST`).toBe("FORBIDDEN");
        expect(await byHand(actor, id), `${who}: database`).toBe(contributes);
      }
      expect(await read(team.ana, (tx) => tx.signature.count())).toBe(0);
    });
  }

  it("and who did none of it signs by the role alone, but never by token", async () => {
    const team = await people();
    const { review: number } = await openReview({ brief: team.ana });
    await write(team.ana, submitReview, { number });
    // Those who may come last: the first signature closes the review.
    const order = members(team).sort(([, a], [, b]) => a.roles.indexOf("approver") - b.roles.indexOf("approver"));
    const answers: string[] = [];
    for (const [who, actor] of order) {
      const review = await look(actor, number);
      const mine = given(number, review.digest);
      expect(await codeOf(write({ ...actor, via: "token" }, signReview, mine, NOW)), who).toBe("FORBIDDEN");
      const can = actor.roles.includes("approver") && review.status === "submitted";
      expect(review.signRefusal === null, who).toBe(can);
      answers.push(await codeOf(write(actor, signReview, mine, NOW)));
    }
    expect(answers).toEqual([...Array(4).fill("NOT_APPROVER"), "signed", "REVIEW_NOT_SUBMITTED"]);
  });

  it("and no address of the REST interface leads to a decision", () => {
    const api = path.join(import.meta.dirname, "../../../app/api");
    const routes = readdirSync(api, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith("route.ts"));
    expect(routes.length).toBeGreaterThan(8);
    const deciding = routes.filter((f) =>
      /mutations\/(decide|delegation)/.test(readFileSync(path.join(api, f), "utf8")),
    );
    expect(deciding).toEqual([]);
  });
});
