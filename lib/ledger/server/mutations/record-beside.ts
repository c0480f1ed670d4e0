import "server-only";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import { briefIdOf } from "../data/briefs";

/** What explains a cost or stands beside it. Neither has an amount of money, and neither enters the ledger. */

interface Period {
  readonly brief: number;
  /** Half-open, UTC instants. */
  readonly periodStart: string;
  readonly periodEnd: string;
}

export interface DiagnosticInput extends Period {
  readonly kind: "idle" | "failed" | "ramp-up";
  readonly gpuSeconds: number;
  /** The observed time that gpuSeconds is a part of. */
  readonly ofGpuSeconds: number;
  /** What the cards drew in the observed time, as measured; only beside idle time. */
  readonly energyJoules?: number | null;
  /** Where the figure was read: the tool or the person. */
  readonly source: string;
}

export async function recordDiagnostic(
  tx: Tx,
  ctx: Ctx,
  input: DiagnosticInput,
): Promise<Written<{ readonly id: string }>> {
  const briefId = await briefIdOf(tx, input.brief);
  if (input.gpuSeconds > input.ofGpuSeconds) {
    throw new Refusal("INVALID", { fields: [{ path: "ofGpuHours", code: "part", message: "ofGpuHours" }] });
  }
  const id = ctx.newId();
  await tx.diagnosticRecord.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id,
      briefId,
      periodStart: new Date(input.periodStart),
      periodEnd: new Date(input.periodEnd),
      kind: input.kind,
      gpuSeconds: BigInt(input.gpuSeconds),
      ofGpuSeconds: BigInt(input.ofGpuSeconds),
      energyJoules: input.energyJoules == null ? null : BigInt(input.energyJoules),
      source: input.source,
      createdBy: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  return {
    data: { id },
    audit: {
      action: "diagnostic.record",
      entityType: "brief",
      entityId: reference("BRF", input.brief),
      detail: {
        id,
        kind: input.kind,
        gpuSeconds: input.gpuSeconds,
        ofGpuSeconds: input.ofGpuSeconds,
        ...(input.energyJoules == null ? {} : { energyJoules: input.energyJoules }),
      },
    },
  };
}

export interface EffortInput extends Period {
  readonly minutes: number;
  readonly note: string | null;
}

export async function recordEffort(tx: Tx, ctx: Ctx, input: EffortInput): Promise<Written<{ readonly id: string }>> {
  const briefId = await briefIdOf(tx, input.brief);
  const id = ctx.newId();
  await tx.effortRecord.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id,
      briefId,
      periodStart: new Date(input.periodStart),
      periodEnd: new Date(input.periodEnd),
      minutes: input.minutes,
      note: input.note || null,
      createdBy: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  return {
    data: { id },
    audit: {
      action: "effort.record",
      entityType: "brief",
      entityId: reference("BRF", input.brief),
      detail: { id, minutes: input.minutes },
    },
  };
}
