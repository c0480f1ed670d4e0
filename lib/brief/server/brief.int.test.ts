import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import { withWorkspace } from "@/lib/db/doors";
import { parseInput } from "@/lib/gate/input";
import { runAndNote } from "@/lib/gate/run";
import { CHAT_BRIEF } from "@/lib/sample/briefs";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { revisionDigest } from "../revision";
import { findBrief, findDraft, findRevision } from "./data";
import { createBrief, saveDraft, saveDraftInput, startFromExample, submitRevision } from "./mutations";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const write = <I, T>(actor: Actor, run: Parameters<typeof runAndNote<I, T>>[2], input: I, now?: Date) =>
  withWorkspace(actor.workspaceId, (tx) => runAndNote(tx, ctxOf(actor, now), run, input));
const read = <T>(actor: Actor, run: Parameters<typeof withWorkspace<T>>[1]) => withWorkspace(actor.workspaceId, run);

async function drafted(actor: Actor, content = CHAT_BRIEF) {
  const { number } = await write(actor, createBrief, { title: "B", kind: null });
  const { version } = await write(actor, saveDraft, { number, version: 1, content });
  return { number, version };
}

describe("a brief's draft", () => {
  it("keeps every character, also what could not be read", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const content = { title: "Żółw", unparsed: { "outcome.acceptableWaitMs": "so–on" } };
    const { number } = await drafted(actors.ana, content);
    const draft = await read(actors.ana, (tx) => findDraft(tx, number));
    expect(draft?.content).toEqual(content);
    expect(draft?.title).toBe("Żółw");
  });

  it("refuses a save over somebody else's, and hands back theirs", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], bob: ["author"] });
    const { number } = await write(actors.ana, createBrief, { title: "B", kind: null });
    const saves = await Promise.allSettled(
      [actors.ana, actors.bob].map((a, i) => write(a, saveDraft, { number, version: 1, content: { title: `t${i}` } })),
    );
    expect(saves.map((s) => s.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = saves.find((s) => s.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "DRAFT_CHANGED",
      detail: { data: { version: 2, content: { title: expect.stringMatching(/^t\d$/) } } },
    });
  });

  it("leaves one audit event per sitting, however often it saves itself", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { number } = await write(actors.ana, createBrief, { title: "B", kind: null });
    const start = Date.parse("2026-11-30T10:00:00Z");
    for (let i = 0; i < 5; i++)
      await write(
        actors.ana,
        saveDraft,
        { number, version: 1 + i, content: { title: "B" } },
        new Date(start + i * 60_000),
      );
    const events = await read(actors.ana, (tx) => tx.auditEvent.findMany({ where: { action: "brief.draft" } }));
    expect(events).toHaveLength(1);
  });
});

