import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { makeWorkspace } from "@/lib/testing/workspace";
import { withPerson, withWorkspace } from "./doors";
import { nextNumber } from "./numbers";
import { systemLedgerMonth } from "./system";

let db: TestDatabase;
let app: pg.Client;
let root: pg.Client;

beforeAll(async () => {
  db = await openTestDatabase();
  app = new pg.Client(db.appUrl);
  root = new pg.Client(db.superUrl);
  await Promise.all([app.connect(), root.connect()]);
});

afterAll(async () => {
  await Promise.all([app.end(), root.end()]);
  await db.drop();
});

const TENANT_TABLES = async () => {
  const { rows } = await root.query<{ table_name: string }>(
    `SELECT DISTINCT c.table_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' AND t.table_type = 'BASE TABLE'`,
  );
  return rows.map((r) => r.table_name);
};

async function seedBrief(workspaceId: string, personId: string): Promise<string> {
  const id = randomUUID();
  await root.query("INSERT INTO brief (workspace_id, id, number, title, owner_id) VALUES ($1,$2,1,'B',$3)", [
    workspaceId,
    id,
    personId,
  ]);
  return id;
}

describe("row-level security alone", () => {
  it("shows nothing without a scope, on any table", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    await seedBrief(workspaceId, actors.ana.personId);
    const { rows } = await root.query<{ relname: string }>(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r','p')",
    );
    let read = 0;
    for (const { relname } of rows) {
      const seen = await app.query(`SELECT count(*)::int AS n FROM ${pg.escapeIdentifier(relname)}`).then(
        (r) => r.rows[0].n as number,
        (e: { code: string }) => e.code,
      );
      expect([0, "42501"], relname).toContain(seen);
      if (seen === 0) read++;
    }
    expect(read).toBeGreaterThan(20);
  });

  it("covers every table that has a workspace, and its policy is on", async () => {
    for (const t of await TENANT_TABLES()) {
      const { rows } = await root.query("SELECT relrowsecurity FROM pg_class WHERE oid = $1::regclass", [t]);
      expect(rows[0].relrowsecurity, t).toBe(true);
    }
  });

  it("hides and refuses another workspace's rows even when code forgets to ask", async () => {
    const a = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const b = await makeWorkspace(db.superUrl, { bea: ["author"] });
    const foreign = await seedBrief(b.workspaceId, b.actors.bea.personId);
    await withWorkspace(a.workspaceId, async (tx) => {
      expect(await tx.brief.findMany()).toEqual([]);
      expect((await tx.brief.updateMany({ where: { id: foreign }, data: { title: "taken" } })).count).toBe(0);
    });
    await expect(
      withWorkspace(a.workspaceId, (tx) =>
        tx.counter.create({ data: { workspaceId: b.workspaceId, kind: "BRF", value: 9 } }),
      ),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("lets a person see own memberships and nothing of the workspace", async () => {
    const a = await makeWorkspace(db.superUrl, { ana: ["author"], bob: ["viewer"] });
    await seedBrief(a.workspaceId, a.actors.ana.personId);
    await withPerson(a.actors.bob.personId, async (tx) => {
      expect((await tx.membership.findMany()).map((m) => m.personId)).toEqual([a.actors.bob.personId]);
      expect((await tx.workspace.findMany()).map((w) => w.id)).toEqual([a.workspaceId]);
      expect((await tx.person.findMany()).map((p) => p.id)).toEqual([a.actors.bob.personId]);
      expect(await tx.brief.findMany()).toEqual([]);
    });
  });

  it("leaks no scope between two hundred interleaved transactions", async () => {
    const spaces = await Promise.all([0, 1, 2, 3].map(() => makeWorkspace(db.superUrl, { p: ["author"] })));
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => spaces[i % spaces.length]!).map((s) =>
        withWorkspace(s.workspaceId, async (tx) => {
          const members = await tx.membership.findMany();
          expect(members.map((m) => m.workspaceId)).toEqual([s.workspaceId]);
        }),
      ),
    );
    expect((await app.query("SELECT count(*)::int AS n FROM membership")).rows[0].n).toBe(0);
  });

  it("is a role that cannot bypass it and owns nothing", async () => {
    const { rows } = await app.query(
      "SELECT current_user::text AS me, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user",
    );
    expect(rows[0]).toEqual({ me: "headroom_app", rolsuper: false, rolbypassrls: false });
    const owned = await root.query("SELECT count(*)::int AS n FROM pg_class WHERE relowner = 'headroom_app'::regrole");
    expect(owned.rows[0].n).toBe(0);
  });
});

describe("append-only", () => {
  it("refuses change, deletion and emptying of history, to the owner too", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    await root.query(
      "INSERT INTO audit_event (workspace_id, id, person_id, action, entity_type, entity_id) VALUES ($1,$2,$3,'a','b','c')",
      [workspaceId, randomUUID(), actors.ana.personId],
    );
    for (const sql of [
      "UPDATE audit_event SET action = 'x'",
      "DELETE FROM audit_event",
      "TRUNCATE audit_event",
      "TRUNCATE ledger_entry",
      "TRUNCATE signature CASCADE",
    ]) {
      await expect(root.query(sql), sql).rejects.toThrow(/APPEND_ONLY/);
    }
  });
});

describe("ledger months and claims", () => {
  it("makes a month's partition once, however many ask at once, and refuses what is no month", async () => {
    await Promise.all(Array.from({ length: 8 }, () => systemLedgerMonth("2026-09-01")));
    await expect(systemLedgerMonth("2026-09-02")).rejects.toMatchObject({ code: "INVALID" });
    const { rows } = await root.query(
      "SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'ledger_entry'::regclass",
    );
    expect(rows[0].n).toBe(1);
  });

  it("refuses an overlapping claim in a race of ten, and lets touching hours and other lanes pass", async () => {
    const { workspaceId } = await makeWorkspace(db.superUrl, { fin: ["finance"] });
    const claim = (from: string, to: string, lane = 0) =>
      withWorkspace(
        workspaceId,
        (tx) => tx.$executeRaw`INSERT INTO claim (workspace_id, account, resource, component, meter, lane, period)
          VALUES (${workspaceId}::uuid, 'acc', 'gpu-0', 'accelerator', 'h100', ${lane}, tstzrange(${from}::timestamptz, ${to}::timestamptz, '[)'))`,
      );
    const race = await Promise.allSettled(
      Array.from({ length: 10 }, () => claim("2026-09-01T00:00Z", "2026-09-01T02:00Z")),
    );
    expect(race.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    for (const r of race) if (r.status === "rejected") expect(r.reason).toMatchObject({ code: "LEDGER_OVERLAP" });
    await claim("2026-09-01T02:00Z", "2026-09-01T03:00Z");
    await claim("2026-09-01T00:00Z", "2026-09-01T02:00Z", 1);
    await expect(claim("2026-09-01T02:59Z", "2026-09-01T04:00Z")).rejects.toMatchObject({ code: "LEDGER_OVERLAP" });
  });
});

describe("numbers", () => {
  it("are unique and without gaps under concurrency", async () => {
    const { workspaceId } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    const numbers = await Promise.all(
      Array.from({ length: 20 }, () => withWorkspace(workspaceId, (tx) => nextNumber(tx, workspaceId, "BRF"))),
    );
    expect([...numbers].sort((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});
