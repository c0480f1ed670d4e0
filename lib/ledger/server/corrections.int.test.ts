import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  countOf,
  fileOf,
  finance,
  importFile,
  inside,
  netOf,
  openLedgerDatabase,
  planOf,
  question,
  root,
  upload,
} from "@/lib/testing/ledger";
import { costReport } from "../cost-report";
import { zoneOf } from "../period";
import type { ManualEntry } from "../schema";
import { findBill } from "./data/bills";
import { costFacts } from "./data/costs";
import { listEntries } from "./data/entries";
import { ALL_ENTRIES } from "./data/entry-filter";
import { onTx } from "./data/run-sql";
import { correctEntry, rematchImport } from "./mutations/correct-entry";
import { enterManually } from "./mutations/enter-manually";

openLedgerDatabase();

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

  it("are listed with the import whose entry they change, and not with another", async () => {
    const { ctx } = await finance();
    const { bill } = await importFile(ctx, fileOf({}, { resource: "gpu-8" }));
    await importFile(ctx, fileOf({ resource: "gpu-9" }));
    const found = await inside(ctx, (tx) => findBill(tx, bill));
    const ofBill = { ...ALL_ENTRIES, bill: found!.id };
    const [first] = (await inside(ctx, (tx) => listEntries(onTx(tx), ofBill, null))).lines;
    const instead = { component: "host" as const, billed: "9", effective: "9", brief: null };
    await inside(ctx, (tx) => correctEntry(tx, ctx, { month: first!.month, id: first!.id, reason: "a host", instead }));
    const { lines } = await inside(ctx, (tx) => listEntries(onTx(tx), ofBill, null));
    expect(lines.map((l) => Number(l.billed)).sort((a, b) => a - b)).toEqual([-10, 9, 10, 10]);
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
    // What it was taken for before is free again: a machine and its host are billed for the same hours.
    await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: null }));
    await expect(inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: null }))).rejects.toMatchObject({
      code: "LEDGER_OVERLAP",
    });
  });

  it("typed over claimed time are refused with the entry that claims it, so that both stand side by side", async () => {
    const { ctx } = await finance();
    const { data } = await inside(ctx, (tx) => enterManually(tx, ctx, { ...typed, brief: null }));
    const again = { ...typed, amount: "30.00", chargeStart: "2026-09-20T00:00:00Z", brief: null };
    await expect(inside(ctx, (tx) => enterManually(tx, ctx, again))).rejects.toMatchObject({
      code: "LEDGER_OVERLAP",
      detail: {
        data: {
          existing: {
            ...data,
            description: "Support contract",
            resource: "contract-1",
            start: "2026-09-01T00:00:00Z",
            end: "2026-10-01T00:00:00Z",
            amount: "25",
            currency: "USD",
            file: null,
          },
        },
      },
    });
  });

  it("to another component keep the claim, so that a longer file counts the row once; a mere reversal frees it", async () => {
    for (const component of ["host", "credit"] as const) {
      const { ctx, actor } = await finance();
      await importFile(ctx, fileOf({}));
      const [stored] = (await inside(ctx, (tx) => listEntries(onTx(tx), ALL_ENTRIES, null))).lines;
      const at = { month: stored!.month, id: stored!.id };
      const instead = { component, billed: "10", effective: "10", brief: null };
      const { data } = await inside(ctx, (tx) => correctEntry(tx, ctx, { ...at, reason: "not a GPU", instead }));
      expect(await countOf("claim", actor.workspaceId), component).toBe(1);
      const { plan } = await importFile(ctx, fileOf({ cost: "1" }, {}));
      expect(plan.setAside.map((r) => [r.record, r.reason])).toEqual([[3, "row-already-imported"]]);
      const payable = await root.query(
        "SELECT trim_scale(sum(billed))::text AS sum FROM ledger_entry WHERE workspace_id = $1",
        [actor.workspaceId],
      );
      expect(payable.rows[0].sum, component).toBe("11");
      await inside(ctx, (tx) => correctEntry(tx, ctx, { ...data.instead!, reason: "never used", instead: null }));
      expect(await countOf("claim", actor.workspaceId), component).toBe(1);
    }
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
