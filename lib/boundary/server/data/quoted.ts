import "server-only";
import { contentFrom } from "@/lib/brief/server/data";
import type { Tx } from "@/lib/db/client";
import { planSchema } from "../../plan";
import { type QuotedRental, quotedBesideBilled } from "../../quoted";

interface StoredRental {
  readonly id: string;
  readonly planId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
  readonly createdAt: Date;
}

/** The offer's price for a rental beside what the ledger holds of it; by the plan as it was when the rental began. */
export async function quotedOf(tx: Tx, rental: StoredRental, now: Date): Promise<QuotedRental | null> {
  const revision =
    (await revisionOf(tx, { planId: rental.planId, createdAt: { lte: rental.createdAt } }, "desc")) ??
    (await revisionOf(tx, { planId: rental.planId }, "asc"));
  if (revision === null) return null;
  const plan = planSchema.safeParse(revision.content);
  if (!plan.success) return null;
  const sums = await tx.ledgerEntry.groupBy({
    by: ["currency", "component"],
    where: { rentalId: rental.id },
    _sum: { effective: true },
  });
  const parts = sums.map((s) => ({
    currency: s.currency,
    component: s.component,
    amount: s._sum.effective?.toFixed() ?? "0",
  }));
  const dates = {
    startsAt: rental.startsAt.toISOString(),
    endsAt: rental.endsAt.toISOString(),
    endedAt: rental.endedAt?.toISOString() ?? null,
  };
  const brief = contentFrom(revision.briefRevision.content);
  return quotedBesideBilled({ plan: plan.data, brief, rental: dates }, parts, now.getTime());
}

function revisionOf(tx: Tx, where: { planId: string; createdAt?: { lte: Date } }, order: "asc" | "desc") {
  return tx.planRevision.findFirst({ where, orderBy: { number: order }, include: { briefRevision: true } });
}
