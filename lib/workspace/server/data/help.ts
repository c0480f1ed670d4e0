import "server-only";
import type { Tx } from "@/lib/db/client";

export interface HelpBrief {
  readonly number: number;
  readonly title: string;
  /** The latest plan of the brief and its review, where there are any. */
  readonly plan: number | null;
  readonly review: number | null;
  readonly hasRevision: boolean;
}

/** Briefs that the answers can lead into, the last touched first. */
export async function briefsForHelp(tx: Tx): Promise<HelpBrief[]> {
  const rows = await tx.brief.findMany({
    where: { archivedAt: null },
    orderBy: { updatedAt: "desc" },
    take: 100,
    select: {
      number: true,
      title: true,
      _count: { select: { revisions: true } },
      plans: {
        orderBy: { number: "desc" },
        take: 1,
        select: { number: true, reviews: { orderBy: { number: "desc" }, take: 1, select: { number: true } } },
      },
    },
  });
  return rows.map((b) => ({
    number: b.number,
    title: b.title,
    plan: b.plans[0]?.number ?? null,
    review: b.plans[0]?.reviews[0]?.number ?? null,
    hasRevision: b._count.revisions > 0,
  }));
}
