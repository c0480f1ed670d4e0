import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fileOf, finance, importFile, inside, netOf, openLedgerDatabase, root } from "@/lib/testing/ledger";
import { listEntries } from "./data/entries";
import { ALL_ENTRIES } from "./data/entry-filter";
import { onTx } from "./data/run-sql";
import { correctEntry } from "./mutations/correct-entry";

openLedgerDatabase();

/** What the migration does to entries from before; the rest of it is done in each database already. */
const RENAMES = /DO \$\$[\s\S]*?END \$\$;/.exec(
  readFileSync("prisma/migrations/20261201010000_entries_by_id/migration.sql", "utf8"),
)?.[0];

it("entries of random ids get those that their import gives them today, and what reverses them follows", async () => {
  const { ctx, actor } = await finance();
  const days = [1, 2, 3].map((d) => ({ start: `2026-09-0${d}T00:00:00Z`, end: `2026-09-0${d + 1}T00:00:00Z` }));
  await importFile(ctx, fileOf(...days));
  const { lines } = await inside(ctx, (tx) => listEntries(onTx(tx), ALL_ENTRIES, null));
  const [first] = lines;
  if (!first) throw new Error("no entry");
  const instead = null;
  await inside(ctx, (tx) => correctEntry(tx, ctx, { month: first.month, id: first.id, reason: "twice", instead }));
  const read = async () => {
    const { rows } = await root.query(
      "SELECT id::text, record, reverses_id::text FROM ledger_entry WHERE workspace_id = $1 ORDER BY record, id",
      [actor.workspaceId],
    );
    return rows;
  };
  const [today, net] = [await read(), await netOf(ctx)];
  // The reversal has no record, and an id of its own.
  expect(today.map((e) => [e.record, e.reverses_id])).toEqual([
    [2, null],
    [3, null],
    [4, null],
    [null, first.id],
  ]);
  await root.query(`
    ALTER TABLE ledger_entry DISABLE TRIGGER USER;
    UPDATE ledger_entry SET reverses_id = overlay(reverses_id::text PLACING '4' FROM 15 FOR 1)::uuid WHERE reverses_id IS NOT NULL;
    UPDATE ledger_entry SET id = overlay(id::text PLACING '4' FROM 15 FOR 1)::uuid WHERE record IS NOT NULL;
    ALTER TABLE ledger_entry ENABLE TRIGGER USER;`);
  const before = await read();
  expect(before.filter((e) => today.some((t) => t.id === e.id))).toHaveLength(1);
  await root.query(RENAMES ?? "");
  expect(await read()).toEqual(today);
  expect(await netOf(ctx)).toEqual(net);
  await root.query(RENAMES ?? "");
  expect(await read(), "once more").toEqual(today);
});
