import "server-only";
import type { Overlap } from "../../overlap";
import { instantText } from "../../period";
import type { Claim } from "../../schema";
import { msOf, type RunSql } from "./run-sql";

type Row = Omit<Overlap, "start" | "end"> & { readonly start_ms: string; readonly end_ms: string };

/** The standing entry that claims a part of this time already; null where none does. The ledger's lock must be held. */
export async function overlappingEntry(sql: RunSql, claim: Claim): Promise<Overlap | null> {
  const key = [claim.account, claim.resource, claim.component, claim.meter, claim.lane, claim.start, claim.end];
  const [held] = await sql<{ id: string }>(
    `SELECT id::text FROM claim WHERE account = $1 AND resource = $2 AND component = $3 AND meter = $4 AND lane = $5::int
        AND period && tstzrange($6::timestamptz, $7::timestamptz, '[)') LIMIT 1`,
    key,
  );
  if (held === undefined) return null;
  const [row] = await sql<Row>(
    `SELECT e.month::text, e.id::text, e.description, e.resource, ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms,
            trim_scale(e.billed)::text AS amount, e.currency, i.file_name AS file
       FROM ledger_entry e LEFT JOIN bill_import i ON i.workspace_id = e.workspace_id AND i.id = e.import_id
      WHERE e.account = $1 AND e.resource = $2 AND e.component = $3 AND e.meter = $4 AND e.lane = $5::int
        AND e.charge_start < $7::timestamptz AND e.charge_end > $6::timestamptz AND e.reverses_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM ledger_entry v WHERE v.workspace_id = e.workspace_id AND v.month = e.month
                           AND v.reverses_month = e.month AND v.reverses_id = e.id)
      ORDER BY e.charge_start LIMIT 1`,
    key,
  );
  if (row === undefined) return null;
  const { start_ms, end_ms, ...entry } = row;
  return { ...entry, start: instantText(Number(start_ms)), end: instantText(Number(end_ms)) };
}
