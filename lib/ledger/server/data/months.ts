import "server-only";
import { type IssuerHeld, type MonthHeld, monthHeldSchema, type StatedInvoice } from "../../month-close";
import { monthIndex } from "../../months";
import { instantText, type Zone } from "../../period";
import { anyComponentSchema } from "../../schema";
import { EntryIds, ofImport } from "./entry-ids";
import type { RunSql } from "./run-sql";
import { saidMonths } from "./said-months";

/** Months of the ledger and what finance says of them. An entry belongs to the month in which its charge starts. */

/** A month in the workspace's zone. */
export interface MonthBounds {
  /** First day: `2026-09-01`. */
  readonly month: string;
  /** Half-open, UTC instants. */
  readonly start: string;
  readonly end: string;
}

/** The month `2026-09` in a zone; null for text that names none. */
export function boundsOf(zone: Zone, text: string): MonthBounds | null {
  const index = monthIndex(text);
  if (index === null) return null;
  return {
    month: `${text}-01`,
    start: instantText(zone.monthStart(index)),
    end: instantText(zone.monthStart(index + 1)),
  };
}

/** Entries whose charge starts in the bounds `$1` to `$2`; the partitions beside are not read. */
const IN_BOUNDS = `e.charge_start >= $1::timestamptz AND e.charge_start < $2::timestamptz
  AND e.month >= date_trunc('month', $1::timestamptz AT TIME ZONE 'UTC')::date AND e.month <= ($2::timestamptz AT TIME ZONE 'UTC')::date`;
const values = ({ start, end }: MonthBounds): string[] => [start, end];

export interface MonthSummary {
  /** `2026-09` */
  readonly month: string;
  readonly entries: number;
  readonly unclassified: number;
  readonly sums: readonly { readonly currency: string; readonly billed: string; readonly effective: string }[];
  /** Instant; null while the month is open. */
  readonly closedAt: string | null;
  /** Entries that came after the close. */
  readonly later: number;
  /** Invoice totals that stand, and such as were taken back. */
  readonly stated: number;
  readonly takenBack: number;
}

const STANDS = `NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.workspace_id = e.workspace_id AND r.month = e.month
  AND r.reverses_month = e.month AND r.reverses_id = e.id) AND e.reverses_id IS NULL`;

interface MonthRow {
  month: string;
  currency: string;
  entries: number;
  billed: string;
  effective: string;
  closed_at: string | null;
}

const CLOSED_AT = `to_char(min(c.closed_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS closed_at`;

/**
 * All months that hold an entry or of which something else was said, the latest first: each has a page. Wallet money is no
 * cost and not in the sums.
 */
