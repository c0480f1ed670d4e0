import { expect, it } from "vitest";
import { bytesOf, finance, importFile, inside, openLedgerDatabase } from "@/lib/testing/ledger";
import { one } from "../search-params";
import { listEntries } from "./data/entries";
import { ALL_ENTRIES } from "./data/entry-filter";
import { countEntries } from "./data/rollup-sums";
import { onTx } from "./data/run-sql";
import { cursorOf, ledgerAddress } from "./loaders";

openLedgerDatabase();

const HEADER = "charge_start,charge_end,component,amount,currency,resource,description\n";
const named = ["Card GPU_100% x", "card gpu-1009", "Wrocław node", "back\\slash"];
const rows = named.map((what, i) => `2026-09-0${i + 1},2026-09-0${i + 2},accelerator,1,USD,Res-${i},${what}\n`);

it.each([
  ["gpu", ["Card GPU_100% x", "card gpu-1009"]],
  ["GPU_1", ["Card GPU_100% x"]],
  ["100%", ["Card GPU_100% x"]],
  ["RES-2", ["Wrocław node"]],
  ["wrocław", ["Wrocław node"]],
  ["\\", ["back\\slash"]],
  ["nothing", []],
])(
  "looking for %s finds its entries in whatever case, and no sign of a pattern means more than itself",
  async (q, wanted) => {
    const { ctx } = await finance();
    await importFile(ctx, bytesOf(HEADER + rows.join("")));
    const filter = { ...ALL_ENTRIES, q };
    const { lines } = await inside(ctx, (tx) => listEntries(onTx(tx), filter, null));
    expect(lines.map((l) => l.what).sort()).toEqual([...wanted].sort());
    expect(await inside(ctx, (tx) => countEntries(onTx(tx), filter))).toBe(wanted.length);
  },
);

it("an address that nobody wrote by hand names no place and no text that a database refuses", () => {
  const id = "e3325227-d01e-4ec7-87ba-fb3e88b7319d";
  expect(cursorOf(`-680_${id}`)).toEqual([-680, id]);
  expect(cursorOf(`6800000000000000_${id}`)).toBe(null);
  for (const odd of ["-".repeat(36), "a".repeat(36), id.toUpperCase(), `${id}x`, ""])
    expect(cursorOf(`1_${odd}`)).toBe(null);
  expect(ledgerAddress({ by: "team", is: "a\u0000b", q: "\ud800x" })).toMatchObject({
    q: "\ufffdx",
    group: { by: "team", value: "a\ufffdb" },
  });
  expect(one({ q: ["first", "second"] }, "q")).toBe("first");
});
