import "server-only";
import type { Claim } from "../../schema";
import type { RunSql } from "../data/run-sql";

/** Imports, corrections and typed entries of one workspace take their turns: each sees what the one before it claimed. */
export async function lockLedger(sql: RunSql, workspaceId: string): Promise<void> {
  await sql("SELECT pg_advisory_xact_lock(hashtextextended('headroom.ledger:' || $1, 0))::text", [workspaceId]);
}

/** Claims one run of time. PostgreSQL refuses it (claim_no_overlap) when any part is claimed already. */
export async function claimRun(sql: RunSql, workspaceId: string, claim: Claim, importId: string | null): Promise<void> {
  await sql(
    `INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7::int, tstzrange($8::timestamptz, $9::timestamptz, '[)'))`,
    [
      workspaceId,
      importId,
      claim.account,
      claim.resource,
      claim.component,
      claim.meter,
      claim.lane,
      claim.start,
      claim.end,
    ],
  );
}

/** Takes a run out of the claims of its key and lane; what lies before and after it stays claimed. */
export async function freeRun(sql: RunSql, workspaceId: string, taken: Claim): Promise<void> {
  const cut = await sql<{ import_id: string | null; component: string; rest: string }>(
    `WITH gone AS (
       DELETE FROM claim WHERE account = $1 AND resource = $2 AND meter = $3 AND lane = $4::int
          AND period && tstzrange($5::timestamptz, $6::timestamptz, '[)')
       RETURNING import_id, component, period)
     SELECT import_id::text, component, unnest(tstzmultirange(period) - tstzmultirange(tstzrange($5::timestamptz, $6::timestamptz, '[)')))::text AS rest
       FROM gone`,
    [taken.account, taken.resource, taken.meter, taken.lane, taken.start, taken.end],
  );
  for (const { import_id, component, rest } of cut) {
    await sql(
      `INSERT INTO claim (workspace_id, import_id, account, resource, component, meter, lane, period)
       VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7::int, $8::tstzrange)`,
      [workspaceId, import_id, taken.account, taken.resource, component, taken.meter, taken.lane, rest],
    );
  }
}
