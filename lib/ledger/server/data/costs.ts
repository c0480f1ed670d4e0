import "server-only";
import type { Tx } from "@/lib/db/client";
import { type CurrencyReport, costReport } from "../../cost-report";
import type { MeasuredTime } from "../../inside-total";
import { monthIndex } from "../../months";
import { instantText, type Zone } from "../../period";
import type { Basis } from "../../schema";
import type { EntryFilter } from "./entry-filter";
import { countOf, type OutputSums } from "./outputs";
import { acceleratorsBilledUntil, monthSums } from "./rollup-sums";
import { onTx, type RunSql } from "./run-sql";
import { type MonthSum, monthsBetween } from "./sums";

export interface CostQuestion {
  /** Id of a brief; null for all of the workspace. */
  readonly briefId: string | null;
  /** First and last month (`year * 12 + month - 1`), both included; null for all time. */
  readonly months: { readonly first: number; readonly last: number } | null;
  readonly basis: Basis;
  readonly zone: Zone;
}

export interface BriefOutputs extends OutputSums {
  readonly briefId: string;
  readonly month: string;
  readonly records: number;
  /** Records whose time reaches into a later month; they count whole in the month in which they begin. */
  readonly reachingOver: number;
}

export interface CostFacts {
  readonly sums: readonly MonthSum[];
  readonly outputs: readonly BriefOutputs[];
  readonly measured: readonly MeasuredTime[];
  readonly effortMinutes: number;
  /** End of the last charge that the ledger holds, or null. */
  readonly billedUntil: string | null;
}

interface TimeRange {
  readonly start: string;
  readonly end: string;
}

/** The instants at which a question begins and ends; null for all time. */
export function timeOf({ months, zone }: CostQuestion): TimeRange | null {
  if (months === null) return null;
  return { start: instantText(zone.monthStart(months.first)), end: instantText(zone.monthStart(months.last + 1)) };
}

/** The entries that a question is about, and which months of their parts. */
export function costScope(question: CostQuestion): {
  readonly filter: EntryFilter;
  readonly inRange: (month: string) => boolean;
} {
  const { months, briefId } = question;
  const inRange = (month: string): boolean => {
    if (!months) return true;
    const index = monthIndex(month);
    return index !== null && index >= months.first && index <= months.last;
  };
  const time = timeOf(question);
  return { filter: { time, component: null, brief: briefId, bill: null, q: null, group: null }, inRange };
}

/** Everything that a cost page is made of, on one basis and in one zone. */
export async function costFacts(tx: Tx, question: CostQuestion): Promise<CostFacts> {
  const sql = onTx(tx);
  const time = timeOf(question);
  const { filter, inRange } = costScope(question);
  const sums = (await monthSums(sql, filter, question.basis, question.zone)).filter((s) => inRange(s.month));
  return {
    sums,
    outputs: await outputsByMonth(sql, question, time),
    measured: await measuredTime(sql, question, time),
    effortMinutes: await effortMinutes(sql, question, time),
    billedUntil: await acceleratorsBilledUntil(sql, question.briefId),
  };
}

const PERIOD = `($1::uuid IS NULL OR x.brief_id = $1::uuid)
  AND ($2::timestamptz IS NULL OR (x.period_start >= $2::timestamptz AND x.period_start < $3::timestamptz))`;

async function outputsByMonth(sql: RunSql, q: CostQuestion, time: TimeRange | null): Promise<BriefOutputs[]> {
  const values = [q.briefId, time?.start ?? null, time?.end ?? null];
  const [span] = await sql<{ first: string | null; last: string | null }>(
    `SELECT (extract(epoch FROM min(x.period_start)) * 1000)::bigint::text AS first,
            (extract(epoch FROM max(x.period_start)) * 1000)::bigint::text AS last FROM output_record x WHERE ${PERIOD}`,
    values,
  );
  if (!span?.first || !span.last) return [];
  const months = monthsBetween(q.zone, Number(span.first), Number(span.last) + 1);
  const rows = await sql<
    Record<keyof OutputSums, string> & { brief_id: string; month: string; records: number; over: number }
  >(
    `SELECT x.brief_id::text, m.label AS month, sum(x.attempted)::text AS attempted, sum(x.accepted)::text AS accepted,
            sum(x.rejected)::text AS rejected, sum(x.failed)::text AS failed, sum(x.retried)::text AS retried,
            count(*) FILTER (WHERE x.corrects_id IS NULL)::int AS records,
            count(*) FILTER (WHERE x.corrects_id IS NULL AND x.period_end > m.ends)::int AS over
       FROM output_record x JOIN unnest($4::text[], $5::timestamptz[], $6::timestamptz[]) AS m(label, starts, ends)
         ON x.period_start >= m.starts AND x.period_start < m.ends
      WHERE ${PERIOD} GROUP BY 1, 2 ORDER BY 2`,
    [...values, months.labels, months.starts, months.ends],
  );
  return rows.map((r) => ({
    briefId: r.brief_id,
    month: r.month,
    attempted: countOf(r.attempted),
    accepted: countOf(r.accepted),
    rejected: countOf(r.rejected),
    failed: countOf(r.failed),
    retried: countOf(r.retried),
    records: r.records,
    reachingOver: r.over,
  }));
}

async function measuredTime(sql: RunSql, q: CostQuestion, time: TimeRange | null): Promise<MeasuredTime[]> {
  return sql<MeasuredTime>(
    `SELECT x.kind, sum(x.gpu_seconds)::text AS "gpuSeconds", sum(x.of_gpu_seconds)::text AS "ofGpuSeconds"
       FROM diagnostic_record x WHERE ${PERIOD} GROUP BY x.kind ORDER BY array_position(ARRAY['idle','ramp-up','failed'], x.kind)`,
    [q.briefId, time?.start ?? null, time?.end ?? null],
  );
}

async function effortMinutes(sql: RunSql, q: CostQuestion, time: TimeRange | null): Promise<number> {
  const rows = await sql<{ minutes: string | null }>(
    `SELECT sum(x.minutes)::text AS minutes FROM effort_record x WHERE ${PERIOD}`,
    [q.briefId, time?.start ?? null, time?.end ?? null],
  );
  return Number(rows[0]?.minutes ?? 0);
}

/** Accepted outputs by month, for the ratio. */
export function acceptedByMonth(outputs: readonly BriefOutputs[]): Record<string, number> {
  const accepted: Record<string, number> = {};
  for (const o of outputs) accepted[o.month] = (accepted[o.month] ?? 0) + o.accepted;
  return accepted;
}

export interface BriefCost {
  readonly briefId: string | null;
  readonly reports: readonly CurrencyReport[];
  readonly accepted: number;
}

/**
 * One line per brief, and one for what belongs to none. The units of two briefs differ, so there is no ratio over
 * several of them.
 */
export function byBrief(facts: CostFacts): BriefCost[] {
  const ids = new Set([...facts.sums.map((s) => s.briefId), ...facts.outputs.map((o) => o.briefId)]);
  return [...ids].map((briefId) => {
    const outputs = facts.outputs.filter((o) => o.briefId === briefId);
    const accepted = acceptedByMonth(outputs);
    return {
      briefId,
      reports: costReport(
        facts.sums.filter((s) => s.briefId === briefId),
        accepted,
      ),
      accepted: outputs.reduce((n, o) => n + o.accepted, 0),
    };
  });
}
