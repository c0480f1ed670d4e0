import "server-only";
import { reference } from "@/lib/access/reference";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Tx } from "@/lib/db/client";
import { type Energy, energyOf, type MeasuredEnergy, type RentalTime } from "../../energy";
import { type CostQuestion, timeOf } from "./costs";
import { onTx, type RunSql } from "./run-sql";

/** What the cards of a brief drew in the question's months; by accelerator time that was billed and not taken back. */
export async function energyFacts(tx: Tx, question: CostQuestion, accepted: number): Promise<Energy> {
  const sql = onTx(tx);
  const time = timeOf(question);
  const values = [question.briefId, time?.start ?? null, time?.end ?? null];
  const billed = await billedTime(sql, values);
  const withoutRental = billed.find((b) => b.rental === null)?.entries ?? 0;
  return energyOf(await rentalTimes(tx, billed), await measuredEnergy(sql, values), withoutRental, accepted);
}

interface Billed {
  readonly rental: string | null;
  readonly seconds: string;
  readonly entries: number;
}

/** Time in which anything of a rental's accelerators was billed: overlapping entries count once. */
const billedTime = (sql: RunSql, values: readonly unknown[]): Promise<Billed[]> =>
  sql<Billed>(
    `WITH used AS (
       SELECT e.rental_id, e.charge_start, e.charge_end, count(*) AS entries
         FROM ledger_entry e
        WHERE e.brief_id = $1::uuid AND e.component = 'accelerator' AND e.kind = 'usage' AND e.reverses_id IS NULL
          AND ($2::timestamptz IS NULL OR (e.charge_start < $3::timestamptz AND e.charge_end > $2::timestamptz))
          AND NOT EXISTS (SELECT 1 FROM ledger_entry r WHERE r.workspace_id = e.workspace_id AND r.month = e.month
                             AND r.reverses_month = e.month AND r.reverses_id = e.id)
        GROUP BY 1, 2, 3),
     runs AS (
       SELECT rental_id, sum(entries)::int AS entries,
              range_agg(tstzrange(greatest(charge_start, $2::timestamptz), least(charge_end, $3::timestamptz), '[)')) AS whole
         FROM used GROUP BY 1)
     SELECT rental_id::text AS rental, entries,
            (SELECT coalesce(sum(extract(epoch FROM upper(p) - lower(p))), 0) FROM unnest(whole) AS p)::bigint::text AS seconds
       FROM runs`,
    values,
  );

async function measuredEnergy(sql: RunSql, values: readonly unknown[]): Promise<MeasuredEnergy | null> {
  const [row] = await sql<{ joules: string | null; seconds: string | null }>(
    `SELECT sum(x.energy_joules)::text AS joules, sum(x.of_gpu_seconds)::text AS seconds FROM diagnostic_record x
      WHERE x.brief_id = $1::uuid AND x.energy_joules IS NOT NULL
        AND ($2::timestamptz IS NULL OR (x.period_start >= $2::timestamptz AND x.period_start < $3::timestamptz))`,
    values,
  );
  return row?.joules && row.seconds ? { joules: row.joules, gpuSeconds: row.seconds } : null;
}

/** The cards of each rental, as its plan's newest revision at its start said. */
async function rentalTimes(tx: Tx, billed: readonly Billed[]): Promise<RentalTime[]> {
  const ids = billed.flatMap((b) => b.rental ?? []);
  const rentals = await tx.rental.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      number: true,
      createdAt: true,
      plan: { select: { revisions: { select: { createdAt: true, content: true }, orderBy: { number: "desc" } } } },
    },
  });
  return rentals.map(({ id, number, createdAt, plan }) => {
    const revision = plan.revisions.find((r) => r.createdAt <= createdAt) ?? plan.revisions.at(-1);
    const { count, acceleratorId } = rented(revision?.content);
    return {
      rental: reference("RNT", number),
      billedSeconds: billed.find((b) => b.rental === id)?.seconds ?? "0",
      cards: count,
      boardWatts: findAccelerator(acceleratorId)?.tdpW ?? null,
    };
  });
}

/** Card and count of a stored plan; it was checked when it was stored. */
function rented(content: unknown): { readonly count: number | null; readonly acceleratorId: string } {
  const { count, offer } = (content ?? {}) as { count?: number; offer?: { acceleratorId?: string | null } | null };
  return { count: offer && count ? count : null, acceleratorId: offer?.acceleratorId ?? "" };
}
