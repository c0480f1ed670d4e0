import "server-only";
import type { Tx } from "@/lib/db/client";

/** What was taken away: its audit event keeps all of it, so that it can be put back as it was. */
export interface Removed {
  readonly id: string;
  readonly detail: unknown;
  readonly at: string;
  /** Id of whoever took it away; null for a job. */
  readonly by: string | null;
}

interface Row {
  entityId: string;
  detail: unknown;
  at: Date;
  personId: string | null;
}

const removed = (row: Row): Removed => ({
  id: row.entityId,
  detail: row.detail,
  at: row.at.toISOString(),
  by: row.personId,
});

/** As it was when it was taken away last; null where nobody did. */
export async function lastRemoved(tx: Tx, action: string, entityType: string, id: string): Promise<Removed | null> {
  const row = await tx.auditEvent.findFirst({
    where: { action, entityType, entityId: id },
    orderBy: { at: "desc" },
    select: { entityId: true, detail: true, at: true, personId: true },
  });
  return row && removed(row);
}

/** Things of one kind that were taken away since an instant, the latest first and each once. */
export async function removedSince(tx: Tx, action: string, entityType: string, since: Date): Promise<Removed[]> {
  const rows = await tx.auditEvent.findMany({
    where: { action, entityType, at: { gt: since } },
    orderBy: { at: "desc" },
    select: { entityId: true, detail: true, at: true, personId: true },
    take: 100,
  });
  const once = new Map(rows.toReversed().map((row) => [row.entityId, removed(row)]));
  return [...once.values()].toSorted((a, b) => b.at.localeCompare(a.at));
}

/** How long a page offers to put back what was taken away. */
export const PUT_BACK_DAYS = 30;
export const putBackSince = (now: Date): Date => new Date(now.getTime() - PUT_BACK_DAYS * 86_400_000);
