import "server-only";
import { instantText, type Zone } from "../../period";
import { anyComponentSchema, type Basis } from "../../schema";
import { addLineConditions, Conditions, type EntryFilter, whereOf } from "./entry-filter";
import { msOf, type RunSql } from "./run-sql";
import { type Crossing, type MonthSum, monthsBetween, partsOf } from "./sums";

/** How the roll-up writes that an entry belongs to no brief. */
const NO_BRIEF = "00000000-0000-0000-0000-000000000000";

/** What sums are kept apart by, as SQL of our own that gives text or null. */
export interface SumKey {
  /** Over `ledger_entry e`; over `ledger_line e` too where it speaks of what an entry is for. */
  readonly sql: string;
  readonly ofLine: boolean;
}

const BRIEF: SumKey = { sql: "e.brief_id::text", ofLine: false };

interface Rolled {
  /** A roll-up `r` with what else has to be joined. */
  readonly from: string;
  readonly where: string;
  readonly values: readonly string[];
  /** SQL of the key. */
  readonly key: string;
}

/** Whether a question speaks of what single entries are for, so that the sums by lines have to answer. */
const asksForLines = ({ bill, q, group }: EntryFilter): boolean => bill !== null || q !== null || group !== null;

/** What every roll-up knows: time, component and brief. */
function rollupWhere(filter: EntryFilter, first: number): Conditions {
  const where = new Conditions(first);
  if (filter.time) {
    where.add(`r.span_start < ${where.value(filter.time.end)}::timestamptz`);
    where.add(`r.span_end > ${where.value(filter.time.start)}::timestamptz`);
  }
  if (filter.component) where.add(`r.component = ${where.value(filter.component)}`);
  if (filter.brief) where.add(`r.brief_id = ${where.value(filter.brief === "none" ? NO_BRIEF : filter.brief)}::uuid`);
  return where;
}

/** The smallest roll-up that can answer; its values are counted on from `first`. */
function rolled(filter: EntryFilter, first: number, key: SumKey = BRIEF): Rolled {
  const where = rollupWhere(filter, first);
  const brief = `nullif(r.brief_id, '${NO_BRIEF}')::text`;
  if (!asksForLines(filter) && !key.ofLine) {
    return { from: "ledger_rollup r", where: where.text, values: where.values, key: brief };
  }
  const lines = new Conditions(first + where.values.length);
  addLineConditions(filter, lines);
  const said = key.ofLine ? key.sql : "NULL::text";
  return {
    from: `ledger_line_rollup r JOIN (SELECT e.workspace_id, e.id, ${said} AS key FROM ledger_line e WHERE ${lines.text} OFFSET 0) l
             ON l.workspace_id = r.workspace_id AND l.id = r.line_id`,
    where: where.text,
    values: [...where.values, ...lines.values],
    key: key.ofLine ? "l.key" : brief,
  };
}

interface Question {
  readonly basis: Basis;
  readonly zone: Zone;
}

export type KeyedSum = Omit<MonthSum, "briefId"> & { readonly key: string | null };

/** Sums by brief and month of the zone. */
export async function monthSums(sql: RunSql, filter: EntryFilter, basis: Basis, zone: Zone): Promise<MonthSum[]> {
  const sums = await keyedSums(sql, filter, BRIEF, { basis, zone });
  return sums.map(({ key, ...sum }) => ({ ...sum, briefId: key }));
}

/**
 * Sums by a key and month from the roll-ups: what lies in one month of the zone is summed there; the few charges that a
 * month cuts are read one by one and split by time. The same sums as over all entries, to the last digit.
 */
