import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { makeWorkspace } from "@/lib/testing/workspace";
import { backup, restore } from "../../scripts/backup.mjs";
import { addressAs } from "../../scripts/roles.mjs";

let from: TestDatabase;
let dir: string;
let file: string;

const asOwner = (db: TestDatabase) => addressAs(db.superUrl, "headroom_owner");
const now = new Date("2026-11-30T12:00:00Z");

/** Texts that a dump by lines gets wrong, and a month of the ledger. */
const AWKWARD = ["\\.", "a\nb\r\nc\td\\", "\u2028\u2029", "żółć 😀", "\\N", ""];

async function fill(db: TestDatabase): Promise<void> {
  const { workspaceId, actors } = await makeWorkspace(db.superUrl, { ana: ["author"] });
  const root = new pg.Client(db.superUrl);
  await root.connect();
  for (const [i, title] of AWKWARD.entries())
    await root.query(
      "INSERT INTO brief (workspace_id, id, number, title, owner_id) VALUES ($1, gen_random_uuid(), $2, $3, $4)",
      [workspaceId, i + 1, title, actors.ana.personId],
    );
  await root.query("SELECT system_ledger_month('2026-09-01')");
  await root.query(
    `INSERT INTO ledger_entry (workspace_id, month, id, component, kind, rule, billed, effective, currency, charge_start, charge_end, created_by)
     VALUES ($1, '2026-09-01', gen_random_uuid(), 'accelerator', 'usage', 'typed', 0.1234567890123456789012345678, 1, 'USD',
             '2026-09-01', '2026-09-02', $2)`,
    [workspaceId, actors.ana.personId],
  );
  await root.end();
}

async function rowsOf(db: TestDatabase, table: string): Promise<string[]> {
  const root = new pg.Client(db.superUrl);
  await root.connect();
  const { rows } = await root.query(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
  await root.end();
  return rows.map((r) => r.row);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), "headroom-backup-"));
  file = path.join(dir, "one.backup.gz");
  from = await openTestDatabase();
  await fill(from);
  await backup({ ownerUrl: asOwner(from), file, now });
});

afterAll(async () => {
  await from.drop();
  rmSync(dir, { recursive: true });
});

it("comes back into an empty installation as it was, and its rules hold again", async () => {
  const to = await openTestDatabase();
  const done = await restore({ ownerUrl: asOwner(to), file });
  expect(done.rows).toBeGreaterThan(AWKWARD.length);
  for (const table of ["brief", "ledger_entry", "person", "membership", "workspace"])
    expect(await rowsOf(to, table), table).toEqual(await rowsOf(from, table));
  const root = new pg.Client(to.superUrl);
  await root.connect();
  await expect(root.query("UPDATE ledger_entry SET billed = 0")).rejects.toThrow(/append|APPEND/);
  await root.end();
  const again = path.join(dir, "two.backup.gz");
  await backup({ ownerUrl: asOwner(to), file: again, now });
  expect(gunzipSync(readFileSync(again)).equals(gunzipSync(readFileSync(file)))).toBe(true);
  await to.drop();
});

it("refuses an installation that holds something, and leaves it as it is", async () => {
  const before = await rowsOf(from, "brief");
  await expect(restore({ ownerUrl: asOwner(from), file })).rejects.toThrow("not empty");
  expect(await rowsOf(from, "brief")).toEqual(before);
});

it.each([
  ["one digit is changed", (plain: string) => plain.replace("0.12345678901", "0.12345678902"), "digest"],
  ["a row is missing", (plain: string) => plain.replace(/\n[^\n]*żółć[^\n]*/, ""), "digest"],
  ["the end is missing", (plain: string) => plain.slice(0, -200), "ends too early"],
  ["it is of another version", (plain: string) => plain.replace(/("migrations":\[")/, "$1older "), "another version"],
  ["it is something else", () => '{"format":"x"}\n', "no headroom-backup-1"],
])("refuses a file where %s, and restores nothing", async (_what, damage, message) => {
  const to = await openTestDatabase();
  const bad = path.join(dir, "bad.backup.gz");
  const plain = gunzipSync(readFileSync(file)).toString("utf8");
  const damaged = damage(plain);
  expect(damaged).not.toBe(plain);
  writeFileSync(bad, gzipSync(damaged));
  await expect(restore({ ownerUrl: asOwner(to), file: bad })).rejects.toThrow(message);
  expect(await rowsOf(to, "workspace")).toEqual([]);
  await to.drop();
});
