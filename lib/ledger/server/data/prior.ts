import "server-only";
import type { ReadBill } from "../../import/bill-format";
import { instantMs, instantText } from "../../period";
import { anyComponentSchema, EMPTY_STATE, type PriorState } from "../../schema";
import { msOf, type RunSql } from "./run-sql";

interface ClaimRow {
  account: string;
  resource: string;
  component: string;
  meter: string;
  lane: number;
  start_ms: string;
  end_ms: string;
}

/**
 * What the ledger already holds of the time that a file speaks about: whether its bytes were committed, claims in its
 * time, and how often each row was stored. Reversed rows do not count: they may be billed again.
 */
export async function priorStateFor(sql: RunSql, bill: ReadBill, fileDigest: string): Promise<PriorState> {
  const digests = await sql<{ sha256: string }>(
    "SELECT DISTINCT sha256 FROM bill_import WHERE committed_at IS NOT NULL AND sha256 = $1",
    [fileDigest],
  );
  const span = spanOf(bill);
  if (span === null) return { ...EMPTY_STATE, fileDigests: digests.map((d) => d.sha256) };
  const claims = await sql<ClaimRow>(
    `SELECT account, resource, component, meter, lane, ${msOf("lower(period)")} AS start_ms, ${msOf("upper(period)")} AS end_ms
       FROM claim WHERE period && tstzrange($1::timestamptz, $2::timestamptz, '[)')`,
    [span.start, span.end],
  );
  const rows = await sql<{ fingerprint: string; n: number }>(
    `SELECT e.fingerprint, count(*)::int AS n FROM ledger_entry e
      WHERE e.fingerprint IS NOT NULL AND e.charge_start >= $1::timestamptz AND e.charge_start < $2::timestamptz
        AND e.month >= date_trunc('month', $1::timestamptz AT TIME ZONE 'UTC')::date AND e.month <= ($2::timestamptz AT TIME ZONE 'UTC')::date
        AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.workspace_id = e.workspace_id AND r.month = e.month
              AND r.reverses_month = e.month AND r.reverses_id = e.id)
      GROUP BY e.fingerprint`,
    [span.start, span.end],
  );
  return {
    version: 1,
    fileDigests: digests.map((d) => d.sha256),
    claims: claims.map((c) => ({
      account: c.account,
      resource: c.resource,
      component: anyComponentSchema.parse(c.component),
      meter: c.meter,
      lane: c.lane,
      start: instantText(Number(c.start_ms)),
      end: instantText(Number(c.end_ms)),
    })),
    importedRows: Object.fromEntries(rows.map((r) => [r.fingerprint, r.n])),
  };
}

/** From the first start to the last end of the readable rows. */
function spanOf(bill: ReadBill): { start: string; end: string } | null {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const row of bill.rows) {
    start = Math.min(start, instantMs(row.chargeStart));
    end = Math.max(end, instantMs(row.chargeEnd));
  }
  return start < end ? { start: instantText(start), end: instantText(end) } : null;
}
