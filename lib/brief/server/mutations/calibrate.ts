import "server-only";
import { z } from "zod";
import { readEvidence } from "@/lib/acceptance/evidence/read";
import { measuredReading } from "@/lib/acceptance/measured-run";
import type { Ctx } from "@/lib/access/context";
import { reference } from "@/lib/access/reference";
import type { Written } from "@/lib/audit/written";
import { calibrationSubject } from "@/lib/boundary/calibration-subject";
import type { Prisma, Tx } from "@/lib/db/client";
import { sha256Hex } from "@/lib/digest/sha256";
import { Refusal } from "@/lib/errors";
import type { Estimate } from "@/lib/memory/answer";
import { calibrationFrom, type MeasuredRun } from "@/lib/memory/calibrate";
import { calibrationRecord, measures } from "@/lib/memory/calibration-record";
import { cannotUndo } from "@/lib/undo";
import { LONGEST_LOG } from "../../longest-log";
import { contentFrom } from "../data";

const at = { number: z.number().int().positive(), revision: z.number().int().positive() };

export const calibrateInput = z.strictObject({
  ...at,
  from: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("evidence"), id: z.uuid() }),
    z.strictObject({ kind: z.literal("log"), text: z.string().trim().min(1).max(LONGEST_LOG) }),
    z.strictObject({ kind: z.literal("peak"), gib: z.number().positive().max(10_000) }),
  ]),
});
export const withdrawInput = z.strictObject(at);

type From = z.output<typeof calibrateInput>["from"];

const json = (value: unknown) => value as Prisma.InputJsonValue;
const digestOfText = (text: string) => sha256Hex(new TextEncoder().encode(text));

interface Attached {
  readonly measured: MeasuredRun | null;
  readonly sha256: string;
  readonly evidenceId: string | null;
}

async function readFrom(tx: Tx, briefId: string, from: From): Promise<Attached> {
  if (from.kind === "peak") {
    const only = { weightsGib: null, activationsGib: null, cudaGraphsGib: null, kvAvailableGib: null };
    return { measured: { ...only, peakGib: from.gib }, sha256: digestOfText(String(from.gib)), evidenceId: null };
  }
  if (from.kind === "log") {
    const measured = measuredReading(readEvidence(from.text));
    return { measured, sha256: digestOfText(from.text), evidenceId: null };
  }
  const row = await tx.evidence.findFirst({
    where: { id: from.id, erasedAt: null, review: { plan: { briefId } } },
    select: { id: true, reading: true, sha256: true },
  });
  if (row === null) throw new Refusal("NOT_FOUND");
  return { measured: measuredReading(row.reading), sha256: row.sha256, evidenceId: row.id };
}

async function revisionAt(tx: Tx, number: number, revision: number) {
  const found = await tx.briefRevision.findFirst({ where: { number: revision, brief: { number } } });
  const subject = found === null ? null : calibrationSubject(contentFrom(found.content));
  const estimate = (found?.estimate ?? null) as Estimate | null;
  if (found === null || subject === null || estimate === null || estimate.perGpu === null) {
    throw new Refusal("NOT_FOUND");
  }
  return { ...found, subject, estimate };
}

/** Attaches a measurement to a saved revision: the factors that follow from it, beside the estimate that stays as it is. */
export async function attachCalibration(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof calibrateInput>,
): Promise<Written<{ sha256: string }>> {
  const revision = await revisionAt(tx, input.number, input.revision);
  const { estimate } = revision;
  const { measured, sha256, evidenceId } = await readFrom(tx, revision.briefId, input.from);
  const pooled = estimate.kv !== null && estimate.kv.blocks > 0;
  if (measured === null || !measures(measured, pooled)) throw new Refusal("NO_MEMORY_FIGURES");
  const factors = calibrationFrom(estimate, measured);
  if (calibrationRecord(measured, factors) === null) throw new Refusal("NO_MEMORY_FIGURES");
  await tx.briefCalibration.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id: ctx.newId(),
      briefId: revision.briefId,
      revisionId: revision.id,
      subject: revision.subject,
      source: input.from.kind,
      evidenceId,
      sha256,
      measured: json(measured),
      factors: json(factors),
      formulaVersion: estimate.formulaVersion,
      authorId: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  const detail = { revision: input.revision, source: input.from.kind, sha256 };
  return {
    data: { sha256 },
    audit: { action: "brief.calibrate", entityType: "brief", entityId: reference("BRF", input.number), detail },
  };
}

/** Takes the standing measurement back: the estimate stands as it was made. */
export async function withdrawCalibration(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof withdrawInput>,
): Promise<Written<null>> {
  const revision = await revisionAt(tx, input.number, input.revision);
  await tx.briefCalibration.create({
    data: {
      workspaceId: ctx.actor.workspaceId,
      id: ctx.newId(),
      briefId: revision.briefId,
      revisionId: revision.id,
      subject: revision.subject,
      source: "withdrawn",
      formulaVersion: revision.estimate.formulaVersion,
      authorId: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  const entityId = reference("BRF", input.number);
  const detail = { revision: input.revision };
  return { data: null, audit: { action: "brief.calibration-withdrawn", entityType: "brief", entityId, detail } };
}

/**
 * Attaches the measurement anew that was taken back last: the same figures and factors from the same source. Refused when
 * another one was attached since, and when the evidence that it came from was erased.
 */
export async function restoreCalibration(
  tx: Tx,
  ctx: Ctx,
  input: z.output<typeof withdrawInput>,
): Promise<Written<null>> {
  const { briefId, subject } = await revisionAt(tx, input.number, input.revision);
  const [last, before] = await tx.briefCalibration.findMany({
    where: { briefId, subject },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 2,
  });
  if (last?.source !== "withdrawn" && before?.source === "withdrawn") throw cannotUndo("restated");
  if (last?.source !== "withdrawn" || !before || before.measured === null || before.factors === null)
    throw new Refusal("NOT_FOUND");
  const { evidenceId } = before;
  if (evidenceId !== null && !(await tx.evidence.findFirst({ where: { id: evidenceId, erasedAt: null } })))
    throw cannotUndo("erased");
  await tx.briefCalibration.create({
    data: {
      ...before,
      id: ctx.newId(),
      measured: json(before.measured),
      factors: json(before.factors),
      authorId: ctx.actor.personId,
      createdAt: ctx.now,
    },
  });
  const entityId = reference("BRF", input.number);
  const detail = { revision: input.revision, sha256: before.sha256 };
  return { data: null, audit: { action: "brief.calibration-restored", entityType: "brief", entityId, detail } };
}
