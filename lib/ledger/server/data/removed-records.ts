import "server-only";
import { z } from "zod";
import { putBackSince, removedSince } from "@/lib/audit/removed";
import type { Tx } from "@/lib/db/client";
import { instantText } from "../../period";

const kept = {
  briefId: z.uuid(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  createdBy: z.uuid(),
  createdAt: z.iso.datetime(),
};
const whole = z.string().regex(/^\d+$/);

/** What the event of a removed diagnostic keeps. */
export const removedDiagnosticSchema = z.object({
  ...kept,
  kind: z.string(),
  gpuSeconds: whole,
  ofGpuSeconds: whole,
  energyJoules: whole.nullable(),
  source: z.string(),
});

/** What the event of a removed effort keeps. */
export const removedEffortSchema = z.object({ ...kept, minutes: z.number().int(), note: z.string().nullable() });

export interface RemovedRecord {
  readonly id: string;
  readonly what: "diagnostic" | "effort";
  readonly brief: number;
  /** Kind of the diagnostic; null of an effort. */
  readonly kind: string | null;
  readonly seconds: number;
  readonly periodStart: string;
  readonly periodEnd: string;
}

const SHOWN = 10;
const second = (iso: string): string => instantText(Date.parse(iso));

/** Diagnostics and efforts of one brief or of all that were removed lately and are not back, the latest first. */
export async function removedRecords(tx: Tx, briefId: string | null, now: Date): Promise<RemovedRecord[]> {
  const since = putBackSince(now);
  const diagnostics = (await removedSince(tx, "diagnostic.remove", "diagnostic", since)).flatMap(
    ({ id, detail, at }) => {
      const d = removedDiagnosticSchema.safeParse(detail).data;
      const seconds = Number(d?.gpuSeconds);
      return d ? [{ ...d, id, at, what: "diagnostic" as const, seconds }] : [];
    },
  );
  const efforts = (await removedSince(tx, "effort.remove", "effort", since)).flatMap(({ id, detail, at }) => {
    const e = removedEffortSchema.safeParse(detail).data;
    return e ? [{ ...e, id, at, what: "effort" as const, kind: null, seconds: e.minutes * 60 }] : [];
  });
  const gone = [...diagnostics, ...efforts].filter((r) => briefId === null || r.briefId === briefId);
  if (gone.length === 0) return [];
  const where = { id: { in: gone.map((r) => r.id) } };
  const there = new Set([
    ...(await tx.diagnosticRecord.findMany({ where, select: { id: true } })).map((r) => r.id),
    ...(await tx.effortRecord.findMany({ where, select: { id: true } })).map((r) => r.id),
  ]);
  const briefs = await tx.brief.findMany({
    where: { id: { in: gone.map((r) => r.briefId) } },
    select: { id: true, number: true },
  });
  const numbers = new Map(briefs.map((b) => [b.id, b.number]));
  return gone
    .filter((r) => !there.has(r.id))
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN)
    .map(({ id, what, kind, seconds, briefId: of, periodStart, periodEnd }) => ({
      id,
      what,
      brief: numbers.get(of) ?? 0,
      kind,
      seconds,
      periodStart: second(periodStart),
      periodEnd: second(periodEnd),
    }));
}
