import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import {
  bytesOf,
  commitDigest,
  countOf,
  fileOf,
  finance,
  importFile,
  inside,
  netOf,
  openLedgerDatabase,
  question,
  root,
} from "@/lib/testing/ledger";
import { costReport } from "../cost-report";
import type { ManualEntry } from "../schema";
import { costFacts } from "./data/costs";
import { listEntries } from "./data/entries";
import { ALL_ENTRIES } from "./data/entry-filter";
import { onTx } from "./data/run-sql";
import { correctEntry } from "./mutations/correct-entry";
import { enterManually } from "./mutations/enter-manually";
import { recordDiagnostic, recordEffort } from "./mutations/record-beside";
import { correctOutputs, recordOutputs } from "./mutations/record-outputs";
import { recordOutputsCsv } from "./mutations/typed";

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

  it("of files with alike keys never meet, nor do a file's rows and a single record", async () => {
    const { ctx, actor } = await finance();
    const head = "period_start,period_end,attempted,accepted,rejected,failed,retried\n";
    const rows = "2026-09-01,2026-09-02,10,8,1,1,0\n2026-09-02,2026-09-03,10,9,1,0,2\n";
    const send = (idempotencyKey: string, text = rows) =>
      inside(ctx, (tx) => recordOutputsCsv(tx, ctx, { brief: 1, bytes: bytesOf(head + text), idempotencyKey }));
    await record(ctx, "job_1#1");
    for (const key of ["job_1", "jobX1", "job_1#1", "job_"]) expect((await send(key)).data.repeated, key).toBe(false);
    for (const key of ["job_1", "jobX1", "job_1#1", "job_"]) expect((await send(key)).data.repeated, key).toBe(true);
    expect(await countOf("output_record", actor.workspaceId)).toBe(9);
    const shorter = rows.slice(0, rows.indexOf("\n") + 1);
    await expect(send("job_1", shorter)).rejects.toMatchObject({ code: "IDEMPOTENCY_REUSED" });
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
    for (const gpuSeconds of fc.sample(fc.nat(36_000), 5)) {
      for (const kind of ["idle", "failed", "ramp-up"] as const) {
        const measured = { ...period, kind, gpuSeconds, ofGpuSeconds: 36_000, source: "DCGM" };
        await inside(ctx, (tx) => recordDiagnostic(tx, ctx, measured));
      }
      const now = await inside(ctx, (tx) => costFacts(tx, question({ briefId: brief })));
      expect(now.sums).toEqual(before.sums);
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
