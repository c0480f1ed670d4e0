import "server-only";
import type { Actor } from "@/lib/access/actor";
import type { Tx } from "@/lib/db/client";

interface WaitingReview {
  readonly number: number;
  readonly title: string;
  readonly at: string;
  readonly reason: string | null;
}

/** Reviews whose last event is of a kind, newest first, with the brief's title. */
async function reviewsByLastEvent(
  tx: Tx,
  kind: "submitted" | "sent-back",
): Promise<(WaitingReview & { id: string; submitter: string })[]> {
  const rows = await tx.$queryRaw<
    { id: string; number: number; title: string; at: Date; reason: string | null; submitter: string }[]
  >`
    SELECT r.id::text, r.number, b.title, e.at, e.reason,
           (SELECT s.person_id::text FROM review_event s WHERE s.workspace_id = r.workspace_id AND s.review_id = r.id AND s.kind = 'submitted'
             ORDER BY s.seq DESC LIMIT 1) AS submitter
      FROM review r
      JOIN plan p ON p.workspace_id = r.workspace_id AND p.id = r.plan_id
      JOIN brief b ON b.workspace_id = p.workspace_id AND b.id = p.brief_id
      JOIN LATERAL (SELECT x.kind, x.at, x.reason FROM review_event x WHERE x.workspace_id = r.workspace_id AND x.review_id = r.id
             ORDER BY x.seq DESC LIMIT 1) e ON true
     WHERE r.workspace_id = scope_workspace() AND e.kind = ${kind} ORDER BY e.at DESC LIMIT 50`;
  return rows.map((r) => ({ ...r, at: r.at.toISOString() }));
}

/** What waits for this person: reviews to sign, reviews sent back, own drafts, bills planned but not committed. */
export async function inboxOf(tx: Tx, actor: Actor) {
  const submitted = actor.roles.includes("approver") ? await reviewsByLastEvent(tx, "submitted") : [];
  const mine = await tx.contributor.findMany({ where: { personId: actor.personId }, select: { reviewId: true } });
  const contributed = new Set(mine.map((c) => c.reviewId));
  const sentBack = (await reviewsByLastEvent(tx, "sent-back")).filter((r) => contributed.has(r.id));
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
    toSign: submitted.filter((r) => !contributed.has(r.id)).map(({ number, title, at }) => ({ number, title, at })),
    sentBack: sentBack.map(({ number, title, at, reason }) => ({ number, title, at, reason })),
    drafts: drafts.map((d) => ({ number: d.brief.number, title: d.brief.title, at: d.updatedAt.toISOString() })),
    bills: bills.map((b) => ({ number: b.number, title: b.fileName, at: b.createdAt.toISOString() })),
  };
}

export async function waitingCount(tx: Tx, actor: Actor): Promise<number> {
  const inbox = await inboxOf(tx, actor);
  return inbox.toSign.length + inbox.sentBack.length;
}
