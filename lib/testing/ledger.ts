import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { Actor } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";
import { runBulk } from "@/lib/gate/run";
import { costReport } from "@/lib/ledger/cost-report";
import { zoneOf } from "@/lib/ledger/period";
import { assignmentsOf, classesOf, openStored } from "@/lib/ledger/server/data/bill-plan";
import { type CostQuestion, costFacts } from "@/lib/ledger/server/data/costs";
import { ledgerBefore } from "@/lib/ledger/server/data/prior";
import { onTx } from "@/lib/ledger/server/data/run-sql";
import { commitImport } from "@/lib/ledger/server/mutations/commit-import";
import { uploadBill } from "@/lib/ledger/server/mutations/upload-bill";
import { collectPlan } from "@/lib/testing/bill-stream";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";

let db: TestDatabase;
let superuser: pg.Client;

/** Opens a database of its own for the test file, before its first test, and drops it after the last. */
export function openLedgerDatabase(): void {
  beforeAll(async () => {
    db = await openTestDatabase();
    superuser = new pg.Client(db.superUrl);
    await superuser.connect();
  });
  afterAll(async () => {
    await superuser.end();
    await db.drop();
  });
}

/** Looks behind row security. */
export const root = {
  query: (text: string, values: unknown[] = []) => superuser.query(text, values),
};

export async function finance(): Promise<{ ctx: Ctx; actor: Actor; brief: string }> {
  const { workspaceId, actors } = await makeWorkspace(db.superUrl, { fin: ["finance", "author"] });
  const brief = randomUUID();
  await root.query("INSERT INTO brief (workspace_id, id, number, title, owner_id) VALUES ($1,$2,1,'Work',$3)", [
    workspaceId,
    brief,
    actors.fin.personId,
  ]);
  return { ctx: ctxOf(actors.fin), actor: actors.fin, brief };
}

export const inside = <T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> =>
  withWorkspace(ctx.actor.workspaceId, run);
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function upload(ctx: Ctx, bytes: Uint8Array, fileName = "bill.csv"): Promise<number> {
  return inside(ctx, async (tx) => (await uploadBill(tx, ctx, { fileName, bytes })).data.number);
}

export async function planOf(ctx: Ctx, bill: number) {
  return inside(ctx, async (tx) => {
    const row = await tx.billImport.findFirstOrThrow({ where: { number: bill } });
    const opened = await openStored(onTx(tx), row, "USD");
    if (!opened.ok) throw new Error(opened.message);
    const before = await ledgerBefore(onTx(tx), row);
    return collectPlan(opened.bill, { basis: "effective", before, assignments: assignmentsOf(classesOf(row.classes)) });
  });
}

export const commitDigest = (ctx: Ctx, bill: number, digest: string, keepUnclassified = false, otherAccounts = false) =>
  runBulk(ctx, commitImport, { bill, basis: "effective", digest, keepUnclassified, otherAccounts });

export async function importFile(ctx: Ctx, bytes: Uint8Array, fileName?: string) {
  const bill = await upload(ctx, bytes, fileName);
  const plan = await planOf(ctx, bill);
  return { bill, plan, committed: await commitDigest(ctx, bill, plan.digest) };
}

export const HEADER =
  "BilledCost,EffectiveCost,ListCost,ContractedCost,BillingCurrency,BillingAccountId,ChargeCategory,ChargeClass,ChargeFrequency,ChargeDescription,ChargePeriodStart,ChargePeriodEnd,BillingPeriodStart,BillingPeriodEnd,ResourceId,ServiceCategory,ServiceName,SkuId,Tags";
interface Line {
  readonly cost?: string;
  readonly start?: string;
  readonly end?: string;
  readonly resource?: string;
  readonly category?: string;
  readonly service?: string;
  readonly sku?: string;
  readonly what?: string;
  readonly tags?: string;
}
export function line(l: Line): string {
  const cost = l.cost ?? "10";
  const [start, end] = [l.start ?? "2026-09-01T00:00:00Z", l.end ?? "2026-09-02T00:00:00Z"];
  const tags = `"${(l.tags ?? "").replaceAll('"', '""')}"`;
  return [
    ...[cost, cost, cost, cost, "USD", "acc", "Usage", "", "Usage-Based", l.what ?? "H100 GPU hours", start, end],
    ...["2026-09-01T00:00:00Z", "2026-10-01T00:00:00Z", l.resource ?? "gpu-0", l.category ?? "Compute"],
    ...[l.service ?? "Pods", l.sku ?? "H100", tags],
  ].join(",");
}
export const fileOf = (...lines: Line[]): Uint8Array => bytesOf(`${[HEADER, ...lines.map(line)].join("\n")}\n`);

function zoneFor(id: string) {
  const zone = zoneOf(id);
  if (zone === null) throw new Error(`no zone ${id}`);
  return zone;
}

export const question = (over: Partial<CostQuestion> = {}): CostQuestion => ({
  briefId: null,
  months: null,
  basis: "effective",
  zone: zoneFor("UTC"),
  ...over,
});

export async function netOf(ctx: Ctx, over: Partial<CostQuestion> = {}) {
  const facts = await inside(ctx, (tx) => costFacts(tx, question(over)));
  return costReport(facts.sums, {}).map((r) => [r.currency, r.totals.net]);
}

export const countOf = async (table: string, workspaceId: string): Promise<number> =>
  (await root.query(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`, [workspaceId])).rows[0].n;
