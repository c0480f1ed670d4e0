import "server-only";
import type { Ctx } from "@/lib/access/context";
import { Refusal } from "@/lib/errors";
import type { TakenBack } from "../../taken-back";
import type { RunSql } from "../data/run-sql";
import { CHARGE_COLUMNS } from "./entry-rows";
import { afterClose } from "./insert-entries";

const LOT = 5000;

/** What a reversal changes of the entry that it takes back; all else is copied. */
const REVERSED: Readonly<Partial<Record<keyof typeof CHARGE_COLUMNS, string>>> = {
  record: "NULL",
  rule: "'reversal-of-entry'",
  billed: "-e.billed",
  effective: "-e.effective",
  raw: "NULL",
  lane: "NULL",
  fingerprint: "NULL",
};

/**
 * Reverses entries that a newer delivery of their source no longer says, and frees the time that they claimed. Each
 * reversal lies in the month of its original and keeps its import, so that an import's entries sum to what it still says.
 * The ledger's lock must be held. Refuses accounts of which the delivery says nothing unless they were agreed to: it may
 * be another account's file. Throws when one of them was reversed in between.
 */
export async function takeBack(
  sql: RunSql,
  ctx: Ctx,
  { months, ids, touchesOthers }: Pick<TakenBack, "months" | "ids" | "touchesOthers">,
  { reason, otherAccounts }: { readonly reason: string; readonly otherAccounts: boolean },
): Promise<void> {
  if (touchesOthers && !otherAccounts) throw new Refusal("BILL_OTHER_ACCOUNTS");
  for (let at = 0; at < ids.length; at += LOT) {
    const lot = [months.slice(at, at + LOT), ids.slice(at, at + LOT)] as const;
    await freeTime(sql, lot);
    await reverse(sql, ctx, lot, reason);
  }
}

type Lot = readonly [months: readonly string[], ids: readonly string[]];

const OF_LOT = "JOIN unnest($1::date[], $2::uuid[]) AS x(month, id) ON e.month = x.month AND e.id = x.id";

async function freeTime(sql: RunSql, [months, ids]: Lot): Promise<void> {
  await sql(
    `WITH gone AS (
       SELECT e.account, e.resource, e.meter, e.lane, range_agg(tstzrange(e.charge_start, e.charge_end, '[)')) AS taken
         FROM ledger_entry e ${OF_LOT} WHERE e.lane IS NOT NULL GROUP BY 1, 2, 3, 4),
     cut AS (
       DELETE FROM claim c USING gone g
        WHERE c.account = g.account AND c.resource = g.resource AND c.meter = g.meter AND c.lane = g.lane AND c.period && g.taken
       RETURNING c.workspace_id, c.import_id, c.account, c.resource, c.component, c.meter, c.lane, tstzmultirange(c.period) - g.taken AS rest)
     INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
     SELECT workspace_id, import_id, account, resource, component, meter, lane, unnest(rest) FROM cut`,
    [months, ids],
  );
}

async function reverse(sql: RunSql, ctx: Ctx, [months, ids]: Lot, reason: string): Promise<void> {
  const names = Object.keys(CHARGE_COLUMNS) as (keyof typeof CHARGE_COLUMNS)[];
  const values = names.map((name) => REVERSED[name] ?? `e.${name}`);
  const rows = await sql<{ id: string }>(
    `INSERT INTO ledger_entry (workspace_id, month, id, import_id, ${names.join(", ")}, reverses_month, reverses_id, reason,
                               created_by, created_at, after_close)
     SELECT e.workspace_id, e.month, gen_random_uuid(), e.import_id, ${values.join(", ")}, e.month, e.id, $3, $4::uuid, $5::timestamptz,
            ${afterClose("e.charge_start")}
       FROM ledger_entry e ${OF_LOT}
     RETURNING id::text`,
    [months, ids, reason, ctx.actor.personId, ctx.now.toISOString()],
  );
  if (rows.length !== ids.length) throw new Error(`${rows.length} of ${ids.length} entries were taken back`);
}
