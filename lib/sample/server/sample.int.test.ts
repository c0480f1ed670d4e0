import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boundChanges, type ReviewRecord } from "@/lib/acceptance/record";
import { readReview } from "@/lib/acceptance/server/data/stored";
import type { WorkspaceId } from "@/lib/access/actor";
import { withWorkspace } from "@/lib/db/doors";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { fillSample } from "./fill";

let db: TestDatabase;
const workspaceId = randomUUID() as WorkspaceId;
beforeAll(async () => {
  db = await openTestDatabase();
  const root = new pg.Client(db.superUrl);
  await root.connect();
  await root.query("INSERT INTO workspace (id, name, is_sample) VALUES ($1, 'Sample', true)", [workspaceId]);
  await root.end();
  await fillSample(workspaceId, new Date("2026-11-30T12:00:00Z"));
});
afterAll(() => db.drop());

describe("the sample workspace", () => {
  it("walks the whole road: three briefs, one signed, one waiting, one sent back", async () => {
    await withWorkspace(workspaceId, async (tx) => {
      expect(await tx.briefRevision.count()).toBe(3);
      const events = await tx.reviewEvent.findMany({ orderBy: [{ reviewId: "asc" }, { seq: "desc" }] });
      const last = new Map(events.toReversed().map((e) => [e.reviewId, e.kind]));
      expect([...last.values()].sort()).toEqual(["sent-back", "signed", "submitted"]);
      expect(await tx.signature.count({ where: { void: { is: null } } })).toBe(1);
    });
  });
  it("has no failed area, no trial past its end, and a signature that covers what stands", async () => {
    const now = new Date("2026-11-30T12:00:00Z");
    await withWorkspace(workspaceId, async (tx) => {
      const signed = await tx.signature.findFirstOrThrow({ include: { review: true } });
      for (const { number } of await tx.review.findMany()) {
        const review = await readReview(tx, number, now);
        expect(review?.judged.areas.filter((a) => a.state === "failed").map((a) => a.area)).toEqual([]);
        const cost = review?.judged.checks.find((c) => c.check === "cost-control");
        expect(cost?.criteria.find((c) => c.id === "trial-end")?.state).toBe("passed");
        if (number !== signed.review.number || !review) continue;
        expect(boundChanges(signed.snapshot as unknown as ReviewRecord, review.record)).toEqual([]);
      }
    });
  });
  it("bills three months, and what no rental explains stays visible", async () => {
    await withWorkspace(workspaceId, async (tx) => {
      const months = await tx.$queryRaw<{ month: Date; n: number; unallocated: number; total: string }[]>`
        SELECT month, count(*)::int AS n, count(*) FILTER (WHERE brief_id IS NULL AND component = 'accelerator')::int AS unallocated,
               sum(effective)::text AS total FROM ledger_entry GROUP BY month ORDER BY month`;
      expect(months.map((m) => m.month.toISOString().slice(0, 7))).toEqual(["2026-08", "2026-09", "2026-10"]);
      for (const m of months) expect(m.unallocated).toBe(1);
    });
  });
  it("leaves one audit event for each write, each by one of its own people", async () => {
    await withWorkspace(workspaceId, async (tx) => {
      const events = await tx.auditEvent.findMany();
      expect(events.length).toBeGreaterThan(40);
      const people = new Set((await tx.membership.findMany()).map((m) => m.personId));
      expect(events.filter((e) => !e.personId || !people.has(e.personId))).toEqual([]);
    });
  });
});
