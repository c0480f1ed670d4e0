import "server-only";
import { inboxCount, reviewInbox } from "@/lib/acceptance/server/data/inbox";
import type { Actor } from "@/lib/access/actor";
import { unseenAlerts } from "@/lib/alerts/server/data/unseen";
import type { Tx } from "@/lib/db/client";

/** What waits for this person: reviews of every kind, own drafts, bills planned but not committed. */
export async function inboxOf(tx: Tx, actor: Actor, now: Date, today: string) {
  const { toSign, sentBack, voided, due } = await reviewInbox(tx, actor, now, today);
  const drafts = await tx.briefDraft.findMany({
    where: { updatedBy: actor.personId },
    include: { brief: { select: { number: true, title: true } } },
    orderBy: { updatedAt: "desc" },
    take: 20,
  });
  const bills = actor.roles.includes("finance")
    ? await tx.billImport.findMany({
        where: { committedAt: null, discardedAt: null },
        select: { number: true, fileName: true, createdAt: true },
        orderBy: { createdAt: "desc" },
        take: 20,
      })
    : [];
  return {
    toSign: toSign.map(({ number, title, at }) => ({ number, title, at })),
    sentBack: sentBack.map(({ number, title, at, reason }) => ({ number, title, at, reason })),
    voided: voided.map(({ number, title, at, reason }) => ({ number, title, at, reason })),
    due: due.map(({ number, title, at }) => ({ number, title, at })),
    drafts: drafts.map((d) => ({ number: d.brief.number, title: d.brief.title, at: d.updatedAt.toISOString() })),
    bills: bills.map((b) => ({ number: b.number, title: b.fileName, at: b.createdAt.toISOString() })),
  };
}

/** Reviews of all kinds and unseen alerts that wait for this person, as the menu counts them. */
export async function waitingCount(tx: Tx, actor: Actor, now: Date, today: string): Promise<number> {
  const reviews = inboxCount(await reviewInbox(tx, actor, now, today));
  return reviews + (await unseenAlerts(tx, actor, now)).length;
}
