import "server-only";
import type { AnyComponent } from "../../components";
import { instantText, monthText, type Zone } from "../../period";
import { anyComponentSchema, type Basis, kindSchema } from "../../schema";
import { amountByMonth } from "../../totals";
import { type EntryFilter, whereOf } from "./entry-filter";
import { msOf, type RunSql } from "./run-sql";

/** One sum of entries: exact, of one currency, component, brief and month of the zone. */
export interface MonthSum {
  readonly currency: string;
  readonly component: AnyComponent;
  readonly briefId: string | null;
  /** `2026-09` */
  readonly month: string;
  readonly amount: string;
}

export interface Months {
  readonly labels: readonly string[];
  readonly starts: readonly string[];
  readonly ends: readonly string[];
}

/** The zone's months from the one that contains `startMs` to the one that contains the last moment before `endMs`. */
export function monthsBetween(zone: Zone, startMs: number, endMs: number): Months {
  const labels: string[] = [];
  const starts: string[] = [];
  const ends: string[] = [];
  for (let month = zone.monthOf(startMs); month <= zone.monthOf(Math.max(startMs, endMs - 1)); month += 1) {
    labels.push(monthText(month));
    starts.push(instantText(zone.monthStart(month)));
    ends.push(instantText(zone.monthStart(month + 1)));
  }
  return { labels, starts, ends };
}

/** A charge that a month cuts. */
export interface Crossing {
  component: string;
  kind: string;
  currency: string;
  brief_id: string | null;
  billed: string;
  effective: string;
  start_ms: string;
  end_ms: string;
}

/**
 * Sums by month over the entries themselves, for questions that no roll-up answers. PostgreSQL sums what lies in one month; charges that cross into another are split by time, the parts
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

export type KeyedSum = Omit<MonthSum, "briefId"> & { readonly key: string | null };

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

/** Its parts by month, which sum to it. */
export function partsOf(c: Crossing, basis: Basis, zone: Zone): MonthSum[] {
  const component = anyComponentSchema.parse(c.component);
  const entry = {
    component,
    kind: kindSchema.parse(c.kind),
    currency: c.currency,
    billed: c.billed,
    effective: c.effective,
    chargeStart: instantText(Number(c.start_ms)),
    chargeEnd: instantText(Number(c.end_ms)),
  };
  return amountByMonth(entry, basis, zone).map(({ month, amount }) => ({
    currency: c.currency,
    component,
    briefId: c.brief_id,
    month: monthText(month),
    amount: amount.toFixed(),
  }));
}
