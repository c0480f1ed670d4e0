import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { makeWorkspace } from "@/lib/testing/workspace";
import { refuseBypass } from "../../scripts/roles.mjs";
import { closeConnections, pool, prisma } from "./client";
import { withPerson, withWorkspace, withWorkspaceConnection } from "./doors";
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

/** What is written once: a correction is another row. */
const HISTORY = [
  ...[
    "audit_event",
    "brief_calibration",
    "brief_editor",
    "brief_revision",
    "contributor",
    "invoice_total",
    "bill_chunk",
  ],
  ...["delegation", "delegation_end", "signing_policy", "alert", "exchange_rate"],
  ...["ledger_entry", "month_close", "output_record", "plan_revision", "review_event", "signature", "signature_void"],
];

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

  it("is on for every table, a month's partition too", async () => {
    await systemLedgerMonth("2026-08-01");
    const { rows } = await root.query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r','p') AND NOT relrowsecurity`,
    );
    expect(rows.map((r) => r.relname)).toEqual(["_prisma_migrations"]);
  });

  it("has one policy for each tenant table, which shows and takes rows of the workspace alone", async () => {
    const own = "(workspace_id = ( SELECT scope_workspace() AS scope_workspace))";
    const { rows } = await root.query<{ tablename: string; cmd: string; qual: string; with_check: string }>(
      "SELECT tablename, cmd, qual, with_check FROM pg_policies WHERE schemaname = 'public'",
    );
    const tables = (await TENANT_TABLES()).filter((t) => !/_\d{6}$/.test(t));
    expect(tables.length).toBeGreaterThan(20);
    for (const t of tables) {
      // Memberships are also read by the person they belong to.
      const wide = rows.filter((r) => r.tablename === t && !(t === "membership" && r.cmd === "SELECT"));
      expect(wide, t).toEqual([{ tablename: t, cmd: "ALL", qual: own, with_check: own }]);
    }
  });

  it("has grants beside it: no password, link or failure to be read, no history to be changed", async () => {
    const { rows } = await root.query<{ t: string; may: string[] }>(
      `SELECT table_name AS t, array_agg(privilege_type::text ORDER BY privilege_type) AS may
         FROM information_schema.role_table_grants WHERE grantee = 'headroom_app' AND table_schema = 'public' GROUP BY 1`,
    );
    const may = new Map(rows.map((r) => [r.t, r.may.join(" ")]));
    for (const t of ["person_secret", "setup_link", "sign_in_failure"]) expect(may.get(t), t).toBeUndefined();
    for (const t of HISTORY) expect(may.get(t), t).toBe("INSERT SELECT");
    expect(rows.filter((r) => r.may.includes("TRUNCATE")).map((r) => r.t)).toEqual([]);
    expect(rows.filter((r) => /_\d{6}$/.test(r.t)).map((r) => r.t)).toEqual([]);
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
    // Nothing of it stays on the connections that the doors used and will use again.
    for (let i = 0; i < 20; i++) expect(await prisma().membership.count()).toBe(0);
    expect((await pool().query("SELECT count(*)::int AS n FROM membership")).rows[0].n).toBe(0);
  });

  it("is a role that cannot bypass it and owns nothing", async () => {
    const { rows } = await app.query(
      "SELECT current_user::text AS me, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user",
    );
    expect(rows[0]).toEqual({ me: "headroom_app", rolsuper: false, rolbypassrls: false });
    const owned = await root.query("SELECT count(*)::int AS n FROM pg_class WHERE relowner = 'headroom_app'::regrole");
    expect(owned.rows[0].n).toBe(0);
  });

  it("is taken by both doors where the address itself is a superuser's", async () => {
    const { workspaceId } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    await closeConnections();
    process.env.HEADROOM_APP_DATABASE_URL = db.superUrl;
    try {
      const asked = "SELECT current_user::text AS me, (SELECT count(*)::int FROM membership) AS n";
      const own = [{ me: "headroom_app", n: 1 }];
      expect(await withWorkspace(workspaceId, (tx) => tx.$queryRawUnsafe(asked))).toEqual(own);
      expect((await withWorkspaceConnection(workspaceId, (c) => c.query(asked))).rows).toEqual(own);
    } finally {
      await closeConnections();
      process.env.HEADROOM_APP_DATABASE_URL = db.appUrl;
    }
  });

  it("is refused at the start when somebody let it bypass row security", async () => {
    await refuseBypass(root);
    for (const right of ["BYPASSRLS", "SUPERUSER"]) {
      // Roles belong to the whole server: the right is rolled back before anybody else could see it.
      await root.query("BEGIN");
      await root.query(`ALTER ROLE headroom_app ${right}`);
      await expect(refuseBypass(root), right).rejects.toThrow(/can bypass row security/);
      await root.query("ROLLBACK");
    }
  });
});

