import { expect, it } from "vitest";
import type { Ctx } from "@/lib/access/context";
import {
  commitDigest,
  fileOf,
  finance,
  importFile,
  inside,
  openLedgerDatabase,
  planOf,
  upload,
} from "@/lib/testing/ledger";
import { billRows } from "./data/bill-rows";
import { SHOWN_ROWS } from "./data/bill-view";
import { findBill } from "./data/bills";
import { onTx } from "./data/run-sql";

openLedgerDatabase();

const rowsOf = (ctx: Ctx, number: number) =>
  inside(ctx, async (tx) => {
    const bill = await findBill(tx, number);
    if (!bill) throw new Error(`no BILL-${number}`);
    return billRows(onTx(tx), bill, { basis: "effective", currency: "USD" });
  });

const MANY = SHOWN_ROWS + 7;
const lines = Array.from({ length: MANY }, (_, i) => ({ resource: `gpu-${i}`, cost: `${i + 1}.25` }));

it("every row of a bill leaves with its pile, class, rule and amounts, before the commit and after it", async () => {
  const { ctx } = await finance();
  const bill = await upload(ctx, fileOf(...lines));
  const planned = await rowsOf(ctx, bill);
  expect(planned).toHaveLength(MANY);
  expect(planned[0]).toMatchObject({
    pile: "new",
    component: "accelerator",
    record: 2,
    billed: "1.25",
    currency: "USD",
    resource: "gpu-0",
    start: "2026-09-01T00:00:00Z",
    end: "2026-09-02T00:00:00Z",
    reason: null,
    entry: null,
  });
  await commitDigest(ctx, bill, (await planOf(ctx, bill)).digest);
  const committed = await rowsOf(ctx, bill);
  expect(committed.map(({ entry, ...row }) => ({ ...row, entry: null }))).toEqual(planned);
  expect(new Set(committed.map((r) => r.entry)).size).toBe(MANY);
});

it("a row that is counted already says so, with its reason, also when the bill is committed", async () => {
  const { ctx } = await finance();
  await importFile(ctx, fileOf({ resource: "gpu-a" }));
  const bill = await upload(ctx, fileOf({ resource: "gpu-a" }, { resource: "gpu-b" }));
  const told = async () =>
    (await rowsOf(ctx, bill)).map((r) => [r.resource, r.pile, r.reason !== null, r.entry !== null]).sort();
  const first = await told();
  expect(first.map(([resource, , reasoned]) => [resource, reasoned])).toEqual([
    ["gpu-a", true],
    ["gpu-b", false],
  ]);
  await commitDigest(ctx, bill, (await planOf(ctx, bill)).digest);
  expect(await told()).toEqual(
    first.map(([resource, pile, reasoned]) => [resource, pile, reasoned, resource === "gpu-b"]),
  );
});
