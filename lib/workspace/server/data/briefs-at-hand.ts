import "server-only";
import type { Tx } from "@/lib/db/client";
import type { BriefAtHand } from "../../brief-at-hand";

/** Briefs that one works on, the last touched first; those put away are left out. */
export async function briefsAtHand(tx: Tx, most: number): Promise<BriefAtHand[]> {
  const rows = await tx.brief.findMany({
    where: { archivedAt: null },
    orderBy: { updatedAt: "desc" },
    take: most,
    select: {
      number: true,
      title: true,
      _count: { select: { revisions: true } },
      plans: {
        orderBy: { number: "desc" },
        take: 1,
        select: {
          number: true,
          reviews: { orderBy: { number: "desc" }, take: 1, select: { number: true } },
          rentals: { orderBy: { number: "desc" }, take: 1, select: { number: true } },
        },
      },
    },
  });
  return rows.map((b) => ({
    number: b.number,
    title: b.title,
    plan: b.plans[0]?.number ?? null,
    review: b.plans[0]?.reviews[0]?.number ?? null,
    rental: b.plans[0]?.rentals[0]?.number ?? null,
    hasRevision: b._count.revisions > 0,
  }));
}
