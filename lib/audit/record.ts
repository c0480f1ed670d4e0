import "server-only";
import type { PoolClient } from "pg";
import type { Ctx } from "@/lib/access/context";
import type { Prisma, Tx } from "@/lib/db/client";

export interface AuditNote {
  /** What was done, as `<thing>.<verb>`. */
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly detail?: Prisma.InputJsonObject;
}

/** One event inside the caller's own transaction: without it the write does not happen. */
export async function recordAudit(tx: Tx, ctx: Ctx, note: AuditNote): Promise<void> {
  const { actor } = ctx;
  await tx.auditEvent.create({
    data: {
      workspaceId: actor.workspaceId,
      id: ctx.newId(),
      at: ctx.now,
      personId: actor.personId,
      action: note.action,
      entityType: note.entityType,
      entityId: note.entityId,
      detail: { ...note.detail, via: actor.via },
    },
  });
}

/** The same on the connection that COPY uses. */
export async function recordAuditOn(client: PoolClient, ctx: Ctx, note: AuditNote): Promise<void> {
  const { actor } = ctx;
  await client.query(
    "INSERT INTO audit_event (workspace_id, id, person_id, action, entity_type, entity_id, detail, at) VALUES ($1,$2,$3,$4,$5,$6,$7,$8)",
    [
      actor.workspaceId,
      ctx.newId(),
      actor.personId,
      note.action,
      note.entityType,
      note.entityId,
      { ...note.detail, via: actor.via },
      ctx.now,
    ],
  );
}
