import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, fixture, openReview, read, TRIAL, write } from "@/lib/testing/review";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { DATA_PROTECTION_STATEMENTS } from "../areas";
import { cardSchema } from "../schema";
import { findEvidence, findReview } from "./data";
import { recordAttempt, saveCard } from "./mutations/card";
import { addEvidence } from "./mutations/evidence";
import { submitReview } from "./mutations/submit";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

async function open() {
  const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], bob: ["author"] });
  const made = await openReview({ brief: actors.ana });
  const look = async () => {
    const found = await read(actors.ana, (tx) => findReview(tx, actors.ana, made.review));
    if (!found) throw new Error("no review");
    return found;
  };
  return { ...actors, ...made, number: made.review, look };
}

describe("evidence", () => {
  it("is kept to the byte with its hash, reading and uploader", async () => {
    const s = await open();
    const bytes = fixture("ok/smi-l-l40s-prompt.txt");
    const { id, reading, again } = await bring(s.ana, s.number, bytes);
    expect(again).toBe(false);
    expect(reading).toMatchObject({ format: "nvidia-smi-L", complete: true });
    const found = await read(s.ana, (tx) => findEvidence(tx, id));
    expect(Buffer.from(found?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true);
    expect(found?.view).toMatchObject({ by: "ana", size: bytes.length, gate: "smoke" });
  });

  it("refuses only the empty", async () => {
    const s = await open();
    for (const nothing of [new Uint8Array(), fixture("not-ok/empty.txt")])
      await expect(bring(s.ana, s.number, nothing)).rejects.toMatchObject({ code: "EVIDENCE_EMPTY" });
    expect((await s.look()).evidence).toEqual([]);
  });

  it("keeps what cannot be read, unread, and passes nothing with it", async () => {
    const s = await open();
    const before = (await s.look()).judged;
    const binary = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3]);
    await bring(s.ana, s.number, binary, { fileName: "core" });
    await bring(s.ana, s.number, fixture("not-ok/other-tool.txt"), { fileName: "other.txt" });
    await bring(s.ana, s.number, fixture("not-ok/smi-l-cut.txt"), { fileName: "cut.txt" });
    const long = `GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1f0c2d3e-0001-4000-8000-0000000000a1)\n${"x".repeat(399)}😀\n`;
    await bring(s.ana, s.number, long, { fileName: "an emoji\u0000 on the border" });
    const after = await s.look();
    const formats = Object.fromEntries(after.evidence.map((e) => [e.fileName, e.reading.format]));
    expect(formats).toEqual({
      core: null,
      "other.txt": null,
      "cut.txt": "nvidia-smi-L",
      "an emoji\ufffd on the border": "nvidia-smi-L",
    });
    expect(after.judged.notCounted.map((n) => n.because).sort()).toEqual(["incomplete", "unreadable", "unreadable"]);
    const passed = (j: typeof before) => j.areas.filter((a) => a.state === "passed").map((a) => a.area);
    expect(passed(after.judged)).toEqual(passed(before));
    expect(after.judged.verdict).not.toBe("passed");
  });

  it("keeps JSON with control characters that no database text can hold", async () => {
    const s = await open();
    const text = new TextDecoder()
      .decode(fixture("ok/vllm-bench-with-lists.json"))
      .replace(/"model_id": "[^"]*"/, '"model_id": "bad\\u0000\\ud83d name"');
    const { reading } = await bring(s.ana, s.number, text, { gate: "load" });
    expect(reading).toMatchObject({ format: "vllm-bench-json", facts: { model_id: "bad\ufffd\ufffd name" } });
  });

  it("comes once under one key, also in a race of ten, and another file under it is refused", async () => {
    const s = await open();
    const bytes = fixture("ok/smi-l-l40s-prompt.txt");
    const key = { idempotencyKey: "k-1" };
    const ten = await Promise.all(Array.from({ length: 10 }, () => bring(s.ana, s.number, bytes, key)));
    expect(new Set(ten.map((r) => r.id)).size).toBe(1);
    expect(ten.filter((r) => !r.again)).toHaveLength(1);
    expect((await s.look()).evidence).toHaveLength(1);
    await expect(bring(s.ana, s.number, "GPU 1: other", key)).rejects.toMatchObject({ code: "IDEMPOTENCY_REUSED" });
  });

  it("of an earlier attempt comes again for the next one, under its key too, and once", async () => {
    const s = await open();
    const { id } = await bring(s.ana, s.number, "Processing agreement, scanned", { gate: null });
    const statements = Object.fromEntries(
      DATA_PROTECTION_STATEMENTS.map((k) => [k, { text: "Signed", evidenceIds: [id] }]),
    );
    await write(s.ana, saveCard, { number: s.number, version: 1, card: cardSchema.parse({ statements }) });
    const at = (minute: number) => new Date(Date.parse("2026-11-30T13:00:00Z") + minute * 60_000);
    const step = (version: number, outcome: "failed" | null, minute: number) =>
      write(s.ana, recordAttempt, { number: s.number, version, gate: "smoke", outcome, note: "no card" }, at(minute));
    const push = (minute: number) =>
      write(
        s.ana,
        addEvidence,
        {
          to: { review: s.number },
          gate: "smoke" as const,
          fileName: "nvidia-smi-L.txt",
          bytes: fixture("ok/smi-l-l40s-prompt.txt"),
          idempotencyKey: "collect-smoke-1",
        },
        at(minute),
      );
    await step(2, null, 0);
    const first = await push(1);
    expect((await push(2)).again).toBe(true);
    await step(3, "failed", 3);
    await step(4, null, 4);
    const second = await push(5);
    expect([second.again, second.id === first.id]).toEqual([false, false]);
    for (const minute of [6, 7]) expect(await push(minute)).toMatchObject({ again: true, id: second.id });
    const { judged } = await s.look();
    expect(judged.notCounted).toMatchObject([{ id }, { id: first.id, because: "earlier-attempt" }]);
  });

  it("from outside the trial is stored once, however often it is sent", async () => {
    const s = await open();
    const late = () =>
      write(
        s.ana,
        addEvidence,
        { to: { review: s.number }, gate: "smoke" as const, fileName: "l", bytes: fixture("ok/smi-l-l40s-prompt.txt") },
        new Date(Date.parse(TRIAL.endsAt) + 1),
      );
    expect([(await late()).again, (await late()).again]).toEqual([false, true]);
  });

  it("finds the newest review of a brief, and says where there is none", async () => {
    const s = await open();
    const bytes = fixture("ok/smi-l-l40s-prompt.txt");
    const { review } = await bring(s.ana, s.number, bytes, { to: { brief: s.brief } });
    expect(review).toBe(`REV-${s.number}`);
    await expect(bring(s.ana, s.number, bytes, { to: { brief: 99 } })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("outside the trial is kept and does not count", async () => {
    const s = await open();
    const given = {
      to: { review: s.number },
      gate: "smoke" as const,
      fileName: "late",
      bytes: fixture("ok/vllm-log-v1.txt"),
    };
    await write(s.ana, addEvidence, given, new Date(Date.parse(TRIAL.endsAt) + 1));
    expect((await s.look()).judged.notCounted).toMatchObject([{ because: "outside-window" }]);
  });

  it("is refused while the approver reads", async () => {
    const s = await open();
    await write(s.ana, submitReview, { number: s.number });
    await expect(bring(s.ana, s.number, "GPU 0: x")).rejects.toMatchObject({ code: "REVIEW_SUBMITTED" });
    const { card, cardVersion } = await s.look();
    const changed = { ...card, statements: { links: { text: "x", evidenceIds: [] } } };
    await expect(
      write(s.ana, saveCard, { number: s.number, version: cardVersion, card: changed }),
    ).rejects.toMatchObject({ code: "REVIEW_SUBMITTED" });
  });
});

describe("the card", () => {
  it("refuses a save over somebody else's, and hands back theirs", async () => {
    const s = await open();
    const save = (by: typeof s.ana, text: string) =>
      write(by, saveCard, {
        number: s.number,
        version: 1,
        card: cardSchema.parse({ statements: { links: { text } } }),
      });
    const both = await Promise.allSettled([save(s.ana, "a"), save(s.bob, "b")]);
    expect(both.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((r) => r.status === "rejected");
    const { card } = await s.look();
    expect(refused?.reason).toMatchObject({ code: "CONFLICT", detail: { data: { version: 2, card } } });
  });

  it("keeps a failed attempt, and starts the next at the server's time", async () => {
    const s = await open();
    const step = (version: number, outcome: "failed" | null, minute: number) =>
      write(
        s.ana,
        recordAttempt,
        { number: s.number, version, gate: "smoke", outcome, note: "no card" },
        new Date(Date.parse("2026-11-30T13:00:00Z") + minute * 60_000),
      );
    // Personal data: the first gate opens when agreement, residency and encryption are answered.
    await expect(step(1, null, 0)).rejects.toMatchObject({ code: "CONFLICT" });
    const { id } = await bring(s.ana, s.number, "Processing agreement, scanned", { gate: null });
    const answered = Object.fromEntries(
      DATA_PROTECTION_STATEMENTS.map((k) => [k, { text: "Signed", evidenceIds: [id] }]),
    );
    const card1 = cardSchema.parse({ statements: answered });
    await write(s.ana, saveCard, { number: s.number, version: 1, card: card1 });
    await step(2, null, 0);
    await expect(step(3, null, 1)).rejects.toMatchObject({ code: "CONFLICT" });
    await step(3, "failed", 5);
    await step(4, null, 9);
    const early = { number: s.number, version: 5, gate: "functional" as const, outcome: null, note: "" };
    await expect(write(s.ana, recordAttempt, early)).rejects.toMatchObject({ code: "CONFLICT" });
    const { card, judged } = await s.look();
    expect(card.gates.smoke.map((a) => [a.startedAt.slice(11, 16), a.outcome])).toEqual([
      ["13:00", "failed"],
      ["13:09", null],
    ]);
    expect(judged.gates.map((g) => g.state)).toEqual(["open", "closed", "closed", "closed", "closed"]);
    const rewritten = { ...card, gates: { ...card.gates, smoke: card.gates.smoke.slice(1) } };
    await expect(
      write(s.ana, saveCard, { number: s.number, version: 5, card: rewritten }, ctxOf(s.ana).now),
    ).rejects.toMatchObject({ code: "INVALID" });
  });
});
