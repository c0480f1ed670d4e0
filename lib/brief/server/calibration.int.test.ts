import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseEvidence } from "@/lib/acceptance/server/mutations/evidence";
import type { Actor } from "@/lib/access/actor";
import { sha256Hex } from "@/lib/digest/sha256";
import type { Estimate } from "@/lib/memory/answer";
import { calibrated } from "@/lib/memory/calibrate";
import { CHAT_BRIEF } from "@/lib/sample/briefs";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { bring, openReview, read, write, writeBrief } from "@/lib/testing/review";
import { makeWorkspace } from "@/lib/testing/workspace";
import { findRevision } from "./data";
import { saveDraft, submitRevision } from "./mutations";
import { attachCalibration, restoreCalibration, withdrawCalibration } from "./mutations/calibrate";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const logOf = (weights: string, cache: string) =>
  [
    "INFO 11-30 10:00:00 [api_server.py:1] vLLM API server version 0.19.0",
    `INFO 11-30 10:00:20 [gpu_model_runner.py:1] Model loading took ${weights} GiB and 9.1 seconds`,
    `INFO 11-30 10:00:40 [gpu_worker.py:1] Available KV cache memory: ${cache} GiB`,
    "INFO 11-30 10:00:41 [kv_cache_utils.py:1] GPU KV cache size: 400,000 tokens",
    "INFO 11-30 10:01:10 [api_server.py:2] Application startup complete.",
  ].join("\n");
const LOG = logOf("15.20", "49.00");

const revisionOf = async (actor: Actor, number: number, revision = 1) => {
  const found = await read(actor, (tx) => findRevision(tx, number, revision));
  if (found === null) throw new Error("no such revision");
  return found;
};

