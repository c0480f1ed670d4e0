import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/access/actor";
import type { Ctx } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { withWorkspace } from "@/lib/db/doors";
import { runBulk } from "@/lib/gate/run";
import { openTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { withSharedData } from "@/lib/testing/shared-data";
import { ctxOf, makeWorkspace } from "@/lib/testing/workspace";
import { costReport } from "../cost-report";
import { zoneOf } from "../period";
import type { ManualEntry } from "../schema";
import { classesOf, planStored, readStored } from "./bill-plan";
import { type CostQuestion, costFacts } from "./data/costs";
import { listEntries } from "./data/entries";
import { ALL_ENTRIES } from "./data/entry-filter";
import { priorStateFor } from "./data/prior";
import { onTx } from "./data/run-sql";
import { commitImport } from "./mutations/commit-import";
import { correctEntry, rematchImport } from "./mutations/correct-entry";
import { enterManually } from "./mutations/enter-manually";
import { discardBill, setClasses } from "./mutations/prepare-bill";
import { recordDiagnostic, recordEffort } from "./mutations/record-beside";
import { correctOutputs, recordOutputs } from "./mutations/record-outputs";
import { recordOutputsCsv } from "./mutations/typed";
import { uploadBill } from "./mutations/upload-bill";

let db: TestDatabase;
let root: pg.Client;
const UTC = zoneOf("UTC")!;

beforeAll(async () => {
  db = await openTestDatabase();
  root = new pg.Client(db.superUrl);
  await root.connect();
});
afterAll(async () => {
  await root.end();
  await db.drop();
});

async function finance(): Promise<{ ctx: Ctx; actor: Actor; brief: string }> {
  const { workspaceId, actors } = await makeWorkspace(db.superUrl, { fin: ["finance", "author"] });
  const brief = randomUUID();
  await root.query("INSERT INTO brief (workspace_id, id, number, title, owner_id) VALUES ($1,$2,1,'Work',$3)", [
    workspaceId,
    brief,
    actors.fin.personId,
  ]);
  return { ctx: ctxOf(actors.fin), actor: actors.fin, brief };
}

const inside = <T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> => withWorkspace(ctx.actor.workspaceId, run);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function upload(ctx: Ctx, bytes: Uint8Array, fileName = "bill.csv"): Promise<number> {
  return inside(ctx, async (tx) => (await uploadBill(tx, ctx, { fileName, bytes })).data.number);
}

async function planOf(ctx: Ctx, bill: number) {
  return inside(ctx, async (tx) => {
    const row = await tx.billImport.findFirstOrThrow({ where: { number: bill } });
    const file = readStored(row, "USD");
    if (!file.ok) throw new Error(file.message);
    const prior = await priorStateFor(onTx(tx), file.bill, file.digest);
    return planStored(file, "effective", prior, classesOf(row.classes));
  });
}

const commitDigest = (ctx: Ctx, bill: number, digest: string, keepUnclassified = false) =>
  runBulk(ctx, commitImport, { bill, basis: "effective", digest, keepUnclassified });

async function importFile(ctx: Ctx, bytes: Uint8Array, fileName?: string) {
  const bill = await upload(ctx, bytes, fileName);
  const plan = await planOf(ctx, bill);
  return { bill, plan, committed: await commitDigest(ctx, bill, plan.digest) };
}

const HEADER =
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
function line(l: Line): string {
  const cost = l.cost ?? "10";
  const [start, end] = [l.start ?? "2026-09-01T00:00:00Z", l.end ?? "2026-09-02T00:00:00Z"];
  const tags = `"${(l.tags ?? "").replaceAll('"', '""')}"`;
  return [
    ...[cost, cost, cost, cost, "USD", "acc", "Usage", "", "Usage-Based", l.what ?? "H100 GPU hours", start, end],
    ...["2026-09-01T00:00:00Z", "2026-10-01T00:00:00Z", l.resource ?? "gpu-0", l.category ?? "Compute"],
    ...[l.service ?? "Pods", l.sku ?? "H100", tags],
  ].join(",");
}
const fileOf = (...lines: Line[]): Uint8Array => bytesOf(`${[HEADER, ...lines.map(line)].join("\n")}\n`);

const question = (over: Partial<CostQuestion> = {}): CostQuestion => ({
  briefId: null,
  months: null,
  basis: "effective",
  zone: UTC,
  ...over,
});

async function netOf(ctx: Ctx, over: Partial<CostQuestion> = {}) {
  const facts = await inside(ctx, (tx) => costFacts(tx, question(over)));
  return costReport(facts.sums, {}).map((r) => [r.currency, r.totals.net]);
}

const countOf = async (table: string, workspaceId: string): Promise<number> =>
  (await root.query(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`, [workspaceId])).rows[0].n;

describe("an import", () => {
  it("of the synthetic bill holds its expected totals to the last digit", async () => {
    await withSharedData(async (dir) => {
      const { ctx, actor } = await finance();
      const file = readFileSync(path.join(dir, "billing/synthetic/focus_gpu_1_2.csv"));
      const expected = JSON.parse(
        readFileSync(path.join(dir, "billing/synthetic/focus_gpu_1_2.expected.json"), "utf8"),
      );
      const { plan, committed } = await importFile(ctx, file);
      expect(plan.piles.overlapping).toEqual({});
      expect(plan.piles.alreadyClaimed).toEqual({});
      expect(committed.entries).toBe(expected.rows);
      for (const basis of ["billed", "effective"] as const) {
        const { rows } = await root.query(
          `SELECT component, trim_scale(sum(${basis}))::text AS sum FROM ledger_entry WHERE workspace_id = $1 GROUP BY 1`,
          [actor.workspaceId],
        );
        const stored = Object.fromEntries(rows.map((r) => [r.component, r.sum]));
        const wanted = Object.fromEntries(
          Object.entries<string>(expected[`${basis}_by_component`]).map(([c, v]) => [c, v.replace(/\.?0+$/, "")]),
        );
        expect(stored).toEqual(wanted);
      }
      const facts = await inside(ctx, (tx) => costFacts(tx, question()));
      const months = Object.fromEntries(costReport(facts.sums, {})[0]!.byMonth.map((m) => [m.month, m.net]));
      const { "(tax+credit)": _, ...wantedMonths } = expected.effective_five_components_by_charge_month;
      expect(months).toEqual(wantedMonths);
      const { rows } = await root.query(
        "SELECT count(*)::int AS rows, sum(upper(period) - lower(period)) AS time FROM claim WHERE workspace_id = $1",
        [actor.workspaceId],
      );
      expect(rows[0].rows).toBe(committed.claims);
      expect(committed.claims).toBeLessThan(expected.rows);
    });
  });

  it("of one file twice is one import, by another name and from another person too", async () => {
    const { ctx, actor } = await finance();
    const bytes = fileOf({}, { resource: "gpu-1" });
    await importFile(ctx, bytes);
    const again = await upload(ctx, bytes, "copy.csv");
    const plan = await planOf(ctx, again);
    expect(plan.piles.alreadyClaimed.USD?.rows).toBe(2);
    await expect(commitDigest(ctx, again, plan.digest)).rejects.toMatchObject({ code: "ALREADY_IMPORTED" });
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(2);
    expect(await netOf(ctx)).toEqual([["USD", "20"]]);
  });

  it("of the same rows in another file counts them once and says which", async () => {
    const { ctx } = await finance();
    await importFile(ctx, fileOf({}, { resource: "", cost: "3", what: "H100 GPU fee" }));
    const wider = fileOf({}, { resource: "", cost: "3", what: "H100 GPU fee" }, { resource: "gpu-7", cost: "5" });
    const { plan } = await importFile(ctx, wider);
    expect(plan.setAside.map((r) => r.reason)).toEqual(["range-already-claimed", "row-already-imported"]);
    expect(await netOf(ctx)).toEqual([["USD", "18"]]);
  });

  it("by ten people at once happens exactly once", async () => {
    const { ctx, actor } = await finance();
    const bytes = fileOf({}, { resource: "gpu-1" }, { resource: "gpu-2" });
    const bills = [];
    for (let i = 0; i < 10; i++) bills.push(await upload(ctx, bytes, `bill-${i}.csv`));
    const { digest } = await planOf(ctx, bills[0]!);
    const race = await Promise.allSettled(bills.map((bill) => commitDigest(ctx, bill, digest)));
    expect(race.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    for (const r of race) if (r.status === "rejected") expect(r.reason).toMatchObject({ code: "ALREADY_IMPORTED" });
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(3);
    expect(await netOf(ctx)).toEqual([["USD", "30"]]);
  });

  it("that overlaps another in a race is told that its plan no longer holds", async () => {
    const { ctx, actor } = await finance();
    const bills = [];
    const digests: string[] = [];
    for (let i = 0; i < 10; i++) {
      const start = `2026-09-01T${String(i).padStart(2, "0")}:00:00Z`;
      const bill = await upload(ctx, fileOf({ start, cost: String(i + 1) }));
      bills.push(bill);
      digests.push((await planOf(ctx, bill)).digest);
    }
    const race = await Promise.allSettled(bills.map((bill, i) => commitDigest(ctx, bill, digests[i]!)));
    expect(race.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    for (const r of race) if (r.status === "rejected") expect(r.reason).toMatchObject({ code: "PLAN_CHANGED" });
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(1);
    expect(await countOf("claim", actor.workspaceId)).toBe(1);
  });

  it("broken off in the middle leaves nothing, and the next attempt succeeds", async () => {
    const { ctx, actor } = await finance();
    const bill = await upload(ctx, fileOf({}, { resource: "gpu-1" }));
    const { digest } = await planOf(ctx, bill);
    let ids = 0;
    const breaking: Ctx = {
      ...ctx,
      newId: () => {
        ids += 1;
        if (ids === 2) throw new Error("power cut");
        return randomUUID();
      },
    };
    await expect(commitDigest(breaking, bill, digest)).rejects.toThrow();
    const late = {
      ...commitImport,
      write: async (...args: Parameters<typeof commitImport.write>) => {
        await commitImport.write(...args);
        throw new Error("cut after the last statement");
      },
    };
    const input = { bill, basis: "effective" as const, digest, keepUnclassified: false };
    await expect(runBulk(ctx, late, input)).rejects.toThrow("cut after");
    for (const table of ["ledger_entry", "claim"]) expect(await countOf(table, actor.workspaceId)).toBe(0);
    const before = await root.query("SELECT committed_at FROM bill_import WHERE workspace_id = $1", [
      actor.workspaceId,
    ]);
    expect(before.rows[0].committed_at).toBeNull();
    expect((await commitDigest(ctx, bill, digest)).entries).toBe(2);
  });

  it("refuses rows without a class until they have one or are kept without", async () => {
    const { ctx } = await finance();
    const unknown = { category: "Other", sku: "", what: "Something", service: "Stuff" };
    const bill = await upload(ctx, fileOf({}, unknown, { ...unknown, resource: "x", cost: "7" }));
    const plan = await planOf(ctx, bill);
    expect(plan.piles.unclassified.USD?.rows).toBe(2);
    await expect(commitDigest(ctx, bill, plan.digest)).rejects.toMatchObject({ code: "BILL_UNCLASSIFIED" });
    await inside(ctx, (tx) => setClasses(tx, ctx, { bill, records: [3], component: "host" }));
    await expect(commitDigest(ctx, bill, plan.digest)).rejects.toMatchObject({ code: "PLAN_CHANGED" });
    const classed = await planOf(ctx, bill);
    expect(classed.piles.unclassified.USD?.rows).toBe(1);
    await commitDigest(ctx, bill, classed.digest, true);
    const facts = await inside(ctx, (tx) => costFacts(tx, question()));
    const totals = costReport(facts.sums, {})[0]!.totals;
    expect([totals.components.host, totals.unclassified, totals.net, totals.payable]).toEqual(["10", "7", "20", "27"]);
    await expect(
      inside(ctx, (tx) => setClasses(tx, ctx, { bill, records: [4], component: "host" })),
    ).rejects.toMatchObject({ code: "BILL_CLOSED" });
  });

  it("keeps every file that it cannot read, byte for byte", async () => {
    const { ctx, actor } = await finance();
    const files: Record<string, Uint8Array> = {
      empty: new Uint8Array(),
      binary: Uint8Array.from({ length: 400 }, (_, i) => i % 7),
      "no-rows": bytesOf(`${HEADER}\n`),
      other: bytesOf("a,b\n1,2\n"),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const bill = await upload(ctx, bytes, name);
      const digest = "0".repeat(64);
      await expect(commitDigest(ctx, bill, digest), name).rejects.toMatchObject({ code: "BILL_UNREADABLE" });
      const { rows } = await root.query("SELECT bytes FROM bill_import WHERE workspace_id = $1 AND number = $2", [
        actor.workspaceId,
        bill,
      ]);
      expect(Buffer.from(rows[0].bytes).equals(Buffer.from(bytes)), name).toBe(true);
    }
  });

  it("with BOM, CRLF, quoted newlines, NULL, a broken row and two currencies keeps what can be read", async () => {
    const { ctx, actor } = await finance();
    const rows = [
      line({}),
      line({ resource: "gpu-1", what: '"two\r\nlines"' }),
      line({ resource: "gpu-2", tags: "NULL" }),
      line({ resource: "gpu-3" }).replace("USD", "EUR"),
      line({ resource: "gpu-4", cost: "1,234.50" }),
      line({ resource: "gpu-5" }),
    ];
    const { plan, committed } = await importFile(ctx, bytesOf(`\uFEFF${[HEADER, ...rows].join("\r\n")}\r\n`));
    expect(plan.proof.holds).toBe(true);
    expect(plan.setAside.map((r) => [r.record, r.pile])).toEqual([[6, "refused"]]);
    expect(committed.entries).toBe(5);
    expect(await netOf(ctx)).toEqual([
      ["EUR", "10"],
      ["USD", "40"],
    ]);
    const stored = await root.query(
      "SELECT description FROM ledger_entry WHERE workspace_id = $1 AND resource = 'gpu-1'",
      [actor.workspaceId],
    );
    expect(stored.rows[0].description).toBe("two\r\nlines");
  });

  it("that was discarded takes no commit, and its bytes stay", async () => {
    const { ctx, actor } = await finance();
    const bill = await upload(ctx, fileOf({}));
    const { digest } = await planOf(ctx, bill);
    await inside(ctx, (tx) => discardBill(tx, ctx, { bill }));
    await expect(commitDigest(ctx, bill, digest)).rejects.toMatchObject({ code: "BILL_CLOSED" });
    expect(await countOf("bill_import", actor.workspaceId)).toBe(1);
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(0);
  });
});

const typed: ManualEntry = {
  component: "support",
  amount: "25.00",
  currency: "USD",
  chargeStart: "2026-09-01T00:00:00Z",
  chargeEnd: "2026-10-01T00:00:00Z",
  invoiceId: null,
  account: "acc",
  resource: "contract-1",
  description: "Support contract",
};

describe("corrections", () => {
  it("take back an entry, free its time alone, and let it be billed anew", async () => {
    const { ctx, actor } = await finance();
    const days = [1, 2, 3].map((d) => ({ start: `2026-09-0${d}T00:00:00Z`, end: `2026-09-0${d + 1}T00:00:00Z` }));
    await importFile(ctx, fileOf(...days));
    expect(await countOf("claim", actor.workspaceId)).toBe(1);
    const { lines } = await inside(ctx, (tx) => listEntries(onTx(tx), ALL_ENTRIES, null));
    const second = lines.find((l) => l.start === "2026-09-02T00:00:00Z")!;
    const { month, id } = second;
    const reversed = await inside(ctx, (tx) =>
      correctEntry(tx, ctx, { month, id, reason: "billed twice", instead: null }),
    );
    expect(reversed.data.reversal.month).toBe("2026-09-01");
    const claims = await root.query("SELECT period::text FROM claim WHERE workspace_id = $1 ORDER BY period", [
      actor.workspaceId,
    ]);
    expect(claims.rows.map((r) => r.period)).toHaveLength(2);
    expect(await netOf(ctx)).toEqual([["USD", "20"]]);
    const { plan } = await importFile(ctx, fileOf({ ...days[1], cost: "11" }, { ...days[2], cost: "11" }));
    expect(plan.setAside.map((r) => [r.record, r.reason])).toEqual([[3, "range-already-claimed"]]);
    expect(await netOf(ctx)).toEqual([["USD", "31"]]);
  });

  it("let a row that claims no time be billed anew, and only the one that was taken back", async () => {
    const { ctx } = await finance();
    const fee = { resource: "", cost: "3", what: "H100 GPU fee" };
    await importFile(ctx, fileOf(fee));
    const [stored] = (await inside(ctx, (tx) => listEntries(onTx(tx), ALL_ENTRIES, null))).lines;
    const at = { month: stored!.month, id: stored!.id };
    await inside(ctx, (tx) => correctEntry(tx, ctx, { ...at, reason: "refunded", instead: null }));
    const { plan } = await importFile(ctx, fileOf(fee, { cost: "1" }));
    expect(plan.setAside).toEqual([]);
    expect(await netOf(ctx)).toEqual([["USD", "4"]]);
    const again = await upload(ctx, fileOf(fee, { resource: "gpu-8" }));
    expect((await planOf(ctx, again)).setAside.map((r) => r.reason)).toEqual(["row-already-imported"]);
  });

  it("happen once, also in a race, and never to a reversal", async () => {
    const { ctx } = await finance();
    const { data } = await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: null }));
    const take = () => inside(ctx, (tx) => correctEntry(tx, ctx, { ...data, reason: "mistyped", instead: null }));
    const race = await Promise.allSettled(Array.from({ length: 5 }, take));
    const done = race.flatMap((r) => (r.status === "fulfilled" ? [r.value] : []));
    expect(done).toHaveLength(1);
    for (const r of race) if (r.status === "rejected") expect(r.reason).toMatchObject({ code: "ALREADY_REVERSED" });
    const reversal = done[0]!.data.reversal;
    await expect(
      inside(ctx, (tx) => correctEntry(tx, ctx, { ...reversal, reason: "again", instead: null })),
    ).rejects.toMatchObject({ code: "APPEND_ONLY" });
    expect(await netOf(ctx)).toEqual([["USD", "0"]]);
  });

  it("put another amount, component and brief in the entry's place in one step", async () => {
    const { ctx, brief } = await finance();
    const { data } = await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: null }));
    const instead = { component: "host" as const, billed: "24.00", effective: "24.00", brief: 1 };
    await inside(ctx, (tx) => correctEntry(tx, ctx, { ...data, reason: "it was a host", instead }));
    expect(await netOf(ctx)).toEqual([["USD", "24"]]);
    expect(await netOf(ctx, { briefId: brief })).toEqual([["USD", "24"]]);
    await expect(
      inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, component: "host", brief: null })),
    ).rejects.toMatchObject({ code: "LEDGER_OVERLAP" });
    await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: null }));
  });

  it("allocate what a rental names only later, without changing a total or a claim", async () => {
    const { ctx, actor, brief } = await finance();
    const { bill } = await importFile(ctx, fileOf({}, { resource: "gpu-9", cost: "4" }));
    expect(await netOf(ctx, { briefId: brief })).toEqual([]);
    const plan = randomUUID();
    const ids = [actor.workspaceId, plan, brief, actor.personId];
    await root.query("INSERT INTO plan (workspace_id, id, number, brief_id, created_by) VALUES ($1,$2,1,$3,$4)", ids);
    await root.query(
      `INSERT INTO rental (workspace_id, id, number, plan_id, kind, starts_at, ends_at, owner_id, stop_rule, resource_ids, created_by)
       VALUES ($1, $2, 1, $3, 'trial', '2026-08-30', '2026-09-10', $4, 'ends', ARRAY['gpu-0'], $4)`,
      [actor.workspaceId, randomUUID(), plan, actor.personId],
    );
    const claims = await countOf("claim", actor.workspaceId);
    const { data } = await inside(ctx, (tx) => rematchImport(tx, ctx, { bill, reason: "rental was named late" }));
    expect(data.allocated).toBe(1);
    expect(await netOf(ctx, { briefId: brief })).toEqual([["USD", "10"]]);
    expect(await netOf(ctx)).toEqual([["USD", "14"]]);
    expect(await countOf("claim", actor.workspaceId)).toBe(claims);
    const again = await inside(ctx, (tx) => rematchImport(tx, ctx, { bill, reason: "once more" }));
    expect(again.data.allocated).toBe(0);
    const later = await importFile(ctx, fileOf({ start: "2026-09-02T00:00:00Z", end: "2026-09-03T00:00:00Z" }));
    expect(later.committed.allocated).toBe(1);
    expect(await netOf(ctx, { briefId: brief })).toEqual([["USD", "20"]]);
  });
});

describe("months of a zone", () => {
  it("split a charge by its time, and change no total", async () => {
    const { ctx } = await finance();
    await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, amount: "30", resource: null, brief: null }));
    for (const id of ["UTC", "Asia/Jakarta", "America/New_York"]) {
      const facts = await inside(ctx, (tx) => costFacts(tx, question({ zone: zoneOf(id)! })));
      const report = costReport(facts.sums, {})[0]!;
      expect(report.totals.net, id).toBe("30");
      expect(report.byMonth.map((m) => m.month)).toEqual(
        { UTC: ["2026-09"], "Asia/Jakarta": ["2026-09", "2026-10"], "America/New_York": ["2026-08", "2026-09"] }[id],
      );
    }
    const september = { first: 2026 * 12 + 8, last: 2026 * 12 + 8 };
    const jakarta = await inside(ctx, (tx) =>
      costFacts(tx, question({ zone: zoneOf("Asia/Jakarta")!, months: september })),
    );
    expect(costReport(jakarta.sums, {})[0]!.totals.net).toMatch(/^29\.708333/);
  });
});

const counts = {
  periodStart: "2026-09-01T00:00:00Z",
  periodEnd: "2026-10-01T00:00:00Z",
  attempted: 100,
  accepted: 80,
  rejected: 15,
  failed: 5,
  retried: 9,
  note: null,
};

describe("outputs", () => {
  const record = (ctx: Ctx, idempotencyKey: string | null, over: Partial<typeof counts> = {}) =>
    inside(ctx, (tx) =>
      recordOutputs(tx, ctx, { brief: 1, counts: { ...counts, ...over }, source: "rest", idempotencyKey }),
    );
  const accepted = async (ctx: Ctx, briefId: string) =>
    (await inside(ctx, (tx) => costFacts(tx, question({ briefId })))).outputs.map((o) => [o.month, o.accepted]);

  it("with one key are recorded once, however often they come, and never with other counts", async () => {
    const { ctx, brief } = await finance();
    const race = await Promise.all(Array.from({ length: 8 }, () => record(ctx, "job-7")));
    expect(new Set(race.map((r) => r.data.id)).size).toBe(1);
    expect(race.filter((r) => !r.data.repeated)).toHaveLength(1);
    await expect(record(ctx, "job-7", { accepted: 81, rejected: 14 })).rejects.toMatchObject({
      code: "IDEMPOTENCY_REUSED",
    });
    expect(await accepted(ctx, brief)).toEqual([["2026-09", 80]]);
  });

  it("are corrected by the difference, which may be negative", async () => {
    const { ctx, brief } = await finance();
    const { id } = (await record(ctx, null)).data;
    const correct = (n: number) =>
      inside(ctx, (tx) =>
        correctOutputs(tx, ctx, {
          ...{ id, attempted: 100, accepted: n, rejected: 95 - n, failed: 5, retried: 0 },
          note: "late check",
        }),
      );
    await correct(70);
    await correct(75);
    expect(await accepted(ctx, brief)).toEqual([["2026-09", 75]]);
    await expect(correct(75)).rejects.toMatchObject({ code: "INVALID" });
  });

  it("of a file are recorded all or not at all, each misfit by its row", async () => {
    const { ctx, actor } = await finance();
    const head = "period_start,period_end,attempted,accepted,rejected,failed,retried\n";
    const good = "2026-09-01,2026-09-02,10,8,1,1,0\n2026-09-02,2026-09-03,10,9,1,0,2\n";
    const send = (text: string, idempotencyKey: string | null = null) =>
      inside(ctx, (tx) => recordOutputsCsv(tx, ctx, { brief: 1, bytes: bytesOf(head + text), idempotencyKey }));
    await expect(send(`${good}2026-09-03,2026-09-04,10,1.234,1,0,0\n`)).rejects.toMatchObject({
      code: "OUTPUTS_UNREADABLE",
      detail: { data: { rows: [{ record: 4, field: "accepted" }] } },
    });
    expect(await countOf("output_record", actor.workspaceId)).toBe(0);
    const first = await send(good, "file-1");
    const second = await send(good, "file-1");
    expect(second.data).toEqual({ ...first.data, repeated: true });
    expect(await countOf("output_record", actor.workspaceId)).toBe(2);
  });

  it("none accepted: the cost so far, no ratio", async () => {
    const { ctx, brief } = await finance();
    await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: 1 }));
    await record(ctx, null, { accepted: 0, rejected: 95 });
    const facts = await inside(ctx, (tx) => costFacts(tx, question({ briefId: brief })));
    const [report] = costReport(facts.sums, { "2026-09": facts.outputs[0]!.accepted });
    expect(report).toMatchObject({ perOutput: null, unitCost: { kind: "undefined", costSoFar: "25" } });
  });
});

describe("what stands beside the total", () => {
  it("changes no total, whatever is recorded of it", async () => {
    const { ctx, actor, brief } = await finance();
    await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: 1 }));
    const before = await inside(ctx, (tx) => costFacts(tx, question({ briefId: brief })));
    const rows = await countOf("ledger_entry", actor.workspaceId);
    const period = { brief: 1, periodStart: counts.periodStart, periodEnd: counts.periodEnd };
    for (const kind of ["idle", "failed", "ramp-up"] as const) {
      const measured = { ...period, kind, gpuSeconds: 3600, ofGpuSeconds: 36_000, source: "DCGM" };
      await inside(ctx, (tx) => recordDiagnostic(tx, ctx, measured));
    }
    await inside(ctx, (tx) => recordEffort(tx, ctx, { ...period, minutes: 600, note: null }));
    const after = await inside(ctx, (tx) => costFacts(tx, question({ briefId: brief })));
    expect(after.sums).toEqual(before.sums);
    expect(await countOf("ledger_entry", actor.workspaceId)).toBe(rows);
    expect(after.measured.map((m) => m.kind)).toEqual(["idle", "ramp-up", "failed"]);
    expect(after.effortMinutes).toBe(600);
    await expect(
      inside(ctx, (tx) =>
        recordDiagnostic(tx, ctx, { ...period, kind: "idle", gpuSeconds: 11, ofGpuSeconds: 10, source: "x" }),
      ),
    ).rejects.toMatchObject({ code: "INVALID" });
  });
});

describe("another workspace", () => {
  it("sees nothing, reaches nothing, and may bill the same time for itself", async () => {
    const mine = await finance();
    const other = await finance();
    const bytes = fileOf({});
    const { bill } = await importFile(mine.ctx, bytes);
    const { lines } = await inside(mine.ctx, (tx) => listEntries(onTx(tx), ALL_ENTRIES, null));
    expect(await inside(other.ctx, (tx) => listEntries(onTx(tx), ALL_ENTRIES, null))).toEqual({
      lines: [],
      next: null,
    });
    expect(await netOf(other.ctx)).toEqual([]);
    const at = { month: lines[0]!.month, id: lines[0]!.id };
    await expect(
      inside(other.ctx, (tx) => correctEntry(tx, other.ctx, { ...at, reason: "not mine", instead: null })),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(commitDigest(other.ctx, bill + 5, "0".repeat(64))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await importFile(other.ctx, bytes)).committed.entries).toBe(1);
  });
});

describe("every write", () => {
  it("leaves one event in the audit log", async () => {
    const { ctx, actor } = await finance();
    const { bill } = await importFile(ctx, fileOf({}));
    const { rows } = await root.query("SELECT action, detail FROM audit_event WHERE workspace_id = $1", [
      actor.workspaceId,
    ]);
    expect(rows.map((r) => r.action)).toEqual(["bill.commit"]);
    expect(rows[0].detail).toMatchObject({ entries: 1, via: "session" });
    expect(bill).toBe(1);
  });
});
