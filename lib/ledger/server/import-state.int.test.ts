import { describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import {
  bytesOf,
  commitDigest,
  fileOf,
  finance,
  inside,
  openLedgerDatabase,
  planOf,
  root,
  upload,
} from "@/lib/testing/ledger";
import type { ImportFacts } from "../import-state";
import { READ_AT_ONCE } from "../read-at-once";
import { PLAIN_TERMS } from "../source-choices";
import { classesOf } from "./data/bill-plan";
import { findBill, listBills } from "./data/bills";
import { importFacts } from "./data/import-facts";
import { importStates, stateOfSeen } from "./data/import-states";
import { planView } from "./data/planned";
import { onTx } from "./data/run-sql";
import { WorkTeller } from "./mutations/bill-work";
import { correctEntry } from "./mutations/correct-entry";
import { chooseSource, setSource } from "./mutations/source";

openLedgerDatabase();

const factsOf = (ctx: Ctx, number: number): Promise<ImportFacts | undefined> =>
  inside(ctx, async (tx) => {
    const bills = (await listBills(tx)).filter((b) => b.number === number);
    return (await importFacts(onTx(tx), bills)).get(bills[0]?.id ?? "");
  });
/** As the list of imports says it. */
const stateOf = async (ctx: Ctx, number: number) => {
  const state = await inside(ctx, async (tx) => {
    const bills = (await listBills(tx)).filter((b) => b.number === number);
    return (await importStates(tx, bills, "USD")).get(bills[0]?.id ?? "");
  });
  if (!state) throw new Error("no state");
  return state;
};
/** As the page of one import says it, which plans a small file at each look. */
const stateOnPage = (ctx: Ctx, number: number) =>
  inside(ctx, async (tx) => {
    const bill = await findBill(tx, number);
    if (!bill) throw new Error("no bill");
    const terms = { basis: "effective", currency: "USD", classes: classesOf(bill.classes) } as const;
    const planned = await planView(onTx(tx), bill, terms);
    const seen = planned.ok ? { view: planned.view, unreadable: null } : { view: null, unreadable: planned.code };
    return stateOfSeen(onTx(tx), bill, seen);
  });
const commit = async (ctx: Ctx, bill: number, otherAccounts = false) =>
  commitDigest(ctx, bill, (await planOf(ctx, bill)).digest, true, otherAccounts);

describe("the state of an import", () => {
  it("is planned, then warns of what has no class in the ledger, and is stable once that is corrected", async () => {
    const { ctx, actor } = await finance();
    const bill = await upload(
      ctx,
      fileOf({}, { service: "Odd", sku: "thing", what: "something", category: "Other", resource: "x" }),
    );
    expect(await stateOf(ctx, bill)).toMatchObject({ is: "planned" });
    await commit(ctx, bill);
    const before = await stateOf(ctx, bill);
    expect(before).toMatchObject({ is: "warning" });
    expect(before.reasons).toContainEqual({ why: "unclassified", count: 1 });
    const { rows } = await root.query(
      "SELECT id, to_char(month, 'YYYY-MM-DD') AS month FROM ledger_entry WHERE workspace_id = $1 AND component = 'unclassified'",
      [actor.workspaceId],
    );
    const instead = { component: "host", billed: "10", effective: "10", brief: null } as const;
    await inside(ctx, (tx) => correctEntry(tx, ctx, { ...rows[0], reason: "It is a host", instead }));
    expect((await stateOf(ctx, bill)).reasons.map((r) => r.why)).not.toContain("unclassified");
  });

  it("is a warning in the list and on its page alike where a small file is no bill", async () => {
    const { ctx } = await finance();
    const bill = await upload(ctx, bytesOf("These are the minutes of a meeting.\n"), "minutes.csv");
    const warning = { is: "warning", progress: null, reasons: [{ why: "unreadable" }] };
    expect(await stateOnPage(ctx, bill)).toEqual(warning);
    expect(await stateOf(ctx, bill)).toEqual(warning);
    const readable = await upload(ctx, fileOf({}));
    expect((await stateOnPage(ctx, readable)).is).toBe("planned");
    expect((await stateOf(ctx, readable)).is).toBe("planned");
  });

  it("warns of entries that a later file took back, and of rows that were refused", async () => {
    const { ctx } = await finance();
    const terms = { ...PLAIN_TERMS, delivery: "replaces" } as const;
    const source = await inside(
      ctx,
      async (tx) => (await setSource(tx, ctx, { id: null, name: "Export", terms })).data.id,
    );
    const header = "charge_start,charge_end,component,amount,currency,resource,description\n";
    const hour = (n: number, amount: string) =>
      `2026-09-01T0${n}:00:00Z,2026-09-01T0${n + 1}:00:00Z,accelerator,${amount},USD,gpu-1,one hour\n`;
    const deliver = async (text: string, name: string) => {
      const bill = await upload(ctx, bytesOf(header + text), name);
      await inside(ctx, (tx) => chooseSource(tx, ctx, { bill, source }));
      await commit(ctx, bill);
      return bill;
    };
    const first = await deliver(hour(0, "1") + hour(1, "1"), "a.csv");
    expect(await stateOf(ctx, first)).toEqual({ is: "stable", progress: null, reasons: [] });
    const second = await deliver(hour(0, "1") + hour(1, "2") + hour(2, "much"), "b.csv");
    expect(await stateOf(ctx, first)).toMatchObject({ is: "warning", reasons: [{ why: "taken-back", count: 1 }] });
    expect((await stateOf(ctx, second)).reasons).toContainEqual({ why: "refused", count: 1 });
  });

  it("is importing while work on it beats, with rows done of all; warns of work that broke off or died", async () => {
    const { ctx, actor } = await finance();
    const bill = await upload(ctx, fileOf({}));
    const { rows } = await root.query("SELECT id FROM bill_import WHERE workspace_id = $1", [actor.workspaceId]);
    // As a large file: its page waits for the work on it instead of reading it at once.
    await root.query("UPDATE bill_import SET size = $2 WHERE id = $1", [rows[0].id, READ_AT_ONCE + 1]);
    const place = { workspaceId: actor.workspaceId, billId: rows[0].id as string, run: ctx.newId() };
    const teller = new WorkTeller({ ...place, task: "plan-effective" });
    await teller.begin();
    expect((await stateOf(ctx, bill)).progress).toEqual({ task: "plan", done: 0, of: null });
    const set = (sql: string) => root.query(`UPDATE bill_work SET ${sql} WHERE bill_id = $1`, [place.billId]);
    await set("rows_read = 150, rows_total = 100");
    expect(await stateOf(ctx, bill)).toMatchObject({ is: "importing", progress: { done: 50, of: 100 } });
    await set("beat_at = now() - interval '2 minutes'");
    expect(await stateOf(ctx, bill)).toMatchObject({ is: "warning", reasons: [{ why: "read-lost" }] });
    await set("state = 'failed', problem = 'interrupted'");
    expect(await stateOf(ctx, bill)).toMatchObject({ reasons: [{ why: "read-failed" }] });
    await set("problem = 'unknown-format'");
    expect(await stateOf(ctx, bill)).toMatchObject({ reasons: [{ why: "unreadable" }] });
    await set("state = 'done', problem = NULL");
    expect(await stateOf(ctx, bill)).toMatchObject({ is: "planned" });
    // A new piece of work does not begin where the last one ended.
    await teller.begin();
    expect((await factsOf(ctx, bill))?.work).toMatchObject({ rowsRead: 0, rows: null });
  });
});