describe("append-only", () => {
  it("refuses change, deletion and emptying of history, to the owner too", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
    await root.query(
      "INSERT INTO audit_event (workspace_id, id, person_id, action, entity_type, entity_id) VALUES ($1,$2,$3,'a','b','c')",
      [workspaceId, randomUUID(), actors.ana.personId],
    );
    for (const sql of ["UPDATE audit_event SET action = 'x'", "DELETE FROM audit_event"]) {
      await expect(root.query(sql), sql).rejects.toThrow(/APPEND_ONLY/);
    }
    await systemLedgerMonth("2026-08-01");
    for (const t of [...HISTORY, "evidence", "ledger_entry_202608"]) {
      await expect(root.query(`TRUNCATE ${t} CASCADE`), t).rejects.toThrow(/APPEND_ONLY/);
    }
  });

  it("has its trigger on each of these tables", async () => {
    const { rows } = await root.query<{ t: string }>(
      `SELECT g.tgrelid::regclass::text AS t FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
        WHERE p.proname = 'refuse_change' AND g.tgenabled = 'O' AND g.tgparentid = 0 AND (g.tgtype & 27) = 27`,
    );
    expect(rows.map((r) => r.t).sort()).toEqual([...HISTORY].sort());
  });
});

describe("ledger months and claims", () => {
  it("makes a month's partition once, however many ask at once, and refuses what is no month", async () => {
    await Promise.all(Array.from({ length: 8 }, () => systemLedgerMonth("2026-09-01")));
    await expect(systemLedgerMonth("2026-09-02")).rejects.toMatchObject({ code: "INVALID" });
    const { rows } = await root.query(
      "SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'ledger_entry'::regclass",
    );
    expect(rows.filter((r) => r.part.endsWith("202609"))).toEqual([{ part: "ledger_entry_202609" }]);
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

describe("an amount in the ledger", () => {
  it("has at most thirty fraction digits, is finite, and stands in one known component and currency", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { fin: ["finance"] });
    await systemLedgerMonth("2026-09-01");
    const insert = (over: Record<string, string> = {}) => {
      const row = {
        ...{ workspace_id: workspaceId, id: randomUUID(), month: "2026-09-01", billed: "0.1", effective: "0.1" },
        ...{ currency: "USD", component: "host", kind: "usage", rule: "r", account: "a", meter: "m" },
        ...{ charge_start: "2026-09-01T00:00Z", charge_end: "2026-09-02T00:00Z", created_by: actors.fin.personId },
        ...over,
      };
      const names = Object.keys(row);
      return root.query(
        `INSERT INTO ledger_entry (${names.join(", ")}) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")})`,
        Object.values(row),
      );
    };
    await insert({ billed: `0.${"0".repeat(29)}1` });
    for (const [over, constraint] of [
      [{ billed: `0.${"0".repeat(30)}1` }, "ledger_entry_scale"],
      [{ effective: "NaN" }, "ledger_entry_scale"],
      [{ billed: "Infinity" }, "ledger_entry_scale"],
      [{ component: "idle" }, "ledger_entry_component_known"],
      [{ currency: "usd" }, "ledger_entry_currency"],
      [{ charge_end: "2026-08-31T00:00Z" }, "ledger_entry_period"],
    ] as const) {
      await expect(insert(over), JSON.stringify(over)).rejects.toMatchObject({ constraint });
    }
  });
});

describe("a bill", () => {
  it("is committed once, whoever writes it", async () => {
    const { workspaceId, actors } = await makeWorkspace(db.superUrl, { fin: ["finance"] });
    const commit = (number: number, sha256: string) =>
      withWorkspace(
        workspaceId,
        (
          tx,
        ) => tx.$executeRaw`INSERT INTO bill_import (workspace_id, id, number, source, file_name, sha256, size, created_by, created_at, committed_by, committed_at)
          VALUES (${workspaceId}::uuid, ${randomUUID()}::uuid, ${number}::int, 'focus', 'b.csv', ${sha256}, 1, ${actors.fin.personId}::uuid, now(), ${actors.fin.personId}::uuid, now())`,
      );
    await commit(1, "a");
    await commit(2, "b");
    await expect(commit(3, "a")).rejects.toMatchObject({ code: "ALREADY_IMPORTED" });
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