export async function listMonths(sql: RunSql, timeZone: string): Promise<MonthSummary[]> {
  const months = new Map((await monthsWithEntries(sql, timeZone)).map((m) => [m.month, m]));
  for (const { month, stated, takenBack, closedAt } of await saidMonths(sql, timeZone)) {
    const bare = { month, entries: 0, unclassified: 0, later: 0, sums: [], closedAt };
    months.set(month, { ...(months.get(month) ?? bare), stated, takenBack });
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}

/** From the roll-up, but for hours in which a month of the zone begins: of them each entry is asked. */
async function monthsWithEntries(sql: RunSql, timeZone: string): Promise<MonthSummary[]> {
  const rows = await sql<MonthRow>(
    `WITH r AS (SELECT r.*, NOT r.exact AND to_char(r.span_start AT TIME ZONE $1, 'YYYY-MM') <> to_char((r.span_end - interval '1 second') AT TIME ZONE $1, 'YYYY-MM') AS cut
                  FROM ledger_rollup r),
          x AS MATERIALIZED (SELECT DISTINCT span_start, span_end FROM r WHERE cut),
          parts AS (
            SELECT span_start AS at, currency, component, entries, billed, effective FROM r WHERE NOT cut
            UNION ALL
            SELECT e.charge_start, e.currency, e.component, 1, e.billed, e.effective FROM x JOIN ledger_entry e
                ON e.month = date_trunc('month', x.span_start AT TIME ZONE 'UTC')::date AND e.charge_start >= x.span_start AND e.charge_start < x.span_end
               AND e.charge_end <= x.span_end AND NOT (e.charge_start = x.span_start AND e.charge_end = x.span_end))
     SELECT to_char(p.at AT TIME ZONE $1, 'YYYY-MM') AS month, p.currency, sum(p.entries)::int AS entries,
            coalesce(trim_scale(sum(p.billed) FILTER (WHERE p.component <> 'funding')), 0)::text AS billed,
            coalesce(trim_scale(sum(p.effective) FILTER (WHERE p.component <> 'funding')), 0)::text AS effective, ${CLOSED_AT}
       FROM parts p LEFT JOIN month_close c ON c.workspace_id = (SELECT scope_workspace()) AND c.period @> p.at
      GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
    [timeZone],
  );
  const open = await countsByMonth(sql, timeZone, `e.component = 'unclassified' AND ${STANDS}`);
  const later = await countsByMonth(sql, timeZone, "e.after_close");
  const months = new Map<string, MonthSummary>();
  for (const row of rows) {
    const known = months.get(row.month);
    const sums = [...(known?.sums ?? []), { currency: row.currency, billed: row.billed, effective: row.effective }];
    months.set(row.month, {
      month: row.month,
      entries: (known?.entries ?? 0) + row.entries,
      unclassified: open.get(row.month) ?? 0,
      later: later.get(row.month) ?? 0,
      sums,
      closedAt: row.closed_at,
      stated: 0,
      takenBack: 0,
    });
  }
  return [...months.values()];
}

/** How many entries of each month fulfil a condition that few do, each with an index of its own. */
async function countsByMonth(sql: RunSql, timeZone: string, condition: string): Promise<Map<string, number>> {
  const rows = await sql<{ month: string; n: number }>(
    `SELECT to_char(e.charge_start AT TIME ZONE $1, 'YYYY-MM') AS month, count(*)::int AS n FROM ledger_entry e WHERE ${condition} GROUP BY 1`,
    [timeZone],
  );
  return new Map(rows.map((r) => [r.month, r.n]));
}

/** What a month holds now, reversals taken off, by currency and component. */
export async function monthHeld(sql: RunSql, bounds: MonthBounds): Promise<MonthHeld[]> {
  const rows = await sql<MonthHeld>(
    `SELECT e.currency, e.component, count(*)::int AS entries, trim_scale(sum(e.billed))::text AS billed,
            trim_scale(sum(e.effective))::text AS effective
       FROM ledger_entry e WHERE ${IN_BOUNDS} GROUP BY 1, 2 ORDER BY 1, 2`,
    values(bounds),
  );
  return rows.map((row) => monthHeldSchema.parse(row));
}

export async function unclassifiedIn(sql: RunSql, bounds: MonthBounds): Promise<number> {
  const [row] = await sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM ledger_entry e WHERE ${IN_BOUNDS} AND e.component = 'unclassified' AND ${STANDS}`,
    values(bounds),
  );
  return row?.n ?? 0;
}

/** What issuers billed in a period: by the bill's own billing period where it states one, else by the charge's month. */
export async function issuerHeld(sql: RunSql, bounds: MonthBounds): Promise<IssuerHeld[]> {
  const rows = await sql<{ issuer: string; currency: string; component: string; billed: string }>(
    `SELECT coalesce(e.issuer, '') AS issuer, e.currency, e.component, trim_scale(sum(e.billed))::text AS billed
       FROM ledger_entry e
      WHERE date_trunc('month', e.billing_period::timestamp)::date = $3::date OR (e.billing_period IS NULL AND ${IN_BOUNDS})
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [...values(bounds), bounds.month],
  );
  return rows.map((row) => ({ ...row, component: anyComponentSchema.parse(row.component) }));
}

/** Statements of a month's invoices in the order in which they were made. */
export async function statedInvoices(sql: RunSql, month: string): Promise<StatedInvoice[]> {
  return sql<StatedInvoice>(
    `SELECT issuer, invoice_id AS "invoiceId", currency, trim_scale(amount)::text AS amount, source
       FROM invoice_total WHERE month = $1::date ORDER BY created_at, id`,
    [month],
  );
}

export interface TakenBackInvoice {
  /** Of the statement that took it back. */
  readonly id: string;
  readonly issuer: string;
  readonly invoiceId: string;
  readonly currency: string;
  readonly amount: string;
}

/** Statements of a month's invoices that were taken back and not made anew, the latest first. */
export async function takenBackInvoices(sql: RunSql, month: string): Promise<TakenBackInvoice[]> {
  return sql<TakenBackInvoice>(
    `SELECT id::text, issuer, invoice_id AS "invoiceId", currency, trim_scale(was)::text AS amount
       FROM (SELECT *, lag(amount) OVER w AS was, lead(id) OVER w AS next FROM invoice_total WHERE month = $1::date
             WINDOW w AS (PARTITION BY issuer, invoice_id, currency ORDER BY created_at, id)) s
      WHERE next IS NULL AND amount IS NULL AND was IS NOT NULL ORDER BY created_at DESC LIMIT 20`,
    [month],
  );
}

export interface KeptOut {
  readonly bill: number;
  readonly fileName: string;
  /** Rows of each pile that did not become entries. */
  readonly piles: readonly { readonly pile: string; readonly rows: number }[];
}

/** Rows that committed bills with a charge of this month left out, with the pile that says why. */
export async function keptOut(sql: RunSql, bounds: MonthBounds): Promise<KeptOut[]> {
  const rows = await sql<{ id: string; number: number; file_name: string; pile: string; n: number }>(
    `SELECT b.id::text, b.number, b.file_name, p->>'pile' AS pile, (p->>'rows')::int AS n
       FROM bill_import b CROSS JOIN jsonb_array_elements(b.plan_summary->'piles') AS p
      WHERE b.committed_at IS NOT NULL AND p->>'pile' NOT IN ('new', 'unclassified') AND (p->>'rows')::int > 0
      ORDER BY b.number, 4`,
  );
  const charged = await chargedIn(sql, bounds, [...new Set(rows.map((r) => r.id))]);
  const bills = new Map<number, KeptOut>();
  for (const r of rows.filter(({ id }) => charged.has(id))) {
    const piles = [...(bills.get(r.number)?.piles ?? []), { pile: r.pile, rows: r.n }];
    bills.set(r.number, { bill: r.number, fileName: r.file_name, piles });
  }
  return [...bills.values()];
}

/** Which of these imports hold an entry of the month. */
async function chargedIn(sql: RunSql, bounds: MonthBounds, imports: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = imports.map((id) => new EntryIds(id));
  const rows = await sql<{ id: string }>(
    `SELECT i.id::text FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) AS i(id, first, last)
      WHERE EXISTS (SELECT 1 FROM ledger_entry e WHERE ${IN_BOUNDS} AND ${ofImport("i.id", "i.first", "i.last")})`,
    [...values(bounds), imports, ids.map((i) => i.first), ids.map((i) => i.last)],
  );
  return new Set(rows.map((r) => r.id));
}

export interface ClosedMonth {
  readonly closedAt: string;
  readonly closedBy: string;
  readonly note: string | null;
  readonly digest: string;
  readonly held: readonly MonthHeld[];
}

/** The close that the month's time is part of; with another zone than today's it may be of a month beside. */
export async function closedMonth(sql: RunSql, bounds: MonthBounds): Promise<ClosedMonth | null> {
  const [row] = await sql<{ at: string; by: string; note: string | null; digest: string; held: unknown }>(
    `SELECT to_char(closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, closed_by::text AS by, note, digest, held
       FROM month_close WHERE period && tstzrange($1::timestamptz, $2::timestamptz, '[)') ORDER BY month LIMIT 1`,
    values(bounds),
  );
  if (!row) return null;
  const held = monthHeldSchema.array().parse(row.held);
  return { closedAt: row.at, closedBy: row.by, note: row.note, digest: row.digest, held };
}

export interface LaterEntry {
  readonly id: string;
  /** Where the entry lies, as its address names it: `2026-09`. */
  readonly partition: string;
  readonly component: string;
  readonly billed: string;
  readonly currency: string;
  readonly what: string | null;
  readonly reversal: boolean;
  /** Instant at which it was written. */
  readonly writtenAt: string;
}

/** The latest entries that came into a closed month, at most `most`. */
export async function laterEntries(sql: RunSql, bounds: MonthBounds, most: number): Promise<LaterEntry[]> {
  return sql<LaterEntry>(
    `SELECT e.id::text, e.component, trim_scale(e.billed)::text AS billed, e.currency,
            coalesce(e.description, e.meter, e.sku, e.resource) AS what, e.reverses_id IS NOT NULL AS reversal,
            to_char(e.month, 'YYYY-MM') AS partition,
            to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "writtenAt"
       FROM ledger_entry e WHERE ${IN_BOUNDS} AND e.after_close ORDER BY e.created_at DESC, e.id LIMIT ${most}`,
    values(bounds),
  );
}

export interface MonthState {
  /** Entries that came after the close. */
  readonly later: number;
}

/** Closed months by `2026-09`. */
export async function closedMonths(sql: RunSql): Promise<Record<string, MonthState>> {
  const rows = await sql<{ month: string; later: number }>(
    `SELECT to_char(c.month, 'YYYY-MM') AS month, count(e.id)::int AS later
       FROM month_close c LEFT JOIN ledger_entry e ON e.workspace_id = c.workspace_id AND c.period @> e.charge_start AND e.after_close
      GROUP BY c.month`,
  );
  return Object.fromEntries(rows.map(({ month, later }) => [month, { later }]));
}