describe("a brief's revision", () => {
  it("is refused while answers are missing, and the draft stays", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { number, version } = await drafted(actors.ana, {
      title: "We need an H100",
      memoryShape: { acceleratorId: "h100-sxm" },
    });
    await expect(write(actors.ana, submitRevision, { number, version })).rejects.toMatchObject({
      code: "BRIEF_INCOMPLETE",
      detail: { data: { missing: expect.arrayContaining([expect.objectContaining({ reason: "only-a-card" })]) } },
    });
    expect((await read(actors.ana, (tx) => findDraft(tx, number)))?.version).toBe(version);
  });

  it("is numbered, digested, stored with estimate and advice, and never changed", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { number, version } = await drafted(actors.ana);
    expect(await write(actors.ana, submitRevision, { number, version })).toEqual({ revision: 1 });
    const revision = await read(actors.ana, (tx) => findRevision(tx, number, 1));
    expect(revision?.digest).toBe(revisionDigest(revision!.content));
    expect(revision?.estimate).toMatchObject({ verdict: "fits" });
    expect(revision?.advice).toMatchObject({ boundary: "dedicated-node" });
    await expect(
      read(actors.ana, (tx) => tx.briefRevision.updateMany({ data: { digest: "x" } })),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("makes a second one only when something changed, and notes who edited", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], bob: ["author"] });
    const { number, version } = await drafted(actors.ana);
    await write(actors.ana, submitRevision, { number, version });
    const same = await write(actors.bob, saveDraft, { number, version: 0, content: CHAT_BRIEF });
    expect(await write(actors.bob, submitRevision, { number, version: same.version })).toEqual({ revision: 1 });
    const changed = await write(actors.bob, saveDraft, {
      number,
      version: 0,
      content: { ...CHAT_BRIEF, title: "Support chat, larger" },
    });
    expect(await write(actors.bob, submitRevision, { number, version: changed.version })).toEqual({ revision: 2 });
    const brief = await read(actors.ana, (tx) => findBrief(tx, number));
    expect(brief?.revisions.map((r) => [r.number, r.author])).toEqual([
      [2, "bob"],
      [1, "ana"],
    ]);
    const editors = await read(actors.ana, (tx) => tx.briefEditor.findMany());
    expect(editors.map((e) => e.personId).sort()).toEqual([actors.ana.personId, actors.bob.personId].sort());
  });

  it("of another workspace is not there", async () => {
    const a = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const b = await makeWorkspace(db.superUrl, { bea: ["author"] });
    const { number } = await drafted(a.actors.ana);
    expect(await read(b.actors.bea, (tx) => findBrief(tx, number))).toBeNull();
    await expect(write(b.actors.bea, saveDraft, { number, version: 2, content: {} })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("characters that no database text can hold", () => {
  it("become the replacement character, and the rest is kept", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { number } = await write(actors.ana, createBrief, { title: "B", kind: null });
    const typed = parseInput(saveDraftInput, {
      number,
      version: 1,
      content: { title: "a\u0000b", summary: "half \ud83d pair" },
    });
    await write(actors.ana, saveDraft, typed);
    expect((await read(actors.ana, (tx) => findDraft(tx, number)))?.content).toEqual({
      title: "a\ufffdb",
      summary: "half \ufffd pair",
    });
  });
});

describe("a draft that starts as an example", () => {
  const words = { title: "Chat", summary: "Answers questions", "outcome.acceptedOutputRule": "In 800 ms" };

  it("is marked as the example's, and no revision until that was looked at", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { number } = await write(actors.ana, startFromExample, { example: "chat", title: "Ours", words });
    const draft = await read(actors.ana, (tx) => findDraft(tx, number));
    expect(draft?.title).toBe("Ours");
    expect(draft?.content.fromExample).toContain("summary");
    expect(draft?.content.fromExample).not.toContain("title");
    const content = { ...CHAT_BRIEF, fromExample: ["summary"] };
    const { version } = await write(actors.ana, saveDraft, { number, version: 1, content });
    await expect(write(actors.ana, submitRevision, { number, version })).rejects.toMatchObject({
      code: "BRIEF_INCOMPLETE",
      detail: { data: { missing: [{ path: "summary", reason: "from-example" }] } },
    });
  });

  it("says in its revision what the example wrote; the same answer typed anew makes no revision", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { number, version } = await drafted(actors.ana, { ...CHAT_BRIEF, keptFromExample: ["summary"] });
    expect(await write(actors.ana, submitRevision, { number, version })).toEqual({ revision: 1 });
    const frozen = await read(actors.ana, (tx) => findRevision(tx, number, 1));
    expect(frozen?.content.keptFromExample).toEqual(["summary"]);
    expect(frozen?.digest).toBe(frozen && revisionDigest(frozen.content));
    const again = await write(actors.ana, saveDraft, { number, version: 0, content: CHAT_BRIEF });
    expect(await write(actors.ana, submitRevision, { number, version: again.version })).toEqual({ revision: 1 });
    const other = await write(actors.ana, saveDraft, { number, version: 0, content: { ...CHAT_BRIEF, owner: "Bo" } });
    expect(await write(actors.ana, submitRevision, { number, version: other.version })).toEqual({ revision: 2 });
  });
});
