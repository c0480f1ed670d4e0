import "server-only";
import { instantText, type Zone } from "../../period";
import { anyComponentSchema, type Basis } from "../../schema";
import { type EntryFilter, whereOf } from "./entry-filter";
import { msOf, type RunSql } from "./run-sql";
import { type Crossing, type MonthSum, monthsBetween, partsOf } from "./sums";

/** How the roll-up writes that an entry belongs to no brief. */
const NO_BRIEF = "00000000-0000-0000-0000-000000000000";

/** Whether the roll-up can answer: it knows time, component and brief, but no single entries. */
export const rolledUp = (filter: EntryFilter): boolean =>
  filter.bill === null && filter.q === null && filter.group === null;

/** Conditions on `ledger_rollup r` and their values, counted on from `first`. */
function rollupWhere(
  filter: EntryFilter,
  first: number,
): { readonly text: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const conditions = ["true"];
  const value = (v: string): string => {
    values.push(v);
    return `$${first + values.length - 1}`;
  };
  if (filter.time) {
    conditions.push(`r.span_start < ${value(filter.time.end)}::timestamptz`);
    conditions.push(`r.span_end > ${value(filter.time.start)}::timestamptz`);
  }
  if (filter.component) conditions.push(`r.component = ${value(filter.component)}`);
  if (filter.brief) conditions.push(`r.brief_id = ${value(filter.brief === "none" ? NO_BRIEF : filter.brief)}::uuid`);
  return { text: conditions.join(" AND "), values };
}

/**
 * Sums by month from the roll-up: what lies in one month of the zone is summed there; the few charges that a month cuts are
 * read one by one and split by time. The same sums as over all entries, to the last digit.
 */
export async function rollupSums(sql: RunSql, filter: EntryFilter, basis: Basis, zone: Zone): Promise<MonthSum[]> {
  const span = rollupWhere(filter, 1);
  const [ends] = await sql<{ start_ms: string | null; end_ms: string | null }>(
    `SELECT ${msOf("min(r.span_start)")} AS start_ms, ${msOf("max(r.span_end)")} AS end_ms FROM ledger_rollup r WHERE ${span.text}`,
    span.values,
  );
  if (!ends?.start_ms || !ends.end_ms) return [];
  const months = monthsBetween(zone, Number(ends.start_ms), Number(ends.end_ms));
  const where = rollupWhere(filter, 4);
  const amount = basis === "billed" ? "billed" : "effective";
  const atOnce = basis === "billed" ? " OR r.at_once" : "";
  const rows = await sql<{
    currency: string;
    component: string;
    brief_id: string;
    month: string;
    amount: string | null;
    cut: boolean;
  }>(
    `SELECT r.currency, r.component, r.brief_id::text, m.label AS month, trim_scale(sum(r.${amount}) FILTER (WHERE r.span_end <= m.ends${atOnce}))::text AS amount,
            bool_or(r.span_end > m.ends AND NOT (false${atOnce})) AS cut
       FROM ledger_rollup r
       JOIN unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS m(label, starts, ends)
         ON r.span_start >= m.starts AND r.span_start < m.ends
      WHERE ${where.text} GROUP BY 1, 2, 3, 4`,
    [months.labels, months.starts, months.ends, ...where.values],
  );
  const whole = rows.flatMap((r): MonthSum[] => {
    if (r.amount === null) return [];
    const briefId = r.brief_id === NO_BRIEF ? null : r.brief_id;
    const { currency, month } = r;
    return [{ currency, month, component: anyComponentSchema.parse(r.component), briefId, amount: r.amount }];
  });
  if (!rows.some((r) => r.cut)) return whole;
  const cut = await cutEntries(sql, filter, months.ends, basis === "billed");
  return [...whole, ...cut.flatMap((c) => partsOf(c, basis, zone))];
}

/** Entries of those stretches of the roll-up that one of the instants cuts. */
async function cutEntries(
  sql: RunSql,
  filter: EntryFilter,
  instants: readonly string[],
  paidAtOnce: boolean,
): Promise<Crossing[]> {
  const rolled = rollupWhere(filter, 2);
  const where = whereOf({ ...filter, time: null }, 2 + rolled.values.length);
  const once = paidAtOnce ? " AND NOT r.at_once" : "";
  const notOnce = paidAtOnce ? " AND e.kind <> 'commitment_purchase'" : "";
  const columns = `e.id, e.component, e.kind, e.currency, e.brief_id::text, e.billed::text, e.effective::text,
            ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms`;
  const inMonth = "e.month = date_trunc('month', x.span_start AT TIME ZONE 'UTC')::date";
  return sql<Crossing>(
    `WITH x AS MATERIALIZED (SELECT DISTINCT r.span_start, r.span_end, r.exact FROM ledger_rollup r
              WHERE ${rolled.text}${once} AND EXISTS (SELECT 1 FROM unnest($1::timestamptz[]) AS b(at) WHERE b.at > r.span_start AND b.at < r.span_end))
     SELECT ${columns} FROM x JOIN ledger_entry e ON ${inMonth} AND e.charge_start = x.span_start AND e.charge_end = x.span_end
      WHERE x.exact AND ${where.text}${notOnce}
     UNION ALL
     SELECT ${columns} FROM x JOIN ledger_entry e ON ${inMonth} AND e.charge_start >= x.span_start AND e.charge_start < x.span_end
        AND ledger_span(e.charge_start, e.charge_end) = tstzrange(x.span_start, x.span_end, '[)')
        AND NOT (e.charge_start = x.span_start AND e.charge_end = x.span_end)
      WHERE NOT x.exact AND ${where.text}${notOnce}`,
    [instants, ...rolled.values, ...where.values],
  );
}

/** How many entries there are whose charge touches the time of the filter. */
export async function rollupCount(sql: RunSql, filter: EntryFilter): Promise<number> {
  const where = rollupWhere(filter, 3);
  const { start, end } = filter.time ?? { start: "-infinity", end: "infinity" };
  const [row] = await sql<{ n: number; cut: boolean | null }>(
    `SELECT coalesce(sum(r.entries) FILTER (WHERE NOT (${CUT})), 0)::int AS n, bool_or(${CUT}) AS cut
       FROM ledger_rollup r WHERE ${where.text}`,
    [start, end, ...where.values],
  );
  if (!row?.cut || filter.time === null) return row?.n ?? 0;
  const cut = await cutEntries(sql, filter, [start, end], false);
  const [from, until] = [Date.parse(start), Date.parse(end)];
  return row.n + cut.filter((c) => Number(c.start_ms) < until && Number(c.end_ms) > from).length;
}

const CUT = `(r.span_start < $1::timestamptz AND r.span_end > $1::timestamptz) OR (r.span_start < $2::timestamptz AND r.span_end > $2::timestamptz)`;

/** End of the last charge for accelerators that the ledger holds, or null. */
export async function acceleratorsBilledUntil(sql: RunSql, briefId: string | null): Promise<string | null> {
  const [row] = await sql<{ ms: string | null }>(
    `SELECT ${msOf("max(r.last_end)")} AS ms FROM ledger_rollup r WHERE r.component = 'accelerator' AND ($1::uuid IS NULL OR r.brief_id = $1::uuid)`,
    [briefId],
  );
  return row?.ms ? instantText(Number(row.ms)) : null;
}
