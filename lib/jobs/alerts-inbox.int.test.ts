import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor, WorkspaceId } from "@/lib/access/actor";
import type { NewAlert } from "@/lib/alerts/schema";
import { unseenAlerts } from "@/lib/alerts/server/data/unseen";
import { markAlertsSeen, raiseAlerts, unseeAlerts } from "@/lib/alerts/server/mutations";
import { withWorkspace } from "@/lib/db/doors";
import { systemAlertWorkspaces } from "@/lib/db/system";
import { runAndNote } from "@/lib/gate/run";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { waitingCount } from "@/lib/workspace/server/data/inbox";
import { alertsTick } from "./alerts-tick";

let db: TestDatabase;
let root: pg.Client;

beforeAll(async () => {
  db = await openTestDatabase();
  root = new pg.Client(db.superUrl);
  await root.connect();
});
afterAll(async () => {
  await root.end();
  await db.drop();
});

/** Members join when the test runs, so its alerts are raised a little later. */
const minutes = (n: number) => new Date(Date.now() + n * 60_000);
const NOW = minutes(10);

const makeOne = () =>
  makeWorkspace(db.superUrl, {
    fin: ["finance"],
    ana: ["author"],
    adam: ["admin"],
    eve: ["viewer"],
    app: ["approver"],
  });

const alertOf = (kind: NewAlert["kind"], said: NewAlert["facts"]["said"], path: string): NewAlert => ({
  key: `${kind}:${said}`,
  kind,
  facts: { said, values: { what: "X-1" }, path },
});
const ALL = [
  alertOf("budget", "budgetOver", "/ledger/budgets"),
  alertOf("import", "importFinished", "/ledger/import/BILL-1"),
  alertOf("offer", "offerEnding", "/offers/OFF-1"),
  alertOf("rental", "rentalOverdue", "/rentals/RNT-1"),
  alertOf("review", "reviewWaiting", "/reviews/REV-1"),
  alertOf("decision", "reviewSigned", "/reviews/REV-1"),
];

const raise = (workspaceId: WorkspaceId, alerts: readonly NewAlert[], now = minutes(1)) =>
  withWorkspace(workspaceId, (tx) => raiseAlerts(tx, { workspaceId, now, newId: randomUUID }, alerts));
const unseen = (who: Actor, now = NOW) => withWorkspace(who.workspaceId, (tx) => unseenAlerts(tx, who, now));
const toldTo = async (who: Actor, now = NOW) => (await unseen(who, now)).map((a) => a.said).sort();
const see = (who: Actor, ids: readonly string[]) =>
  withWorkspace(who.workspaceId, (tx) => runAndNote(tx, ctxOf(who, NOW), markAlertsSeen, { ids }));
const waiting = (who: Actor) =>
  withWorkspace(who.workspaceId, (tx) => waitingCount(tx, who, NOW, NOW.toISOString().slice(0, 10)));
const audited = async (who: Actor): Promise<number> =>
  (
    await root.query("SELECT count(*)::int AS n FROM audit_event WHERE workspace_id = $1 AND action = 'alerts.see'", [
      who.workspaceId,
    ])
  ).rows[0].n;

