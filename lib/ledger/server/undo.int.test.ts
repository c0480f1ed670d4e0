import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { runAndNote } from "@/lib/gate/run";
import { bytesOf, countOf, fileOf, finance, inside, openLedgerDatabase, root, upload } from "@/lib/testing/ledger";
import { PLAIN_TERMS } from "../source-choices";
import { classChanges } from "./data/class-changes";
import { statedInvoices, takenBackInvoices } from "./data/months";
import { statedRates, takenBackRates } from "./data/rates";
import { removedRecords } from "./data/removed-records";
import { onTx } from "./data/run-sql";
import { endedSources, listSources } from "./data/sources";
import { removedViews, savedViews } from "./data/views";
import { endBudget, resumeBudget, setBudget } from "./mutations/budget";
import { setClasses, undoClasses } from "./mutations/class-change";
import { discardBill, restoreBill } from "./mutations/prepare-bill";
import { recordDiagnostic, recordEffort } from "./mutations/record-beside";
import { removeDiagnostic, removeEffort, restoreDiagnostic, restoreEffort } from "./mutations/remove-beside";
import { endSource, reopenSource, setSource } from "./mutations/source";
import { restateInvoice, stateInvoice } from "./mutations/state-invoice";
import { restateRate, stateRate } from "./mutations/state-rate";
import { keepView, removeView, restoreView } from "./mutations/view";

openLedgerDatabase();

type Mutation<I, T> = Parameters<typeof runAndNote<I, T>>[2];
/** With its audit event, as the gate runs it: what was removed is put back from there. */
const act = <I, T>(ctx: Ctx, run: Mutation<I, T>, input: I): Promise<T> =>
  inside(ctx, (tx: Tx) => runAndNote(tx, ctx, run, input));
const as = (ctx: Ctx, personId: Ctx["actor"]["personId"], ...roles: Ctx["actor"]["roles"]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, personId, roles },
});
const changed = (why: string, what?: string) => ({
  code: "UNDO_CHANGED",
  detail: { data: what === undefined ? { why } : { why, what } },
});