describe("a measurement of a saved brief", () => {
  it("stands beside the frozen revision, with who, when, digest and factors, and narrows the range", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const number = await writeBrief(actors.ana);
    const before = await revisionOf(actors.ana, number);
    expect(before.calibration).toBeNull();
    await write(actors.ana, attachCalibration, { number, revision: 1, from: { kind: "log", text: LOG } });
    const after = await revisionOf(actors.ana, number);
    expect({ digest: after.digest, estimate: after.estimate }).toEqual({
      digest: before.digest,
      estimate: before.estimate,
    });
    expect(after.calibration).toMatchObject({
      revision: 1,
      source: "log",
      from: null,
      sha256: sha256Hex(new TextEncoder().encode(LOG)),
      author: "ana",
      measured: { weightsGib: 15.2, kvAvailableGib: 49 },
      applies: true,
    });
    const estimate = before.estimate as unknown as Estimate;
    const refit = calibrated(estimate, after.calibration!.factors);
    expect(refit.perGpu?.weightsGib).toBeCloseTo(15.2, 6);
    expect(refit.kv?.poolGib.expected).toBeCloseTo(49, 6);
    const width = (answer: Estimate) => (answer.kv?.poolGib.high ?? 0) - (answer.kv?.poolGib.low ?? 0);
    expect(width(refit)).toBeLessThan(width(estimate));
    const events = await read(actors.ana, (tx) => tx.auditEvent.findMany({ where: { action: "brief.calibrate" } }));
    expect(events).toHaveLength(1);
  });

  it("comes from a review's evidence, of this brief alone, and the next one stands in its place", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { brief, review } = await openReview({ brief: actors.ana });
    const { id, sha256 } = await bring(actors.ana, review, LOG, { fileName: "start.log" });
    await bring(actors.ana, review, "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n", { fileName: "gpus.txt" });
    expect((await revisionOf(actors.ana, brief)).measuring).toEqual([
      { id, fileName: "start.log", review: `REV-${review}` },
    ]);
    await write(actors.ana, attachCalibration, { number: brief, revision: 1, from: { kind: "evidence", id } });
    expect((await revisionOf(actors.ana, brief)).calibration).toMatchObject({
      source: "evidence",
      from: { fileName: "start.log", review: `REV-${review}` },
      sha256,
    });
    const other = await writeBrief(actors.ana);
    const foreign = { number: other, revision: 1, from: { kind: "evidence", id } } as const;
    await expect(write(actors.ana, attachCalibration, foreign)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const later = new Date("2026-12-01T12:00:00Z");
    const next = { number: brief, revision: 1, from: { kind: "log", text: logOf("15.10", "50.00") } } as const;
    await write(actors.ana, attachCalibration, next, later);
    expect((await revisionOf(actors.ana, brief)).calibration).toMatchObject({ measured: { weightsGib: 15.1 } });
    await write(actors.ana, withdrawCalibration, { number: brief, revision: 1 }, new Date(later.getTime() + 1));
    expect((await revisionOf(actors.ana, brief)).calibration).toBeNull();
  });

  it("is attached again as it was after it was taken back; not over another one, and not from erased evidence", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const { brief, review } = await openReview({ brief: actors.ana });
    const at = { number: brief, revision: 1 };
    const then = (n: number) => new Date(Date.parse("2026-11-30T12:00:00Z") + n * 1000);
    const { id } = await bring(actors.ana, review, LOG, { fileName: "start.log" });
    await write(actors.ana, attachCalibration, { ...at, from: { kind: "evidence", id } }, then(1));
    const { at: _, ...before } = (await revisionOf(actors.ana, brief)).calibration ?? { at: "" };
    expect(await revisionOf(actors.ana, brief)).toMatchObject({ withdrawn: false });
    await expect(write(actors.ana, restoreCalibration, at, then(2))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await write(actors.ana, withdrawCalibration, at, then(3));
    expect(await revisionOf(actors.ana, brief)).toMatchObject({ calibration: null, withdrawn: true });
    await write(actors.ana, restoreCalibration, at, then(4));
    const back = await revisionOf(actors.ana, brief);
    expect(back).toMatchObject({ calibration: before, withdrawn: false });
    await write(actors.ana, withdrawCalibration, at, then(5));
    await write(actors.ana, attachCalibration, { ...at, from: { kind: "log", text: LOG } }, then(6));
    await expect(write(actors.ana, restoreCalibration, at, then(7))).rejects.toMatchObject({
      code: "UNDO_CHANGED",
      detail: { data: { why: "restated" } },
    });
    await write(actors.ana, attachCalibration, { ...at, from: { kind: "evidence", id } }, then(8));
    await write(actors.ana, withdrawCalibration, at, then(9));
    await write(actors.ana, eraseEvidence, { number: review, evidence: id, reason: "A name in it" }, then(10));
    await expect(write(actors.ana, restoreCalibration, at, then(11))).rejects.toMatchObject({
      detail: { data: { why: "erased" } },
    });
  });

  it("holds for the same model on the same engine, whatever else a later revision changes", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const number = await writeBrief(actors.ana);
    await write(actors.ana, attachCalibration, { number, revision: 1, from: { kind: "log", text: LOG } });
    const revise = async (memoryShape: object) => {
      const content = { ...CHAT_BRIEF, memoryShape: { ...CHAT_BRIEF.memoryShape, ...memoryShape } };
      const draft = await write(actors.ana, saveDraft, { number, version: 0, content });
      const { revision } = await write(actors.ana, submitRevision, { number, version: draft.version });
      return (await revisionOf(actors.ana, number, revision)).calibration;
    };
    expect(await revise({ concurrency: 24 })).toMatchObject({ revision: 1, applies: true });
    expect(await revise({ engineVersion: "0.24.0" })).toBeNull();
    expect(await revise({ weightFormat: "fp8" })).toBeNull();
    expect(await revise({ concurrency: 12 })).toMatchObject({ revision: 1 });
  });

  it("is refused where it holds no figure of such a run, or those of another model", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const number = await writeBrief(actors.ana);
    const refused = [
      { kind: "log", text: "hello" },
      { kind: "log", text: logOf("0.10", "60.00") },
      { kind: "log", text: logOf("790.00", "1.00") },
      { kind: "peak", gib: 70 },
    ] as const;
    for (const from of refused) {
      await expect(write(actors.ana, attachCalibration, { number, revision: 1, from })).rejects.toMatchObject({
        code: "NO_MEMORY_FIGURES",
      });
    }
    const missing = { number, revision: 2, from: { kind: "log", text: LOG } } as const;
    await expect(write(actors.ana, attachCalibration, missing)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await revisionOf(actors.ana, number)).calibration).toBeNull();
  });

  it("makes whoever attaches it a contributor, and is never seen from another workspace", async () => {
    const { actors } = await makeWorkspace(db.superUrl, { ana: ["author"], eva: ["author", "approver"] });
    const { brief, review } = await openReview({ brief: actors.ana });
    const contributors = () =>
      read(actors.ana, (tx) => tx.contributor.findMany({ select: { personId: true, how: true } }));
    expect((await contributors()).map((c) => c.personId)).not.toContain(actors.eva.personId);
    await write(actors.eva, attachCalibration, { number: brief, revision: 1, from: { kind: "log", text: LOG } });
    expect(await contributors()).toContainEqual({ personId: actors.eva.personId, how: "brief_calibration" });
    const { actors: others } = await makeWorkspace(db.superUrl, { ola: ["author"] });
    expect(await read(others.ola, (tx) => tx.briefCalibration.count())).toBe(0);
    const change = read(actors.ana, (tx) => tx.briefCalibration.updateMany({ data: { sha256: "0".repeat(64) } }));
    await expect(change).rejects.toThrow();
    expect(review).toBeGreaterThan(0);
  });
});
