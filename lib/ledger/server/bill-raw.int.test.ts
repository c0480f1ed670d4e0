import { expect, it } from "vitest";
import {
  bytesOf,
  finance,
  HEADER,
  importFile,
  inside,
  line,
  openLedgerDatabase,
  root,
  upload,
} from "@/lib/testing/ledger";
import { findBill } from "./data/bills";
import { findEntry } from "./data/entry";
import { onTx } from "./data/run-sql";
import { correctEntry } from "./mutations/correct-entry";
import { planInBackground } from "./mutations/plan-bill";
import { discardBill } from "./mutations/prepare-bill";

openLedgerDatabase();

type Someone = Awaited<ReturnType<typeof finance>>;

const ROWS = 4500;
/** A bill of several lots; its descriptions need every escape that a file can need. */
const lines = Array.from({ length: ROWS }, (_, i) => {
  const start = new Date(Date.UTC(2026, 7, 20) + i * 3_600_000);
  return line({
    cost: `${1 + (i % 7)}.${String(i).padStart(6, "0")}`,
    resource: `gpu-${i}`,
    start: start.toISOString(),
    end: new Date(start.getTime() + 3_600_000).toISOString(),
    what: i % 3 === 0 ? `a\tb \\ {"c"} ${i} ż` : "H100 GPU hours",
  });
});
const BILL = bytesOf(`${[HEADER, ...lines].join("\n")}\n`);

async function entryOf(who: Someone, record: number) {
  const { rows } = await root.query(
    "SELECT month::text, id::text, description FROM ledger_entry WHERE workspace_id = $1 AND record = $2",
    [who.actor.workspaceId, record],
  );
  const at = rows[0];
  if (!at) throw new Error(`no entry of record ${record}`);
  return { at, stored: await inside(who.ctx, (tx) => findEntry(onTx(tx), at)) };
}

it("an entry finds the row that it was made of, from a staged commit as from one that reads the file", async () => {
  for (const staged of [false, true]) {
    const who = await finance();
    if (staged) {
      const number = await upload(who.ctx, BILL);
      const bill = await inside(who.ctx, (tx) => findBill(tx, number));
      if (!bill) throw new Error("no bill");
      await planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
    }
    await importFile(who.ctx, BILL);
    const { rows } = await root.query("SELECT count(*)::int AS pieces FROM bill_raw WHERE workspace_id = $1", [
      who.actor.workspaceId,
    ]);
    expect(rows[0].pieces).toBeGreaterThan(1);
    for (const record of [2, 3, 2500, 4200, ROWS + 1]) {
      const { stored, at } = await entryOf(who, record);
      expect(stored?.raw, `record ${record}`).toContain(`gpu-${record - 2}`);
      expect(stored?.raw).toContain(at.description);
    }
  }
});

it("what takes the place of an entry keeps the row, and rows of a committed bill stay", async () => {
  const who = await finance();
  await importFile(who.ctx, BILL);
  const { at, stored } = await entryOf(who, 5);
  if (!stored) throw new Error("no entry");
  const { data } = await inside(who.ctx, (tx) =>
    correctEntry(tx, who.ctx, {
      month: at.month,
      id: at.id,
      reason: "the component was wrong",
      instead: { component: "host", billed: stored.entry.billed, effective: stored.entry.effective, brief: null },
    }),
  );
  const { instead: place } = data;
  if (!place) throw new Error("nothing took its place");
  const instead = await inside(who.ctx, (tx) => findEntry(onTx(tx), place));
  expect(instead?.raw).toEqual(stored.raw);
  await expect(inside(who.ctx, (tx) => onTx(tx)("DELETE FROM bill_raw"))).rejects.toThrow("APPEND_ONLY");
  const other = await finance();
  expect(await inside(other.ctx, (tx) => onTx(tx)("SELECT 1 FROM bill_raw"))).toEqual([]);
});

it("the rows go with a bill that is put away", async () => {
  const who = await finance();
  const number = await upload(who.ctx, BILL);
  const bill = await inside(who.ctx, (tx) => findBill(tx, number));
  if (!bill) throw new Error("no bill");
  await planInBackground(who.ctx, bill, { bill: number, basis: "effective" }, "USD");
  const kept = () => inside(who.ctx, (tx) => onTx(tx)("SELECT 1 FROM bill_raw"));
  expect((await kept()).length).toBeGreaterThan(0);
  await inside(who.ctx, (tx) => discardBill(tx, who.ctx, { bill: number }));
  expect(await kept()).toEqual([]);
});
