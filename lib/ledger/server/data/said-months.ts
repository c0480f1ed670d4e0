import "server-only";
import type { RunSql } from "./run-sql";

/** What was said of a month besides its entries. */
export interface SaidMonth {
  /** `2026-09` */
  readonly month: string;
  /** Invoice totals that stand. */
  readonly stated: number;
  /** Invoice totals that were taken back and not stated anew. */
  readonly takenBack: number;
  /** Instant; null while no close covers a part of the month. */
  readonly closedAt: string | null;
}

/** Months in which an invoice's total was stated, also where it was taken back, or of which a close covers a part. */
export async function saidMonths(sql: RunSql, timeZone: string): Promise<SaidMonth[]> {
  return sql<SaidMonth>(
    `WITH statement AS (
            SELECT to_char(month, 'YYYY-MM') AS month, amount, lag(amount) OVER w AS was, lead(id) OVER w AS next FROM invoice_total
            WINDOW w AS (PARTITION BY month, issuer, invoice_id, currency ORDER BY created_at, id)),
          said AS (
            SELECT month, count(amount)::int AS stated, (count(*) - count(amount))::int AS back
              FROM statement WHERE next IS NULL AND (amount IS NOT NULL OR was IS NOT NULL) GROUP BY 1),
          shut AS (
            SELECT to_char(day, 'YYYY-MM') AS month, min(closed_at) AS at FROM month_close
             CROSS JOIN LATERAL (VALUES (lower(period) AT TIME ZONE $1), ((upper(period) - interval '1 second') AT TIME ZONE $1)) AS edge(day)
             GROUP BY 1)
     SELECT month, coalesce(stated, 0) AS stated, coalesce(back, 0) AS "takenBack",
            to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "closedAt"
       FROM said FULL JOIN shut USING (month)`,
    [timeZone],
  );
}
