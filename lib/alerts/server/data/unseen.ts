import "server-only";
import type { Actor } from "@/lib/access/actor";
import { may, type Permission } from "@/lib/access/roles";
import type { Tx } from "@/lib/db/client";
import type { AlertKind } from "../../kinds";
import { type AlertFacts, alertFactsSchema } from "../../schema";

/**
 * Kinds of which an inbox tells, to those who can act on them. Reviews and decisions are not among them: the inbox reads
 * these from the reviews themselves.
 */
const TOLD: Readonly<Partial<Record<AlertKind, readonly Permission[]>>> = {
  budget: ["ledger.write", "workspace.write"],
  import: ["ledger.write"],
  offer: ["plan.write"],
  rental: ["rental.write"],
};

/** What nobody looked at for so long is history, and stands on the page of alerts. */
const MOST_DAYS = 30;
const MOST = 100;

export interface UnseenAlert extends AlertFacts {
  readonly id: string;
  readonly kind: string;
  readonly raisedAt: string;
}

/** Alerts that this person can act on and has not looked at, the latest first; none from before they joined. */
export async function unseenAlerts(tx: Tx, actor: Actor, now: Date): Promise<UnseenAlert[]> {
  const kinds = Object.entries(TOLD).flatMap(([kind, needs]) => (needs.some((n) => may(actor.roles, n)) ? [kind] : []));
  if (kinds.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: string; kind: string; data: unknown; raisedAt: Date }[]>`
    SELECT a.id::text, a.kind, a.data, a.raised_at AS "raisedAt"
      FROM alert a JOIN membership m ON m.workspace_id = a.workspace_id AND m.person_id = ${actor.personId}::uuid
     WHERE a.kind = ANY (${kinds}) AND a.raised_at >= m.created_at
       AND a.raised_at > ${new Date(now.getTime() - MOST_DAYS * 86_400_000)}
       AND NOT EXISTS (SELECT 1 FROM alert_seen s WHERE s.workspace_id = a.workspace_id AND s.alert_id = a.id
                          AND s.person_id = ${actor.personId}::uuid)
     ORDER BY a.raised_at DESC, a.id LIMIT ${MOST}`;
  return rows.flatMap(({ id, kind, data, raisedAt }) => {
    const facts = alertFactsSchema.safeParse(data);
    return facts.success ? [{ id, kind, ...facts.data, raisedAt: raisedAt.toISOString() }] : [];
  });
}
