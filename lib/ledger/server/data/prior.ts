import "server-only";
import type { AskedPrint, LedgerBefore, Span } from "../../judged-rows";
import { instantText } from "../../period";
import { anyComponentSchema, type Claim } from "../../schema";
import { termsOf } from "../../source-terms";
import type { StoredFile } from "./bill-source";
import { standingEntries } from "./replaced";
import { msOf, type RunSql } from "./run-sql";

interface ClaimRow {
  id: string;
  account: string;
  resource: string;
  component: string;
  meter: string;
  lane: number;
  start_ms: string;
  end_ms: string;
}

const PAGE = 20_000;

/** What the ledger already holds of what a file speaks about. Reversed rows do not count: they may be billed again. */
export async function ledgerBefore(
  sql: RunSql,
  bill: Pick<StoredFile, "sha256" | "sourceId" | "terms">,
): Promise<LedgerBefore> {
  const { sha256, sourceId } = bill;
  const digests = await sql<{ known: boolean }>(
    "SELECT EXISTS (SELECT 1 FROM bill_import WHERE committed_at IS NOT NULL AND sha256 = $1) AS known",
    [sha256],
  );
  const replaces = sourceId !== null && termsOf(bill.terms).delivery === "replaces";
  return {
    fileKnown: digests[0]?.known === true,
    claims: (span, wanted) => claimsIn(sql, span, wanted),
    holdsRows: (span) => holdsRows(sql, span),
    countOf: (asked) => countOf(sql, asked),
    ...(replaces ? { replaced: (periods: readonly string[]) => standingEntries(sql, sourceId, periods) } : {}),
  };
}

async function claimsIn(sql: RunSql, span: Span, wanted: (claim: Claim) => boolean): Promise<Claim[]> {
  const claims: Claim[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await sql<ClaimRow>(
      `SELECT id::text, account, resource, component, meter, lane, ${msOf("lower(period)")} AS start_ms, ${msOf("upper(period)")} AS end_ms
         FROM claim WHERE period && tstzrange($1::timestamptz, $2::timestamptz, '[)') AND id > $3::uuid ORDER BY id LIMIT ${PAGE}`,
      [instantText(span.startMs), instantText(span.endMs), after],
    );
    for (const row of rows) {
      const claim = claimOf(row);
      if (wanted(claim)) claims.push(claim);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return claims;
    after = last.id;
  }
}

const claimOf = (row: ClaimRow): Claim => ({
  account: row.account,
  resource: row.resource,
  component: anyComponentSchema.parse(row.component),
  meter: row.meter,
  lane: row.lane,
  start: instantText(Number(row.start_ms)),
  end: instantText(Number(row.end_ms)),
});

/** In the order of time, so that the first one answers: the rows of other workspaces are not walked through for none. */
async function holdsRows(sql: RunSql, span: Span): Promise<boolean> {
  const rows = await sql<{ one: number }>(
    `SELECT 1 AS one FROM ledger_entry e WHERE e.fingerprint IS NOT NULL AND e.workspace_id = (SELECT scope_workspace())
        AND e.charge_start >= $1::timestamptz AND e.charge_start < $2::timestamptz
        AND e.month >= date_trunc('month', $1::timestamptz AT TIME ZONE 'UTC')::date AND e.month <= ($2::timestamptz AT TIME ZONE 'UTC')::date
      ORDER BY e.charge_start LIMIT 1`,
    [instantText(span.startMs), instantText(span.endMs)],
  );
  return rows.length > 0;
}

/** All entries of the starts that are asked for are read once, in the order of time; their fingerprints are compared beside. */
async function countOf(sql: RunSql, asked: readonly AskedPrint[]): Promise<Map<string, number>> {
  const rows = await sql<{ fingerprint: string; n: number }>(
    `WITH there AS MATERIALIZED (
       SELECT e.workspace_id, e.month, e.id, e.fingerprint
         FROM (SELECT DISTINCT a.start FROM unnest($2::timestamptz[]) AS a(start)) s
         JOIN ledger_entry e ON e.charge_start = s.start AND e.workspace_id = (SELECT scope_workspace())
          AND e.month = date_trunc('month', s.start AT TIME ZONE 'UTC')::date
        WHERE e.fingerprint IS NOT NULL)
     SELECT e.fingerprint::text, count(*)::int AS n
       FROM unnest($1::uuid[]) AS asked(fingerprint) JOIN there e ON e.fingerprint = asked.fingerprint
      WHERE NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.workspace_id = e.workspace_id AND r.month = e.month
              AND r.reverses_month = e.month AND r.reverses_id = e.id)
      GROUP BY e.fingerprint`,
    [asked.map((a) => a.fingerprint), asked.map((a) => a.start)],
  );
  return new Map(rows.map((r) => [r.fingerprint, r.n]));
}