describe("classes of many rows", () => {
  const classesOf = async (ctx: Ctx, bill: number) =>
    inside(ctx, async (tx) => (await tx.billImport.findFirstOrThrow({ where: { number: bill } })).classes);
  const history = (ctx: Ctx, bill: number) =>
    inside(ctx, async (tx) => {
      const { id } = await tx.billImport.findFirstOrThrow({ where: { number: bill } });
      return (await classChanges(onTx(tx), id)).map((c) => [c.component, c.rows]);
    });

  it("come back exactly as they were, change by change, and not twice", async () => {
    const { ctx } = await finance();
    const bill = await upload(ctx, fileOf({}, {}, {}));
    const first = await act(ctx, setClasses, { bill, records: [2], component: "host" });
    const second = await act(ctx, setClasses, { bill, records: [2, 3, 4, 4], component: "network" });
    expect(second.rows).toBe(3);
    const third = await act(ctx, setClasses, { bill, records: [3], component: null });
    expect(await classesOf(ctx, bill)).toEqual({ 2: "network", 4: "network" });
    expect(await history(ctx, bill)).toEqual([
      [null, 1],
      ["network", 3],
      ["host", 1],
    ]);
    // A row of the second change got another class since: putting it back would take that away.
    await expect(act(ctx, undoClasses, { bill, change: second.change ?? "" })).rejects.toMatchObject(
      changed("rows-changed", "1"),
    );
    await act(ctx, undoClasses, { bill, change: third.change ?? "" });
    await act(ctx, undoClasses, { bill, change: second.change ?? "" });
    expect(await classesOf(ctx, bill)).toEqual({ 2: "host" });
    await expect(act(ctx, undoClasses, { bill, change: second.change ?? "" })).rejects.toMatchObject(changed("undone"));
    await act(ctx, undoClasses, { bill, change: first.change ?? "" });
    expect(await classesOf(ctx, bill)).toEqual({});
    expect(await history(ctx, bill)).toEqual([]);
  });

  it("that change nothing leave no change; a discarded import, another one and another workspace are refused", async () => {
    const [{ ctx }, other] = [await finance(), await finance()];
    const bill = await upload(ctx, fileOf({}, {}));
    const { change } = await act(ctx, setClasses, { bill, records: [2], component: "host" });
    const again = await act(ctx, setClasses, { bill, records: [2], component: "host" });
    expect(again).toEqual({ rows: 0, change: null });
    const theirs = await upload(other.ctx, fileOf({}, {}));
    for (const run of [
      () => act(other.ctx, undoClasses, { bill: theirs, change: change ?? "" }),
      () => act(ctx, undoClasses, { bill, change: "00000000-0000-4000-8000-000000000000" }),
    ])
      await expect(run()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await act(ctx, discardBill, { bill });
    await expect(act(ctx, undoClasses, { bill, change: change ?? "" })).rejects.toMatchObject({ code: "BILL_CLOSED" });
    await act(ctx, restoreBill, { bill });
    await act(ctx, undoClasses, { bill, change: change ?? "" });
    expect(await classesOf(ctx, bill)).toEqual({});
    const actions = await root.query(
      "SELECT action FROM audit_event WHERE workspace_id = $1 AND entity_type = 'bill' ORDER BY action",
      [ctx.actor.workspaceId],
    );
    expect(actions.rows.map((r) => r.action)).toEqual([
      "bill.classify",
      "bill.classify-undo",
      "bill.discard",
      "bill.restore",
    ]);
  });
});

describe("a removed view", () => {
  it("comes back with its id, name, filters and maker; to whoever may remove it, and only while its name is free", async () => {
    const [{ ctx }, other] = [await finance(), await finance()];
    const { id } = await act(ctx, keepView, { page: "costs", name: "By team", query: "by=team" });
    const rowOf = async () => (await root.query("SELECT * FROM saved_view WHERE id = $1", [id])).rows[0];
    const before = await rowOf();
    await act(ctx, removeView, { id });
    const gone = (who: Ctx) => inside(who, (tx) => removedViews(tx, who.actor, "costs", who.now));
    expect(await gone(ctx)).toEqual([{ id, name: "By team", query: "by=team", mine: true }]);
    const stranger = as(ctx, other.actor.personId, "viewer");
    expect(await gone(stranger)).toEqual([]);
    for (const who of [stranger, other.ctx])
      await expect(act(who, restoreView, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const taken = await act(ctx, keepView, { page: "costs", name: "by TEAM", query: "" });
    await expect(act(ctx, restoreView, { id })).rejects.toMatchObject(changed("name-taken", "By team"));
    await act(ctx, removeView, { id: taken.id });
    await act(ctx, restoreView, { id });
    expect(await rowOf()).toEqual(before);
    await expect(act(ctx, restoreView, { id })).rejects.toMatchObject(changed("undone"));
    expect((await gone(ctx)).map((v) => v.id)).toEqual([taken.id]);
    expect(await inside(ctx, (tx) => savedViews(tx, ctx.actor, "costs"))).toHaveLength(1);
  });
});

describe("what was ended", () => {
  it("a source is in use again under the same terms, unless another took its name", async () => {
    const { ctx } = await finance();
    const make = (name: string) =>
      act(ctx, setSource, { id: null, name, terms: { ...PLAIN_TERMS, taxIncludedPct: "23" } });
    const { id } = await make("Export");
    const before = await inside(ctx, listSources);
    await act(ctx, endSource, { id });
    expect(await inside(ctx, endedSources)).toMatchObject([{ id, name: "Export" }]);
    const other = await make("EXPORT");
    await expect(act(ctx, reopenSource, { id })).rejects.toMatchObject(changed("name-taken", "Export"));
    await act(ctx, endSource, { id: other.id });
    await act(ctx, reopenSource, { id });
    expect(await inside(ctx, listSources)).toEqual(before);
    await expect(act(ctx, reopenSource, { id })).rejects.toMatchObject(changed("undone"));
  });

  it("a budget runs again as if it had never ended", async () => {
    const { ctx } = await finance();
    const { id } = await act(ctx, setBudget, {
      name: "All",
      brief: null,
      measure: "amount",
      currency: "USD",
      limit: "10",
      warnPercent: 80,
    });
    const rowOf = async () => (await root.query("SELECT * FROM budget WHERE id = $1", [id])).rows[0];
    const before = await rowOf();
    await act(ctx, endBudget, { id });
    await act(ctx, resumeBudget, { id });
    expect(await rowOf()).toEqual(before);
    await expect(act(ctx, resumeBudget, { id })).rejects.toMatchObject(changed("undone"));
  });
});

describe("what was taken back", () => {
  const EUR = { from: "EUR", to: "USD", dated: "2026-11-30", source: "the bank" };

  it("a rate counts again, in the same words; not after another was stated", async () => {
    const { ctx } = await finance();
    expect(await act(ctx, stateRate, { ...EUR, rate: null })).toMatchObject({ undoable: false });
    await act(ctx, stateRate, { ...EUR, rate: "1.080" });
    const standing = () => inside(ctx, async (tx) => (await statedRates(tx)).map((r) => [r.rate, r.source]));
    const before = await standing();
    const gone = await act(ctx, stateRate, { ...EUR, rate: null, source: "a mistake" });
    expect(gone.undoable).toBe(true);
    expect(await standing()).toEqual([]);
    expect(await inside(ctx, takenBackRates)).toMatchObject([{ id: gone.id, rate: "1.080" }]);
    await act(ctx, restateRate, { id: gone.id });
    expect(await standing()).toEqual(before);
    expect(await inside(ctx, takenBackRates)).toEqual([]);
    await expect(act(ctx, restateRate, { id: gone.id })).rejects.toMatchObject(changed("restated"));
  });

  it("an invoice's total is stated again; not after another was", async () => {
    const [{ ctx }, other] = [await finance(), await finance()];
    const at = { month: "2026-09-01", issuer: "Cloud", invoiceId: "I-1", currency: "USD" };
    await act(ctx, stateInvoice, { ...at, amount: "100.50", source: "the invoice" });
    const standing = () => inside(ctx, (tx) => statedInvoices(onTx(tx), "2026-09-01"));
    const gone = await act(ctx, stateInvoice, { ...at, amount: null, source: "a mistake" });
    expect(gone.undoable).toBe(true);
    const back = () => inside(ctx, (tx) => takenBackInvoices(onTx(tx), "2026-09-01"));
    expect(await back()).toEqual([
      { id: gone.id, issuer: "Cloud", invoiceId: "I-1", currency: "USD", amount: "100.5" },
    ]);
    await expect(act(other.ctx, restateInvoice, { id: gone.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await act(ctx, restateInvoice, { id: gone.id });
    expect((await standing()).at(-1)).toMatchObject({ amount: "100.5", source: "the invoice" });
    expect(await back()).toEqual([]);
    await act(ctx, stateInvoice, { ...at, amount: "99", source: "a new invoice" });
    await expect(act(ctx, restateInvoice, { id: gone.id })).rejects.toMatchObject(changed("restated"));
  });
});

describe("removed time and hours", () => {
  const PERIOD = { brief: 1, periodStart: "2026-09-01T00:00:00Z", periodEnd: "2026-09-02T00:00:00Z" };

  it("come back as they were, each once, and are listed until then", async () => {
    const { ctx, brief } = await finance();
    const idle = await act(ctx, recordDiagnostic, {
      ...PERIOD,
      kind: "idle",
      gpuSeconds: 7200,
      ofGpuSeconds: 86400,
      energyJoules: 3_600_000,
      source: "DCGM",
    });
    const hours = await act(ctx, recordEffort, { ...PERIOD, minutes: 90, note: "On call" });
    const rowsOf = async () => [
      (await root.query("SELECT * FROM diagnostic_record WHERE id = $1", [idle.id])).rows,
      (await root.query("SELECT * FROM effort_record WHERE id = $1", [hours.id])).rows,
    ];
    const before = await rowsOf();
    await act(ctx, removeDiagnostic, idle);
    await act(ctx, removeEffort, hours);
    expect(await countOf("diagnostic_record", ctx.actor.workspaceId)).toBe(0);
    const gone = (of: string | null) => inside(ctx, (tx) => removedRecords(tx, of, ctx.now));
    expect((await gone(brief)).map(({ what, kind, seconds, brief: n }) => [what, kind, seconds, n]).sort()).toEqual([
      ["diagnostic", "idle", 7200, 1],
      ["effort", null, 5400, 1],
    ]);
    expect(await gone("00000000-0000-4000-8000-000000000000")).toEqual([]);
    await act(ctx, restoreDiagnostic, idle);
    await act(ctx, restoreEffort, hours);
    expect(await rowsOf()).toEqual(before);
    expect(await gone(null)).toEqual([]);
    await expect(act(ctx, restoreDiagnostic, idle)).rejects.toMatchObject(changed("undone"));
    await expect(act(ctx, restoreEffort, { id: idle.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it("a discarded import waits again with the classes that it had", async () => {
  const { ctx } = await finance();
  const bill = await upload(ctx, bytesOf(new TextDecoder().decode(fileOf({}))));
  await act(ctx, setClasses, { bill, records: [2], component: "host" });
  const rowOf = async () =>
    (await root.query("SELECT * FROM bill_import WHERE workspace_id = $1", [ctx.actor.workspaceId])).rows[0];
  const before = await rowOf();
  await act(ctx, discardBill, { bill });
  await act(ctx, restoreBill, { bill });
  expect(await rowOf()).toEqual(before);
});
