import "server-only";
import { MEASURING_FORMATS, measuredReading } from "@/lib/acceptance/measured-run";
import { reference } from "@/lib/access/reference";
import { calibrationSubject } from "@/lib/boundary/calibration-subject";
import type { Tx } from "@/lib/db/client";
import { calibrationRecord } from "@/lib/memory/calibration-record";
import type { CalibrationView } from "@/lib/memory/calibration-view";
import { peopleNames } from "@/lib/workspace/server/data";
import type { BriefContent } from "../../schema";

/** The newest measurement of this model on this engine that was not taken back; null without one. */
export async function findCalibration(
  tx: Tx,
  briefId: string,
  revision: { readonly content: BriefContent; readonly formulaVersion: string | null },
): Promise<CalibrationView | null> {
  const subject = calibrationSubject(revision.content);
  if (subject === null) return null;
  const row = await tx.briefCalibration.findFirst({
    where: { briefId, subject },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const record = row === null ? null : calibrationRecord(row.measured, row.factors);
  if (row === null || record === null) return null;
  const attachedTo = await tx.briefRevision.findFirst({ where: { id: row.revisionId }, select: { number: true } });
  const from = row.evidenceId === null ? null : await fileOf(tx, row.evidenceId);
  const names = await peopleNames(tx);
  return {
    revision: attachedTo?.number ?? 0,
    source: row.source,
    from,
    sha256: row.sha256 ?? "",
    author: names.get(row.authorId) ?? null,
    at: row.createdAt.toISOString(),
    ...record,
    applies: row.formulaVersion === revision.formulaVersion,
  };
}

/** Whether the last word on this model on this engine took a measurement back, which can be attached anew. */
export async function calibrationWithdrawn(tx: Tx, briefId: string, content: BriefContent): Promise<boolean> {
  const subject = calibrationSubject(content);
  if (subject === null) return false;
  const [last, before] = await tx.briefCalibration.findMany({
    where: { briefId, subject },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { source: true },
    take: 2,
  });
  return last?.source === "withdrawn" && before !== undefined && before.source !== "withdrawn";
}

async function fileOf(tx: Tx, id: string): Promise<CalibrationView["from"]> {
  const found = await tx.evidence.findFirst({
    where: { id },
    select: { fileName: true, review: { select: { number: true } } },
  });
  return found && { fileName: found.fileName, review: reference("REV", found.review.number) };
}

export interface MeasuringEvidence {
  readonly id: string;
  readonly fileName: string;
  readonly review: string;
}

/** Evidence of the brief's reviews that says what a start or a run took, the newest first. */
export async function measuringEvidence(tx: Tx, briefId: string): Promise<MeasuringEvidence[]> {
  const rows = await tx.evidence.findMany({
    where: { review: { plan: { briefId } }, erasedAt: null, format: { in: [...MEASURING_FORMATS] } },
    select: { id: true, reading: true, fileName: true, review: { select: { number: true } } },
    orderBy: { uploadedAt: "desc" },
    take: 50,
  });
  return rows
    .filter((row) => measuredReading(row.reading) !== null)
    .map((row) => ({ id: row.id, fileName: row.fileName, review: reference("REV", row.review.number) }));
}
