import "server-only";
import type { Ctx } from "@/lib/access/context";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import type { NewAlert, NewChannel } from "../schema";

export async function addChannel(tx: Tx, ctx: Ctx, input: NewChannel): Promise<Written<{ id: string }>> {
  const { workspaceId, personId } = ctx.actor;
  const id = ctx.newId();
  const held = await tx.alertChannel.count({ where: { personId, removedAt: null } });
  if (held >= 20) throw new Refusal("INVALID", { message: "20 channels at most" });
  await tx.alertChannel.create({ data: { workspaceId, id, personId, ...input, createdAt: ctx.now } });
  // The address of a webhook lets its holder write there: it stays out of the log that everybody reads.
  const detail = { kind: input.kind, alerts: [...input.alerts] };
  return { data: { id }, audit: { action: "alerts.channel", entityType: "channel", entityId: id, detail } };
}

/** Takes a channel away, and its address with it. */
export async function removeChannel(tx: Tx, ctx: Ctx, input: { readonly id: string }): Promise<Written<null>> {
  const { count } = await tx.alertChannel.updateMany({
    where: { id: input.id, personId: ctx.actor.personId, removedAt: null },
    data: { removedAt: ctx.now, target: "" },
  });
  if (count === 0) throw new Refusal("NOT_FOUND");
  await tx.alertDelivery.updateMany({ where: { channelId: input.id, nextAt: { not: null } }, data: { nextAt: null } });
  return { data: null, audit: { action: "alerts.remove", entityType: "channel", entityId: input.id } };
}

/** Notes that this person has looked at these alerts, and says which they had not; one that is not there notes nothing. */
export async function markAlertsSeen(
  tx: Tx,
  ctx: Ctx,
  input: { readonly ids: readonly string[] },
): Promise<Written<{ readonly ids: readonly string[] }>> {
  const { personId } = ctx.actor;
  const rows = await tx.$queryRaw<{ id: string }[]>`INSERT INTO alert_seen (workspace_id, person_id, alert_id, at)
    SELECT a.workspace_id, ${personId}::uuid, a.id, ${ctx.now} FROM alert a WHERE a.id = ANY (${[...input.ids]}::uuid[])
    ON CONFLICT DO NOTHING RETURNING alert_id::text AS id`;
  const ids = rows.map((r) => r.id);
  if (ids.length === 0) return { data: { ids }, audit: null };
  const detail = { alerts: ids.length };
  return { data: { ids }, audit: { action: "alerts.see", entityType: "person", entityId: personId, detail } };
}

/** Puts alerts back into this person's inbox, as if they had not looked. */
export async function unseeAlerts(
  tx: Tx,
  ctx: Ctx,
  input: { readonly ids: readonly string[] },
): Promise<Written<null>> {
  const { personId } = ctx.actor;
  const count = await tx.$executeRaw`DELETE FROM alert_seen
    WHERE person_id = ${personId}::uuid AND alert_id = ANY (${[...input.ids]}::uuid[])`;
  if (count === 0) throw cannotUndo("undone");
  const detail = { alerts: count };
  return { data: null, audit: { action: "alerts.unsee", entityType: "person", entityId: personId, detail } };
}

interface Raising {
  readonly workspaceId: string;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * Keeps alerts that are new and, with each, one line of the outbox for every channel that asked for its kind. A review that
 * waits goes to approvers and to whom they delegated signing; who has left the workspace hears nothing.
 *
 * @returns how many were new
 */
export async function raiseAlerts(tx: Tx, at: Raising, alerts: readonly NewAlert[]): Promise<number> {
  let raised = 0;
  for (const a of alerts) {
    const id = at.newId();
    const count = await tx.$executeRaw`INSERT INTO alert (workspace_id, id, key, kind, data, raised_at)
      VALUES (${at.workspaceId}::uuid, ${id}::uuid, ${a.key}, ${a.kind}, ${JSON.stringify(a.facts)}::jsonb, ${at.now})
      ON CONFLICT (workspace_id, key) DO NOTHING`;
    if (count === 0) continue;
    raised++;
    await tx.$executeRaw`INSERT INTO alert_delivery (workspace_id, id, alert_id, channel_id, next_at)
      SELECT c.workspace_id, gen_random_uuid(), ${id}::uuid, c.id, ${at.now}
        FROM alert_channel c JOIN membership m ON m.workspace_id = c.workspace_id AND m.person_id = c.person_id
       WHERE c.removed_at IS NULL AND ${a.kind} = ANY (c.alerts)
         AND (${a.facts.said} <> 'reviewWaiting' OR 'approver' = ANY (m.roles) OR EXISTS (
           SELECT 1 FROM delegation g WHERE g.to_person = c.person_id AND g.starts_at <= ${at.now} AND g.ends_at > ${at.now}
              AND NOT EXISTS (SELECT 1 FROM delegation_end e WHERE e.workspace_id = g.workspace_id AND e.delegation_id = g.id)))`;
  }
  return raised;
}

export async function noteLook(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx.$executeRaw`INSERT INTO alert_watch (workspace_id, looked_at) VALUES (${workspaceId}::uuid, ${now})
    ON CONFLICT (workspace_id) DO UPDATE SET looked_at = excluded.looked_at`;
}

export interface DueDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly kind: "webhook" | "email";
  readonly target: string;
  readonly locale: string;
  readonly data: unknown;
  readonly workspace: string;
  readonly timeZone: string;
}

/** How long a try may take before another copy of the server tries too. */
const HOLD_MS = 5 * 60_000;

/** Takes what is due, so that no other copy of the server sends it meanwhile. */
export async function takeDue(tx: Tx, now: Date, most: number): Promise<DueDelivery[]> {
  const again = new Date(now.getTime() + HOLD_MS);
  return tx.$queryRaw<DueDelivery[]>`
    WITH due AS (
      SELECT d.workspace_id, d.id FROM alert_delivery d WHERE d.next_at <= ${now} ORDER BY d.next_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE alert_delivery d SET attempts = d.attempts + 1, next_at = ${again} FROM due
       WHERE d.workspace_id = due.workspace_id AND d.id = due.id RETURNING d.*
    )
    SELECT t.id::text, t.attempts, c.kind, c.target, p.locale, a.data, w.name AS workspace, w.time_zone AS "timeZone"
      FROM taken t
      JOIN alert a ON a.workspace_id = t.workspace_id AND a.id = t.alert_id
      JOIN alert_channel c ON c.workspace_id = t.workspace_id AND c.id = t.channel_id AND c.removed_at IS NULL
      JOIN membership m ON m.workspace_id = c.workspace_id AND m.person_id = c.person_id
      JOIN person p ON p.id = c.person_id
      JOIN workspace w ON w.id = t.workspace_id`;
}

/** After this many tries a message is given up; the channel shows why. */
const MOST_ATTEMPTS = 8;

/** Keeps how a try went. What failed is tried again after 1, 2, 4 … minutes. */
export async function noteSent(
  tx: Tx,
  now: Date,
  { id, attempts }: Pick<DueDelivery, "id" | "attempts">,
  error: string | null,
): Promise<void> {
  const nextAt = attempts >= MOST_ATTEMPTS ? null : new Date(now.getTime() + 60_000 * 2 ** (attempts - 1));
  await tx.alertDelivery.updateMany({
    where: { id },
    data: error === null ? { sentAt: now, nextAt: null, lastError: null } : { nextAt, lastError: error },
  });
}
