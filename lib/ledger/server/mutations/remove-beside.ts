import "server-only";
import type { Ctx } from "@/lib/access/context";
import { lastRemoved } from "@/lib/audit/removed";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { cannotUndo } from "@/lib/undo";
import { removedDiagnosticSchema, removedEffortSchema } from "../data/removed-records";

/** A mistyped diagnostic or effort is taken away; the audit log keeps all of it, so that it can be put back. */

interface ById {
  readonly id: string;
}

export async function removeDiagnostic(tx: Tx, ctx: Ctx, input: ById): Promise<Written<null>> {
  const row = await tx.diagnosticRecord.findFirst({ where: { id: input.id } });
  if (!row) throw new Refusal("NOT_FOUND");
  const { workspaceId } = ctx.actor;
  await tx.diagnosticRecord.delete({ where: { workspaceId_id: { workspaceId, id: row.id } } });
  const detail = {
    briefId: row.briefId,
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    kind: row.kind,
    gpuSeconds: row.gpuSeconds.toString(),
    ofGpuSeconds: row.ofGpuSeconds.toString(),
    energyJoules: row.energyJoules?.toString() ?? null,
    source: row.source,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
  return { data: null, audit: { action: "diagnostic.remove", entityType: "diagnostic", entityId: row.id, detail } };
}

export async function restoreDiagnostic(tx: Tx, ctx: Ctx, { id }: ById): Promise<Written<null>> {
  const gone = removedDiagnosticSchema.safeParse(
    (await lastRemoved(tx, "diagnostic.remove", "diagnostic", id))?.detail,
  );
  if (!gone.success) throw new Refusal("NOT_FOUND");
  if (await tx.diagnosticRecord.findFirst({ where: { id }, select: { id: true } })) throw cannotUndo("undone");
  const { gpuSeconds, ofGpuSeconds, energyJoules, periodStart, periodEnd, createdAt, ...rest } = gone.data;
  await tx.diagnosticRecord.create({
    data: {
      ...rest,
      workspaceId: ctx.actor.workspaceId,
      id,
      periodStart: new Date(periodStart),
      periodEnd: new Date(periodEnd),
      gpuSeconds: BigInt(gpuSeconds),
      ofGpuSeconds: BigInt(ofGpuSeconds),
      energyJoules: energyJoules === null ? null : BigInt(energyJoules),
      createdAt: new Date(createdAt),
    },
  });
  const detail = { kind: rest.kind, gpuSeconds, ofGpuSeconds };
  return { data: null, audit: { action: "diagnostic.restore", entityType: "diagnostic", entityId: id, detail } };
}

export async function removeEffort(tx: Tx, ctx: Ctx, input: ById): Promise<Written<null>> {
  const row = await tx.effortRecord.findFirst({ where: { id: input.id } });
  if (!row) throw new Refusal("NOT_FOUND");
  const { workspaceId } = ctx.actor;
  await tx.effortRecord.delete({ where: { workspaceId_id: { workspaceId, id: row.id } } });
  const detail = {
    briefId: row.briefId,
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    minutes: row.minutes,
    note: row.note,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
  return { data: null, audit: { action: "effort.remove", entityType: "effort", entityId: row.id, detail } };
}

export async function restoreEffort(tx: Tx, ctx: Ctx, { id }: ById): Promise<Written<null>> {
  const gone = removedEffortSchema.safeParse((await lastRemoved(tx, "effort.remove", "effort", id))?.detail);
  if (!gone.success) throw new Refusal("NOT_FOUND");
  if (await tx.effortRecord.findFirst({ where: { id }, select: { id: true } })) throw cannotUndo("undone");
  const { periodStart, periodEnd, createdAt, ...rest } = gone.data;
  await tx.effortRecord.create({
    data: {
      ...rest,
      workspaceId: ctx.actor.workspaceId,
      id,
      periodStart: new Date(periodStart),
      periodEnd: new Date(periodEnd),
      createdAt: new Date(createdAt),
    },
  });
  const detail = { minutes: rest.minutes };
  return { data: null, audit: { action: "effort.restore", entityType: "effort", entityId: id, detail } };
}
