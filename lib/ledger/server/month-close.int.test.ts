import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import { withWorkspace } from "@/lib/db/doors";
import {
  commitDigest,
  fileOf,
  finance,
  importFile,
  inside,
  openLedgerDatabase,
  planOf,
  root,
  upload,
} from "@/lib/testing/ledger";
import { changedSince, closeDigest, reconcile } from "../month-close";
import { closedMonth, issuerHeld, listMonths, monthHeld, statedInvoices } from "./data/months";
import { onTx } from "./data/run-sql";
import { monthContent } from "./month-loaders";
import { closeMonth } from "./mutations/close-month";
import { correctEntry } from "./mutations/correct-entry";
import { enterManually } from "./mutations/enter-manually";
import { stateInvoice } from "./mutations/state-invoice";

openLedgerDatabase();

const MONTH = "2026-09-01";
const BOUNDS = { month: MONTH, start: "2026-09-01T00:00:00Z", end: "2026-10-01T00:00:00Z" };
const look = (ctx: Ctx) =>
  inside(ctx, async (tx) => {
    const sql = onTx(tx);
    const held = await monthHeld(sql, BOUNDS);
    const lines = reconcile(await issuerHeld(sql, BOUNDS), await statedInvoices(sql, MONTH));
    return { held, lines, digest: closeDigest("2026-09", held, lines), closed: await closedMonth(sql, BOUNDS) };
  });
const at = (ctx: Ctx, day: string): Ctx => ({ ...ctx, now: new Date(`${day}T12:00:00Z`) });
const close = async (ctx: Ctx, note = "", digest?: string) => {
  const seen = digest ?? (await look(ctx)).digest;
  return withWorkspace(ctx.actor.workspaceId, (tx) => closeMonth(tx, ctx, { month: MONTH, digest: seen, note }));
};
const state = (ctx: Ctx, amount: string | null) =>
  inside(ctx, (tx) =>
    stateInvoice(tx, ctx, {
      month: MONTH,
      issuer: "",
      invoiceId: "",
      currency: "USD",
      amount,
      source: "invoice 7, page 1",
    }),
  );

async function filled() {
  const { ctx: now } = await finance();
  const ctx = at(now, "2026-10-05");
  await importFile(ctx, fileOf({ cost: "10.25" }, { cost: "2", resource: "gpu-1" }));
  return ctx;
}

