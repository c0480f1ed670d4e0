import "server-only";
import { claimOf } from "../../claims";
import { anyComponentSchema } from "../../schema";
import type { StandingEntry } from "../../taken-back";
import { msOf, type RunSql } from "./run-sql";

interface Row {
  month: string;
  id: string;
  period: string;
  fingerprint: string | null;
  component: string;
  account: string | null;
  resource: string | null;
  meter: string | null;
  lane: number | null;
  start_ms: string;
  end_ms: string;
  billed: string;
  effective: string;
  currency: string;
}

/** How the reason of a reversal ends that a newer file of the source brought; it begins with that file's import. */
export const REPLACES_IT = "replaces it";

const PAGE = 5000;

/**
 * Standing entries of a source's committed imports in these billing periods (`2026-09`), page by page. An entry without a
 * billing period lies in the month in which its charge starts. What a person wrote in place of an entry stands for it.
 */
export async function* standingEntries(
  sql: RunSql,
  sourceId: string,
  billingPeriods: readonly string[],
): AsyncGenerator<readonly StandingEntry[]> {
  let after = ["0001-01-01", "00000000-0000-0000-0000-000000000000"];
  for (;;) {
    const rows = await sql<Row>(
      `SELECT e.month::text, e.id::text, to_char(coalesce(e.billing_period, e.month), 'YYYY-MM') AS period, e.fingerprint, e.component, e.account, e.resource, e.meter, e.lane,
              ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms, e.billed::text, e.effective::text, e.currency
         FROM ledger_entry e
        WHERE e.import_id IN (SELECT id FROM bill_import WHERE source_id = $1::uuid AND committed_at IS NOT NULL)
          AND to_char(coalesce(e.billing_period, e.month), 'YYYY-MM') = ANY ($2::text[])
          AND e.reverses_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM ledger_entry v WHERE v.workspace_id = e.workspace_id AND v.month = e.month
                             AND v.reverses_month = e.month AND v.reverses_id = e.id)
          AND (e.id, e.month) > ($4::uuid, $3::date)
        ORDER BY e.id, e.month LIMIT ${PAGE}`,
      [sourceId, billingPeriods, ...after],
    );
    yield rows.map(standingOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = [last.month, last.id];
  }
}

function standingOf(row: Row): StandingEntry {
  const { month, id, period, fingerprint, billed, effective, currency, resource, lane } = row;
  const run = { startMs: Number(row.start_ms), endMs: Number(row.end_ms) };
  const claim =
    lane === null || resource === null
      ? null
      : claimOf(
          {
            account: row.account ?? "",
            resource,
            component: anyComponentSchema.parse(row.component),
            meter: row.meter ?? "",
            lane,
          },
          run,
        );
  return { month, id, account: row.account ?? "", period, fingerprint, claim, billed, effective, currency };
}
