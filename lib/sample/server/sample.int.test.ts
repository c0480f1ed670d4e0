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
let root: pg.Client;
const workspaceId = randomUUID() as WorkspaceId;
beforeAll(async () => {
  db = await openTestDatabase();
  root = new pg.Client(db.superUrl);
  await root.connect();
  await root.query("INSERT INTO workspace (id, name, is_sample) VALUES ($1, 'Sample', true)", [workspaceId]);
  await fillSample(workspaceId, new Date("2026-11-30T12:00:00Z"));
});
afterAll(async () => {
  await root.end();
  await db.drop();
});

/** Tables in which the road leaves rows. */
async function filledTables(): Promise<string[]> {
  const { rows } = await root.query<{ t: string }>(
    `SELECT c.table_name::text AS t FROM information_schema.columns c JOIN information_schema.tables x USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' AND x.table_type = 'BASE TABLE' AND c.table_name !~ '_[0-9]{6}$'`,
  );
  const filled: string[] = [];
  for (const { t } of rows) if ((await root.query(`SELECT 1 FROM ${t} LIMIT 1`)).rowCount) filled.push(t);
  return filled;
}

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
  it("notes every kind of step, the decision among them", async () => {
    await withWorkspace(workspaceId, async (tx) => {
      const actions = await tx.auditEvent.groupBy({ by: ["action"], _count: true });
      const count = Object.fromEntries(actions.map((a) => [a.action, a._count]));
      expect(count["review.sign"]).toBe(await tx.signature.count());
      expect(count["brief.revise"]).toBe(await tx.briefRevision.count());
      expect(count["evidence.add"]).toBe(await tx.evidence.count());
      expect(count["bill.commit"]).toBe(await tx.billImport.count({ where: { committedAt: { not: null } } }));
      expect(count["offer.add"]).toBe(await tx.offer.count());
    });
  });
});

describe("behind walls that hold when code forgets", () => {
  it("another workspace sees no row of any table", async () => {
    const filled = await filledTables();
    expect(filled.length).toBeGreaterThan(17);
    const other = randomUUID();
    await withWorkspace(other, async (tx) => {
      for (const t of filled) {
        expect(await tx.$queryRawUnsafe(`SELECT count(*)::int AS n FROM ${t}`), t).toEqual([{ n: 0 }]);
      }
    });
  });
  it("nobody changes or deletes what is history, the database's owner included", async () => {
    const filled = await filledTables();
    const people = ["brief_editor", "contributor", "evidence", "review_event", "signature"];
    for (const t of [...people, "audit_event", "brief_revision", "plan_revision", "ledger_entry", "output_record"]) {
      expect(filled).toContain(t);
      await expect(root.query(`UPDATE ${t} SET workspace_id = workspace_id`), t).rejects.toThrow(/APPEND_ONLY/);
      await expect(root.query(`DELETE FROM ${t}`), t).rejects.toThrow(/APPEND_ONLY/);
    }
  });
});