describe("closing a month", () => {
  it("waits until the month is over and its invoices tie or a note explains why not", async () => {
    const ctx = await filled();
    await expect(close(at(ctx, "2026-09-30"), "a note")).rejects.toMatchObject({
      code: "MONTH_NOT_READY",
      detail: { data: { hindrances: ["not-over"] } },
    });
    await expect(close(ctx)).rejects.toMatchObject({ detail: { data: { hindrances: ["unexplained"] } } });
    await state(ctx, "12.30");
    await expect(close(ctx)).rejects.toMatchObject({ detail: { data: { hindrances: ["unexplained"] } } });
    await state(ctx, "12.25");
    await close(ctx);
    expect((await look(ctx)).closed).toMatchObject({ closedAt: "2026-10-05T12:00:00Z", note: null });
    await expect(close(ctx)).rejects.toMatchObject({ detail: { data: { hindrances: ["closed"] } } });
  });

  it("has a page while it holds anything, and also where all that was said of it was taken back", async () => {
    const { ctx } = await finance();
    const content = () => inside(ctx, (tx) => monthContent(onTx(tx), BOUNDS));
    expect(await content()).toBeNull();
    await state(ctx, "120.50");
    expect(await content()).toMatchObject({ held: [], lines: [{ stated: "120.5" }], takenBack: [] });
    await state(ctx, null);
    expect(await content()).toMatchObject({ held: [], lines: [], takenBack: [{ currency: "USD", amount: "120.5" }] });
  });

  it("stands in the list exactly where it has a page, also without an entry", async () => {
    const { ctx } = await finance();
    const seen = () => inside(ctx, (tx) => listMonths(onTx(tx), "UTC"));
    const hasPage = () => inside(ctx, async (tx) => (await monthContent(onTx(tx), BOUNDS)) !== null);
    await state(ctx, null);
    expect([await seen(), await hasPage()]).toEqual([[], false]);
    await state(ctx, "120.50");
    const bare = { month: "2026-09", entries: 0, unclassified: 0, later: 0, sums: [], closedAt: null };
    expect([await seen(), await hasPage()]).toEqual([[{ ...bare, stated: 1, takenBack: 0 }], true]);
    await state(ctx, null);
    expect([await seen(), await hasPage()]).toEqual([[{ ...bare, stated: 0, takenBack: 1 }], true]);
    await importFile(ctx, fileOf({ cost: "7", start: "2026-10-01T00:00:00Z", end: "2026-10-02T00:00:00Z" }));
    await importFile(ctx, fileOf({ cost: "7", start: "2026-08-01T00:00:00Z", end: "2026-08-02T00:00:00Z" }), "b.csv");
    expect((await seen()).map((m) => m.month)).toEqual(["2026-10", "2026-09", "2026-08"]);
  });

  it("stands in the list once it is closed, also where another zone puts its entries elsewhere", async () => {
    const { ctx: now } = await finance();
    const ctx = at(now, "2026-10-05");
    await importFile(ctx, fileOf({ cost: "1", start: "2026-09-30T23:00:00Z", end: "2026-09-30T23:30:00Z" }));
    await close(ctx, "no invoice yet");
    const september = { month: MONTH, start: "2026-08-31T22:00:00Z", end: "2026-09-30T22:00:00Z" };
    expect(await inside(ctx, (tx) => listMonths(onTx(tx), "Europe/Warsaw"))).toMatchObject([
      { month: "2026-10", entries: 1 },
      { month: "2026-09", entries: 0, closedAt: "2026-10-05T12:00:00Z" },
    ]);
    expect(await inside(ctx, (tx) => monthContent(onTx(tx), september))).toMatchObject({
      held: [],
      closed: { closedAt: "2026-10-05T12:00:00Z" },
    });
  });

  it("is refused for what is unclassified, and for sums that are no longer those that were seen", async () => {
    const ctx = await filled();
    const { digest } = await look(ctx);
    const bill = await upload(
      ctx,
      fileOf({ cost: "1", category: "Other", service: "?", sku: "?", what: "?", resource: "x" }),
      "b.csv",
    );
    await commitDigest(ctx, bill, (await planOf(ctx, bill)).digest, true);
    await expect(close(ctx, "a note", digest)).rejects.toMatchObject({
      detail: { data: { hindrances: ["unclassified"] } },
    });
    const id = (
      await root.query("SELECT id::text FROM ledger_entry WHERE component = 'unclassified' AND workspace_id = $1", [
        ctx.actor.workspaceId,
      ])
    ).rows[0].id;
    await inside(ctx, (tx) => correctEntry(tx, ctx, { month: MONTH, id, reason: "not ours", instead: null }));
    await importFile(ctx, fileOf({ cost: "1", resource: "gpu-9" }), "c.csv");
    await expect(close(ctx, "a note", digest)).rejects.toMatchObject({ code: "MONTH_CHANGED" });
    await close(ctx, "a note");
  });

  it("keeps what it held; imports, corrections and typed lines come afterwards and are told apart", async () => {
    const ctx = await filled();
    await close(ctx, "no invoice yet");
    const then = (await look(ctx)).closed?.held ?? [];
    await importFile(ctx, fileOf({ cost: "5", resource: "gpu-2" }), "later.csv");
    await inside(ctx, (tx) =>
      enterManually(tx, ctx, {
        ...{ component: "support", amount: "3", currency: "USD", invoiceId: null, account: "", resource: null },
        ...{
          chargeStart: "2026-09-03T00:00:00Z",
          chargeEnd: "2026-09-04T00:00:00Z",
          description: "support",
          brief: null,
        },
      }),
    );
    await importFile(
      ctx,
      fileOf({ cost: "7", start: "2026-10-01T00:00:00Z", end: "2026-10-02T00:00:00Z" }),
      "next.csv",
    );
    const now = await look(ctx);
    expect(now.closed?.held).toEqual(then);
    expect(changedSince(then, now.held)).toEqual([
      { currency: "USD", component: "accelerator", billed: "5", effective: "5" },
      { currency: "USD", component: "support", billed: "3", effective: "3" },
    ]);
    expect(await inside(ctx, (tx) => listMonths(onTx(tx), "UTC"))).toMatchObject([
      { month: "2026-10", closedAt: null, later: 0 },
      { month: "2026-09", closedAt: "2026-10-05T12:00:00Z", later: 2, entries: 4 },
    ]);
  });

  it("races ten imports: each is either in what was closed or told apart", async () => {
    const ctx = await filled();
    const bills = await Promise.all(
      Array.from({ length: 10 }, (_, i) => upload(ctx, fileOf({ cost: "1", resource: `r-${i}` }), `r${i}.csv`)),
    );
    const commits = bills.map(async (bill) => commitDigest(ctx, bill, (await planOf(ctx, bill)).digest));
    const closing = (async () => {
      for (;;) {
        const done = await close(ctx, "while bills come in").catch((e: { code: string }) => e.code);
        if (done !== "MONTH_CHANGED") return done;
      }
    })();
    await Promise.all([...commits, closing]);
    const { held, closed } = await look(ctx);
    const sum = (rows: readonly { billed: string }[]) => rows.reduce((n, r) => n + Number(r.billed), 0);
    const later = await root.query(
      "SELECT coalesce(sum(billed), 0)::float AS n FROM ledger_entry WHERE workspace_id = $1 AND after_close",
      [ctx.actor.workspaceId],
    );
    expect(sum(held)).toBe(22.25);
    expect(sum(closed?.held ?? []) + later.rows[0].n).toBe(22.25);
  });

  it("goes by the workspace's zone, as every page does", async () => {
    const ctx = await filled();
    await root.query("UPDATE workspace SET time_zone = 'Europe/Warsaw' WHERE id = $1", [ctx.actor.workspaceId]);
    const hours = { start: "2026-08-31T22:00:00Z", end: "2026-09-01T00:00:00Z", resource: "night" };
    await importFile(ctx, fileOf({ ...hours, cost: "4" }), "night.csv");
    const september = { month: MONTH, start: "2026-08-31T22:00:00Z", end: "2026-09-30T22:00:00Z" };
    const sum = async () =>
      (await inside(ctx, (tx) => monthHeld(onTx(tx), september))).reduce((n, h) => n + Number(h.billed), 0);
    expect(await sum()).toBe(16.25);
    const months = await inside(ctx, (tx) => listMonths(onTx(tx), "Europe/Warsaw"));
    expect(months.map((m) => [m.month, m.entries])).toEqual([["2026-09", 3]]);
    await expect(close(ctx, "no invoice yet")).rejects.toMatchObject({ code: "MONTH_CHANGED" });
    const seen = await inside(ctx, async (tx) => {
      const sql = onTx(tx);
      const lines = reconcile(await issuerHeld(sql, september), await statedInvoices(sql, MONTH));
      return closeDigest("2026-09", await monthHeld(sql, september), lines);
    });
    await close(ctx, "no invoice yet", seen);
    await importFile(ctx, fileOf({ ...hours, resource: "late night", cost: "2" }), "late.csv");
    expect(await inside(ctx, (tx) => listMonths(onTx(tx), "Europe/Warsaw"))).toMatchObject([{ later: 1 }]);
  });

  it("is enforced by the database: a write that does not say that it came afterwards is refused", async () => {
    const ctx = await filled();
    await close(ctx, "no invoice yet");
    const insert = (after: boolean) =>
      root.query(
        `INSERT INTO ledger_entry (workspace_id, month, id, component, kind, rule, billed, effective, currency, charge_start, charge_end, created_by, after_close)
         VALUES ($1, $2::text::date, gen_random_uuid(), 'host', 'usage', 'test', 1, 1, 'USD', $2::text::date, $2::text::date, $3, $4)`,
        [ctx.actor.workspaceId, MONTH, ctx.actor.personId, after],
      );
    await expect(insert(false)).rejects.toThrow("MONTH_CLOSED");
    await insert(true);
    await expect(root.query("UPDATE month_close SET digest = ''")).rejects.toThrow("APPEND_ONLY");
  });

  it("shows no month, statement or close of another workspace", async () => {
    const ctx = await filled();
    await state(ctx, "12.25");
    await close(ctx);
    const { ctx: other } = await finance();
    expect(await look(other)).toMatchObject({ held: [], lines: [], closed: null });
    expect(await inside(other, (tx) => listMonths(onTx(tx), "UTC"))).toEqual([]);
  });
});
