import "server-only";
import type { Tx } from "@/lib/db/client";
import type { JudgeInput } from "../../judge";

export interface Trial {
  readonly number: number;
  readonly startsAt: string;
  /** As it came where it was ended, else as planned. */
  readonly endsAt: string;
  readonly plannedEnd: string;
  readonly ended: boolean;
}

/** The plan's latest trial rental: evidence counts inside its time. */
async function latestTrial(tx: Tx, planId: string): Promise<(Trial & { id: string }) | null> {
  const r = await tx.rental.findFirst({ where: { planId, kind: "trial" }, orderBy: { number: "desc" } });
  if (!r) return null;
  return {
    id: r.id,
    number: r.number,
    startsAt: r.startsAt.toISOString(),
    endsAt: (r.endedAt ?? r.endsAt).toISOString(),
    plannedEnd: r.endsAt.toISOString(),
    ended: r.endedAt !== null,
  };
}

interface BilledRow {
  readonly currency: string;
  readonly billed: string;
  readonly entries: number;
}

/**
 * What the ledger holds for a trial: standing entries, accepted outputs inside its time, and the money billed. Two
 * currencies are never added: one that is not the budget's is handed on, so that the check says so.
 */
async function billedFor(
  tx: Tx,
  trial: { id: string; startsAt: string; endsAt: string },
  briefId: string,
  currency: string,
): Promise<Pick<JudgeInput, "ledger" | "spent">> {
  const rows = await tx.$queryRaw<BilledRow[]>`
    SELECT currency, trim_scale(sum(billed))::text AS billed,
           (count(*) FILTER (WHERE reverses_id IS NULL) - count(*) FILTER (WHERE reverses_id IS NOT NULL))::int AS entries
      FROM ledger_entry WHERE workspace_id = scope_workspace() AND rental_id = ${trial.id}::uuid AND component <> 'funding'
     GROUP BY currency ORDER BY currency`;
  const entries = rows.reduce((n, r) => n + r.entries, 0);
  if (entries <= 0) return { ledger: null, spent: null };
  const outputs = await tx.outputRecord.aggregate({
    where: { briefId, periodStart: { lt: new Date(trial.endsAt) }, periodEnd: { gt: new Date(trial.startsAt) } },
    _sum: { accepted: true },
  });
  const accepted = outputs._sum.accepted;
  const spent = rows.find((r) => r.currency !== currency) ?? rows[0];
  return {
    ledger: { entries, acceptedOutputs: accepted === null ? null : Number(accepted) },
    spent: spent ? { amount: spent.billed, currency: spent.currency } : null,
  };
}

/** The trial of a plan with what it cost so far; null where no trial was started. */
export async function readTrial(tx: Tx, planId: string, briefId: string, currency: string) {
  const trial = await latestTrial(tx, planId);
  const billed = trial ? await billedFor(tx, trial, briefId, currency) : { ledger: null, spent: null };
  return { trial, ...billed };
}