export async function keyedSums(
  sql: RunSql,
  filter: EntryFilter,
  key: SumKey,
  { basis, zone }: Question,
): Promise<KeyedSum[]> {
  const span = rollupWhere(filter, 1);
  const [ends] = await sql<{ start_ms: string | null; end_ms: string | null }>(
    `SELECT ${msOf("min(r.span_start)")} AS start_ms, ${msOf("max(r.span_end)")} AS end_ms FROM ledger_rollup r WHERE ${span.text}`,
    span.values,
  );
  if (!ends?.start_ms || !ends.end_ms) return [];
  const months = monthsBetween(zone, Number(ends.start_ms), Number(ends.end_ms));
  const r = rolled(filter, 4, key);
  const amount = basis === "billed" ? "billed" : "effective";
  const atOnce = basis === "billed" ? " OR r.at_once" : "";
  const rows = await sql<{
    currency: string;
    component: string;
    key: string | null;
    month: string;
    amount: string | null;
    cut: boolean;
  }>(
    `SELECT r.currency, r.component, ${r.key} AS key, m.label AS month, trim_scale(sum(r.${amount}) FILTER (WHERE r.span_end <= m.ends${atOnce}))::text AS amount,
            bool_or(r.span_end > m.ends AND NOT (false${atOnce})) AS cut
       FROM ${r.from}
       JOIN unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS m(label, starts, ends)
         ON r.span_start >= m.starts AND r.span_start < m.ends
      WHERE ${r.where} GROUP BY 1, 2, 3, 4`,
    [months.labels, months.starts, months.ends, ...r.values],
  );
  const whole = rows.flatMap(({ cut: _, amount: sum, ...row }): KeyedSum[] =>
    sum === null ? [] : [{ ...row, amount: sum, component: anyComponentSchema.parse(row.component) }],
  );
  if (!rows.some((row) => row.cut)) return whole;
  const cut = await cutEntries(sql, filter, { key, instants: months.ends, paidAtOnce: basis === "billed" });
  const parts = cut.flatMap((c) => partsOf(c, basis, zone));
  return [...whole, ...parts.map(({ briefId, ...sum }): KeyedSum => ({ ...sum, key: briefId }))];
}

interface Cut {
  readonly key: SumKey;
  readonly instants: readonly string[];
  readonly paidAtOnce: boolean;
}

/** Entries of those stretches of the roll-up that one of the instants cuts; their key stands where a brief's id does. */
async function cutEntries(sql: RunSql, filter: EntryFilter, { key, instants, paidAtOnce }: Cut): Promise<Crossing[]> {
  const r = rolled(filter, 2);
  const where = whereOf({ ...filter, time: null }, 2 + r.values.length);
  const once = paidAtOnce ? " AND NOT r.at_once" : "";
  const notOnce = paidAtOnce ? " AND e.kind <> 'commitment_purchase'" : "";
  const columns = `e.id, e.component, e.kind, e.currency, ${key.sql} AS brief_id, e.billed::text, e.effective::text,
            ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms`;
  const inMonth = "e.month = date_trunc('month', x.span_start AT TIME ZONE 'UTC')::date";
  return sql<Crossing>(
    `WITH x AS MATERIALIZED (SELECT DISTINCT r.span_start, r.span_end, r.exact FROM ${r.from}
              WHERE ${r.where}${once} AND EXISTS (SELECT 1 FROM unnest($1::timestamptz[]) AS b(at) WHERE b.at > r.span_start AND b.at < r.span_end))
     SELECT ${columns} FROM x JOIN ledger_entry e ON ${inMonth} AND e.charge_start = x.span_start AND e.charge_end = x.span_end
      WHERE x.exact AND ${where.text}${notOnce}
     UNION ALL
     SELECT ${columns} FROM x JOIN ledger_entry e ON ${inMonth} AND e.charge_start >= x.span_start AND e.charge_start < x.span_end
        AND ledger_span(e.charge_start, e.charge_end) = tstzrange(x.span_start, x.span_end, '[)')
        AND NOT (e.charge_start = x.span_start AND e.charge_end = x.span_end)
      WHERE NOT x.exact AND ${where.text}${notOnce}`,
    [instants, ...r.values, ...where.values],
  );
}

/** How many entries there are whose charge touches the time of the filter. */
export async function countEntries(sql: RunSql, filter: EntryFilter): Promise<number> {
  const r = rolled(filter, 3);
  const { start, end } = filter.time ?? { start: "-infinity", end: "infinity" };
  const [row] = await sql<{ n: number; cut: boolean | null }>(
    `SELECT coalesce(sum(r.entries) FILTER (WHERE NOT (${CUT})), 0)::int AS n, bool_or(${CUT}) AS cut
       FROM ${r.from} WHERE ${r.where}`,
    [start, end, ...r.values],
  );
  if (!row?.cut || filter.time === null) return row?.n ?? 0;
  const cut = await cutEntries(sql, filter, { key: BRIEF, instants: [start, end], paidAtOnce: false });
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
