import type { Zone } from "@/lib/ledger/period";
import { anyComponentSchema, type Basis } from "@/lib/ledger/schema";
import { type EntryFilter, whereOf } from "@/lib/ledger/server/data/entry-filter";
import type { KeyedSum } from "@/lib/ledger/server/data/rollup-sums";
import { msOf, type RunSql } from "@/lib/ledger/server/data/run-sql";
import { type Crossing, type MonthSum, monthsBetween, partsOf } from "@/lib/ledger/server/data/sums";

/**
 * Sums by month over the entries themselves, to hold the roll-ups against. PostgreSQL sums what
 * lies in one month; charges that cross into another are split by time, the parts
 * summing to the charge, by the same code that the command line uses. On the billed basis a purchase that covers later
 * charges stays in the month in which it was paid.
 */
export async function entrySums(sql: RunSql, filter: EntryFilter, basis: Basis, zone: Zone): Promise<MonthSum[]> {
  const sums = await keyedSums(sql, filter, { basis, zone, key: "e.brief_id::text" });
  return sums.map(({ key, ...sum }) => ({ ...sum, briefId: key }));
}

interface KeyedBy {
  readonly basis: Basis;
  readonly zone: Zone;
  /** SQL of our own over `ledger_entry e` that gives text or null. */
  readonly key: string;
}

/** The same by another key than the brief. */
export async function keyedSums(sql: RunSql, filter: EntryFilter, by: KeyedBy): Promise<KeyedSum[]> {
  const { basis, zone, key } = by;
  const where = whereOf(filter, 4);
  // The roll-up knows how far the ledger reaches without reading it.
  const [ends] = await sql<{ start_ms: string | null; end_ms: string | null }>(
    `SELECT ${msOf("min(r.span_start)")} AS start_ms, ${msOf("max(r.span_end)")} AS end_ms FROM ledger_rollup r`,
    [],
  );
  if (!ends?.start_ms || !ends.end_ms) return [];
  const months = monthsBetween(zone, Number(ends.start_ms), Number(ends.end_ms));
  const amount = basis === "billed" ? "e.billed" : "e.effective";
  const whole = `(e.charge_end <= m.ends OR ${amount} = 0${basis === "billed" ? " OR e.kind = 'commitment_purchase'" : ""})`;
  const from = `FROM ledger_entry e
     JOIN unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS m(label, starts, ends)
       ON e.charge_start >= m.starts AND e.charge_start < m.ends
    WHERE ${where.text}`;
  const values = [months.labels, months.starts, months.ends, ...where.values];
  const sums = await sql<{
    currency: string;
    component: string;
    key: string | null;
    month: string;
    amount: string | null;
    cut: boolean;
  }>(
    `SELECT e.currency, e.component, ${key} AS key, m.label AS month,
            trim_scale(sum(${amount}) FILTER (WHERE ${whole}))::text AS amount, bool_or(NOT ${whole}) AS cut
       ${from} GROUP BY 1, 2, 3, 4`,
    values,
  );
  const counted = sums.flatMap(({ amount: sum, cut: _, ...s }): KeyedSum[] =>
    sum === null ? [] : [{ ...s, amount: sum, component: anyComponentSchema.parse(s.component) }],
  );
  if (!sums.some((s) => s.cut)) return counted;
  const crossing = await sql<Crossing>(
    `SELECT e.component, e.kind, e.currency, ${key} AS brief_id, e.billed::text, e.effective::text,
            ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms ${from} AND NOT ${whole}`,
    values,
  );
  const parts = crossing.flatMap((c) => partsOf(c, basis, zone));
  return [...counted, ...parts.map(({ briefId, ...sum }): KeyedSum => ({ ...sum, key: briefId }))];
}
