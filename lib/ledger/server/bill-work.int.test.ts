import { expect, it } from "vitest";
import {
  bytesOf,
  commitDigest,
  countOf,
  finance,
  HEADER,
  importFile,
  inside,
  line,
  openLedgerDatabase,
  root,
  upload,
} from "@/lib/testing/ledger";
import { PLAIN_TERMS } from "../source-choices";
import { plannedWith } from "./data/bill-plan";
import { findWork } from "./data/bill-work";
import { findBill } from "./data/bills";
import { planDigestOf } from "./data/planned";
import { onTx } from "./data/run-sql";
import { WorkTeller } from "./mutations/bill-work";
import { setClasses } from "./mutations/class-change";
import { planInBackground, stopWork } from "./mutations/plan-bill";
import { chooseSource, setSource } from "./mutations/source";

openLedgerDatabase();

type Someone = Awaited<ReturnType<typeof finance>>;

const rows = (n: number): Uint8Array =>
  bytesOf(
    `${[HEADER, ...Array.from({ length: n }, (_, i) => line({ resource: `gpu-${i}`, cost: "1" }))].join("\n")}\n`,
  );

async function stored({ ctx }: Someone, bytes: Uint8Array) {
  const number = await upload(ctx, bytes);
  const bill = await inside(ctx, (tx) => findBill(tx, number));
  if (!bill) throw new Error("no bill");
  return { number, bill };
}

const UNTOUCHED = { classes: {}, terms: null };
const workOf = ({ ctx }: Someone, billId: string) =>
  inside(ctx, (tx) => findWork(onTx(tx), billId, "plan-effective", UNTOUCHED));

it("a plan that is made in the background is the plan that a commit takes", async () => {
  const who = await finance();
  const { number, bill } = await stored(who, rows(300));
  expect(await workOf(who, bill.id)).toBeNull();
  await planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
  const work = await workOf(who, bill.id);
  const digest = await inside(who.ctx, (tx) => planDigestOf(tx, number, "effective", "USD"));
  expect(work).toMatchObject({ state: "done", view: { digest, rows: 300, entries: 300 } });
  expect((await commitDigest(who.ctx, number, work?.view?.digest ?? "")).entries).toBe(300);
});

it("a plan holds only while the ledger, the classes and the terms are as they were", async () => {
  const who = await finance();
  const { number, bill } = await stored(who, rows(3));
  const again = () => planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
  await again();
  await importFile(who.ctx, bytesOf(`${HEADER}\n${line({ resource: "other", cost: "2" })}\n`), "other.csv");
  expect(await workOf(who, bill.id)).toMatchObject({ state: "done", view: null });
  await again();
  expect((await workOf(who, bill.id))?.view?.rows).toBe(3);
  await inside(who.ctx, (tx) => setClasses(tx, who.ctx, { bill: number, records: [2], component: "host" }));
  const looked = async () => {
    const now = (await inside(who.ctx, (tx) => findBill(tx, number)))!;
    const work = await inside(who.ctx, (tx) => findWork(onTx(tx), bill.id, "plan-effective", plannedWith(now)));
    return { now, view: work?.view ?? null };
  };
  const { now, view } = await looked();
  expect(view).toBeNull();
  await planInBackground(who.ctx, now, { bill: number, basis: "effective" }, "USD");
  expect((await looked()).view).not.toBeNull();
  await inside(who.ctx, async (tx) => {
    const source = await setSource(tx, who.ctx, { id: null, name: "Export", terms: PLAIN_TERMS });
    return chooseSource(tx, who.ctx, { bill: number, source: source.data.id });
  });
  expect((await looked()).view).toBeNull();
});

it("work is done by one at a time, is stopped when asked, and is taken over from the dead", async () => {
  const who = await finance();
  const { number, bill } = await stored(who, rows(3));
  const teller = (run: string) =>
    new WorkTeller({ workspaceId: who.actor.workspaceId, billId: bill.id, task: "plan-effective", run });
  const first = teller("00000000-0000-4000-8000-000000000001");
  expect(await first.begin()).toBe(true);
  expect(await teller("00000000-0000-4000-8000-000000000002").begin()).toBe(false);
  await inside(who.ctx, (tx) => stopWork(tx, who.ctx, { bill: number, task: "plan-effective" }));
  await new Promise((r) => setTimeout(r, 1100));
  await expect(first.progress(2, null)).rejects.toMatchObject({ code: "IMPORT_STOPPED" });
  await first.end("stopped");
  expect(await workOf(who, bill.id)).toMatchObject({ state: "stopped", view: null });
  expect(await first.begin()).toBe(true);
  await root.query("UPDATE bill_work SET beat_at = now() - interval '2 minutes' WHERE bill_id = $1", [bill.id]);
  expect(await workOf(who, bill.id)).toMatchObject({ state: "lost" });
  await planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
  expect(await workOf(who, bill.id)).toMatchObject({ state: "done" });
  // The one that was thought dead must not write over it.
  await first.end("failed");
  expect(await workOf(who, bill.id)).toMatchObject({ state: "done" });
  expect(await countOf("ledger_entry", who.actor.workspaceId)).toBe(0);
});

it("a file that cannot be read says why, and the next attempt can begin", async () => {
  const who = await finance();
  const { number, bill } = await stored(who, bytesOf("a,b\n1,2\n"));
  await planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
  expect(await workOf(who, bill.id)).toMatchObject({ state: "failed", problem: "unknown-format" });
});
