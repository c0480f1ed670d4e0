import "server-only";
import type { Tx } from "@/lib/db/client";
import { Decimal, decimalText } from "@/lib/money/money";
import { BUDGET_MEASURES, type BudgetMeasure, type BudgetState, budgetState } from "../../budget";
import { costReport, perOutputText } from "../../cost-report";
import { monthText, type Zone } from "../../period";
import { unitCost } from "../../unit-cost";
import { acceptedByMonth, type CostFacts, costFacts } from "./costs";
import { onTx } from "./run-sql";

export interface BudgetLine {
  readonly id: string;
  readonly name: string;
  readonly brief: { readonly number: number; readonly title: string } | null;
  readonly measure: BudgetMeasure;
  readonly currency: string | null;
  readonly limit: string;
  readonly warnPercent: number;
  readonly endedAt: string | null;
  /** Of the month that runs; null for a budget that has ended. */
  readonly state: BudgetState | null;
}

/** All budgets with what the running month of the workspace's zone holds against each. */
export async function budgetLines(tx: Tx, zone: Zone, now: Date): Promise<BudgetLine[]> {
  const rows = await tx.$queryRaw<
    {
      id: string;
      name: string;
      brief_id: string | null;
      number: number | null;
      title: string | null;
      measure: string;
      currency: string | null;
      amount: string;
      warn_percent: number;
      ended_at: Date | null;
    }[]
  >`SELECT b.id::text, b.name, b.brief_id::text, r.number, r.title, b.measure, b.currency, b.amount::text, b.warn_percent, b.ended_at
      FROM budget b LEFT JOIN brief r ON r.workspace_id = b.workspace_id AND r.id = b.brief_id
     ORDER BY b.ended_at DESC NULLS FIRST, b.created_at LIMIT 500`;
  const month = zone.monthOf(now.getTime());
  const held = new Map<string | null, CostFacts>();
  const lines: BudgetLine[] = [];
  for (const b of rows) {
    const measure = BUDGET_MEASURES.find((m) => m === b.measure);
    if (!measure) throw new Error(`unknown measure ${b.measure}`);
    let state: BudgetState | null = null;
    if (b.ended_at === null) {
      const months = { first: month, last: month };
      const facts =
        held.get(b.brief_id) ?? (await costFacts(tx, { briefId: b.brief_id, months, basis: "billed", zone }));
      held.set(b.brief_id, facts);
      const budget = { measure, limit: b.amount, warnPercent: b.warn_percent };
      state = budgetState(budget, {
        ...(await soFar(tx, measure, b, facts, { zone, month, now })),
        monthStart: zone.monthStart(month),
        monthEnd: zone.monthStart(month + 1),
      });
    }
    lines.push({
      id: b.id,
      name: b.name,
      brief: b.number === null ? null : { number: b.number, title: b.title ?? "" },
      measure,
      currency: b.currency,
      limit: decimalText(new Decimal(b.amount)),
      warnPercent: b.warn_percent,
      endedAt: b.ended_at?.toISOString() ?? null,
      state,
    });
  }
  return lines;
}

interface Running {
  readonly zone: Zone;
  readonly month: number;
  readonly now: Date;
}

async function soFar(
  tx: Tx,
  measure: BudgetMeasure,
  of: { readonly brief_id: string | null; readonly currency: string | null },
  facts: CostFacts,
  running: Running,
): Promise<{ soFar: string | null; knownUntil: number | null }> {
  if (measure === "gpu-hours")
    return { soFar: await rentedGpuHours(tx, of.brief_id, running), knownUntil: running.now.getTime() };
  if (measure === "idle-percent") return { soFar: idlePercent(facts), knownUntil: null };
  const knownUntil = facts.billedUntil === null ? null : Date.parse(facts.billedUntil);
  const reports = costReport(facts.sums, acceptedByMonth(facts.outputs));
  const report = reports.find((r) => r.currency === of.currency);
  if (measure === "amount") {
    // A month for which nothing has been billed yet is not a month without cost.
    const billed = knownUntil !== null && knownUntil > running.zone.monthStart(running.month);
    return { soFar: billed ? (report?.totals.net ?? "0") : null, knownUntil };
  }
  const month = report?.byMonth.find((m) => m.month === monthText(running.month));
  if (!report || !month || month.accepted === 0) return { soFar: null, knownUntil };
  const cost = unitCost({ amount: new Decimal(month.net), currency: report.currency }, month.accepted);
  return { soFar: perOutputText(cost), knownUntil };
}

/** Idle share of the observed GPU time, in percent; null where nobody observed any. */
function idlePercent(facts: CostFacts): string | null {
  const idle = facts.measured.filter((m) => m.kind === "idle" && new Decimal(m.ofGpuSeconds).gt(0));
  if (idle.length === 0) return null;
  const sum = (key: "gpuSeconds" | "ofGpuSeconds") => idle.reduce((n, m) => n.plus(m[key]), new Decimal(0));
  return sum("gpuSeconds").div(sum("ofGpuSeconds")).times(100).toDecimalPlaces(2).toFixed();
}

/** Cards × hours of the month's rentals until now: the cards of the plan's latest revision, trials too. */
async function rentedGpuHours(tx: Tx, briefId: string | null, { zone, month, now }: Running): Promise<string> {
  const sql = onTx(tx);
  const [row] = await sql<{ hours: string | null }>(
    `SELECT sum((p.content->>'count')::numeric * greatest(0, extract(epoch FROM
              least($3::timestamptz, $4::timestamptz, coalesce(r.ended_at, r.ends_at)) - greatest($2::timestamptz, r.starts_at))) / 3600)::text AS hours
       FROM rental r
       JOIN plan l ON l.workspace_id = r.workspace_id AND l.id = r.plan_id
       JOIN LATERAL (SELECT content FROM plan_revision v WHERE v.workspace_id = r.workspace_id AND v.plan_id = r.plan_id
                      ORDER BY v.number DESC LIMIT 1) p ON true
      WHERE ($1::uuid IS NULL OR l.brief_id = $1::uuid)`,
    [
      briefId,
      new Date(zone.monthStart(month)).toISOString(),
      new Date(zone.monthStart(month + 1)).toISOString(),
      now.toISOString(),
    ],
  );
  return new Decimal(row?.hours ?? 0).toDecimalPlaces(3).toFixed();
}