describe("the inbox's alerts", () => {
  it("go to those who can act on them, and to nobody of another workspace", async () => {
    const { workspaceId, actors } = await makeOne();
    const other = await makeOne();
    await raise(workspaceId, ALL);
    expect(await toldTo(actors.fin)).toEqual(["budgetOver", "importFinished"]);
    expect(await toldTo(actors.ana)).toEqual(["offerEnding", "rentalOverdue"]);
    expect(await toldTo(actors.adam)).toEqual(["budgetOver", "offerEnding", "rentalOverdue"]);
    expect(await toldTo(actors.eve)).toEqual([]);
    expect(await toldTo(actors.app)).toEqual([]);
    expect(await toldTo(other.actors.fin)).toEqual([]);
    expect(await waiting(actors.fin)).toBe(2);
    expect(await waiting(actors.eve)).toBe(0);
  });

  it("leave the inbox of who looked at them, and of nobody else; looking twice is noted once", async () => {
    const { workspaceId, actors } = await makeOne();
    await raise(workspaceId, ALL);
    const [first] = (await unseen(actors.fin)).filter((a) => a.said === "budgetOver");
    await see(actors.fin, [first?.id ?? ""]);
    await see(actors.fin, [first?.id ?? "", randomUUID()]);
    expect(await toldTo(actors.fin)).toEqual(["importFinished"]);
    expect(await waiting(actors.fin)).toBe(1);
    expect(await toldTo(actors.adam)).toContain("budgetOver");
    expect(await audited(actors.fin)).toBe(1);
  });

  it("come back into the inbox of who put them out by mistake, and of nobody else", async () => {
    const { workspaceId, actors } = await makeOne();
    await raise(workspaceId, ALL);
    const before = await unseen(actors.fin);
    const ids = before.map((a) => a.id);
    const seen = await see(actors.fin, ids);
    await see(actors.adam, ids);
    expect([...seen.ids].sort()).toEqual([...ids].sort());
    expect((await see(actors.fin, ids)).ids).toEqual([]);
    const unsee = (who: Actor) =>
      withWorkspace(who.workspaceId, (tx) => runAndNote(tx, ctxOf(who, NOW), unseeAlerts, { ids }));
    await unsee(actors.fin);
    expect(await unseen(actors.fin)).toEqual(before);
    expect(await toldTo(actors.adam)).not.toContain("budgetOver");
    await expect(unsee(actors.fin)).rejects.toMatchObject({
      code: "UNDO_CHANGED",
      detail: { data: { why: "undone" } },
    });
  });

  it("of another workspace cannot be noted as seen", async () => {
    const { workspaceId, actors } = await makeOne();
    const other = await makeOne();
    await raise(workspaceId, ALL);
    const ids = (await unseen(actors.fin)).map((a) => a.id);
    await see(other.actors.fin, ids);
    expect(await audited(other.actors.fin)).toBe(0);
    expect(await toldTo(actors.fin)).toHaveLength(2);
    const { rows } = await root.query("SELECT count(*)::int AS n FROM alert_seen WHERE alert_id = ANY ($1)", [ids]);
    expect(rows[0].n).toBe(0);
  });

  it("from before somebody joined, or older than thirty days, are history", async () => {
    const { workspaceId, actors } = await makeOne();
    await raise(workspaceId, ALL, minutes(-1));
    expect(await toldTo(actors.fin)).toEqual([]);
    await raise(workspaceId, [{ ...ALL[0], key: "later" } as NewAlert], minutes(1));
    expect(await toldTo(actors.fin, minutes(1 + 60 * 24 * 29))).toEqual(["budgetOver"]);
    expect(await toldTo(actors.fin, minutes(2 + 60 * 24 * 30))).toEqual([]);
  });
});

async function billWith(workspaceId: WorkspaceId, by: Actor, number: number): Promise<string> {
  const id = randomUUID();
  await root.query(
    `INSERT INTO bill_import (workspace_id, id, number, source, file_name, sha256, size, created_by)
     VALUES ($1, $2::uuid, $3, 'upload', 'b.csv', repeat(md5($2::uuid::text), 2), 1, $4)`,
    [workspaceId, id, number, by.personId],
  );
  return id;
}

const work = (workspaceId: WorkspaceId, bill: string, what: string, state: string, secondsAgo: number) =>
  root.query(
    `INSERT INTO bill_work (workspace_id, bill_id, what, state, run, beat_at)
     VALUES ($1, $2, $3, $4, gen_random_uuid(), now() - $5 * interval '1 second')`,
    [workspaceId, bill, what, state, secondsAgo],
  );

describe("bills that are worked on while nobody looks", () => {
  it("are said once: those read, those that broke off, those that died, and none that goes on or is done with", async () => {
    const { workspaceId, actors } = await makeOne();
    await alertsTick(minutes(0));
    const bills: string[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) bills.push(await billWith(workspaceId, actors.fin, n));
    const [read, failed, dead, going, stopped, thrown] = bills as [string, string, string, string, string, string];
    await work(workspaceId, read, "plan-effective", "done", 5);
    await work(workspaceId, failed, "commit", "failed", 5);
    await work(workspaceId, dead, "plan-effective", "running", 200);
    await work(workspaceId, going, "plan-effective", "running", 5);
    await work(workspaceId, stopped, "plan-effective", "stopped", 5);
    await work(workspaceId, thrown, "plan-effective", "failed", 5);
    await root.query("UPDATE bill_import SET discarded_at = now() WHERE id = $1", [thrown]);
    // No audit event was written: the work itself brings the look to this workspace.
    expect(await systemAlertWorkspaces(minutes(0.5))).toContain(workspaceId);
    await alertsTick(minutes(0.5));
    await alertsTick(minutes(0.6));
    const told = (await unseen(actors.fin)).map((a) => `${a.said} ${a.path}`).sort();
    expect(told).toEqual([
      "importFailed /ledger/import/BILL-2",
      "importFailed /ledger/import/BILL-3",
      "importRead /ledger/import/BILL-1",
    ]);
  });
});
