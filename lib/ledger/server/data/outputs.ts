import "server-only";
import type { Tx } from "@/lib/db/client";
import { overlappingPeriods } from "../../outputs";
import { instantText } from "../../period";
import { msOf, onTx } from "./run-sql";

export interface OutputSums {
  readonly attempted: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly retried: number;
}

/** A record with what its corrections made of it. */
export interface OutputLine extends OutputSums {
  readonly id: string;
  readonly brief: number;
  readonly briefTitle: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly source: string;
  readonly note: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly corrections: number;
}

interface Row {
  id: string;
  brief: number;
  title: string;
  start_ms: string;
  end_ms: string;
  attempted: string;
  accepted: string;
  rejected: string;
  failed: string;
  retried: string;
  source: string;
  note: string | null;
  created_by: string;
  created_ms: string;
  corrections: number;
}

/** Whole numbers of outputs; past 2^53 they would stop being exact. */
export function countOf(text: string): number {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) throw new RangeError("more outputs than can be counted exactly");
  return n;
}

/** Records of one brief or of all, the latest period first, each with its corrections added. */
export async function listOutputs(tx: Tx, briefId: string | null): Promise<OutputLine[]> {
  const rows = await onTx(tx)<Row>(
    `SELECT o.id::text, b.number AS brief, b.title, ${msOf("o.period_start")} AS start_ms, ${msOf("o.period_end")} AS end_ms,
            (o.attempted + coalesce(c.attempted, 0))::text AS attempted, (o.accepted + coalesce(c.accepted, 0))::text AS accepted,
            (o.rejected + coalesce(c.rejected, 0))::text AS rejected, (o.failed + coalesce(c.failed, 0))::text AS failed,
            (o.retried + coalesce(c.retried, 0))::text AS retried, o.source, coalesce(c.note, o.note) AS note,
            o.created_by::text, ${msOf("o.created_at")} AS created_ms, coalesce(c.n, 0)::int AS corrections
       FROM output_record o
       JOIN brief b ON b.workspace_id = o.workspace_id AND b.id = o.brief_id
       LEFT JOIN LATERAL (SELECT sum(x.attempted) AS attempted, sum(x.accepted) AS accepted, sum(x.rejected) AS rejected,
              sum(x.failed) AS failed, sum(x.retried) AS retried, count(*) AS n,
              (array_agg(x.note ORDER BY x.created_at DESC, x.id))[1] AS note
            FROM output_record x WHERE x.workspace_id = o.workspace_id AND x.corrects_id = o.id) c ON true
      WHERE o.corrects_id IS NULL AND ($1::uuid IS NULL OR o.brief_id = $1::uuid)
      ORDER BY o.period_start DESC, o.created_at DESC LIMIT 500`,
    [briefId],
  );
  return rows.map((r) => ({
    id: r.id,
    brief: r.brief,
    briefTitle: r.title,
    periodStart: instantText(Number(r.start_ms)),
    periodEnd: instantText(Number(r.end_ms)),
    attempted: countOf(r.attempted),
    accepted: countOf(r.accepted),
    rejected: countOf(r.rejected),
    failed: countOf(r.failed),
    retried: countOf(r.retried),
    source: r.source,
    note: r.note,
    createdBy: r.created_by,
    createdAtMs: Number(r.created_ms),
    corrections: r.corrections,
  }));
}

/** Ids of records of one brief whose time another record shares: the same outputs may be in both. */
export function sharedTime(lines: readonly OutputLine[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const brief of new Set(lines.map((l) => l.brief))) {
    const records = lines.filter((l) => l.brief === brief).map((l) => ({ ...l, replaces: null }));
    for (const [a, b] of overlappingPeriods(records)) {
      ids.add(a.id);
      ids.add(b.id);
    }
  }
  return ids;
}

export interface DiagnosticLine {
  readonly id: string;
  readonly brief: number;
  readonly kind: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly gpuSeconds: string;
  readonly ofGpuSeconds: string;
  /** As measured; null where nobody did. */
  readonly energyJoules: string | null;
  readonly source: string;
}

export async function listDiagnostics(tx: Tx, briefId: string | null): Promise<DiagnosticLine[]> {
  const rows = await onTx(tx)<Omit<DiagnosticLine, "periodStart" | "periodEnd"> & { start_ms: string; end_ms: string }>(
    `SELECT d.id::text, b.number AS brief, d.kind, ${msOf("d.period_start")} AS start_ms, ${msOf("d.period_end")} AS end_ms,
            d.gpu_seconds::text AS "gpuSeconds", d.of_gpu_seconds::text AS "ofGpuSeconds",
            d.energy_joules::text AS "energyJoules", d.source
       FROM diagnostic_record d JOIN brief b ON b.workspace_id = d.workspace_id AND b.id = d.brief_id
      WHERE $1::uuid IS NULL OR d.brief_id = $1::uuid ORDER BY d.period_start DESC, d.created_at DESC LIMIT 200`,
    [briefId],
  );
  return rows.map(({ start_ms, end_ms, ...r }) => ({
    ...r,
    periodStart: instantText(Number(start_ms)),
    periodEnd: instantText(Number(end_ms)),
  }));
}

export interface EffortLine {
  readonly id: string;
  readonly brief: number;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly minutes: number;
  readonly note: string | null;
}

export async function listEfforts(tx: Tx, briefId: string | null): Promise<EffortLine[]> {
  const rows = await onTx(tx)<Omit<EffortLine, "periodStart" | "periodEnd"> & { start_ms: string; end_ms: string }>(
    `SELECT f.id::text, b.number AS brief, ${msOf("f.period_start")} AS start_ms, ${msOf("f.period_end")} AS end_ms, f.minutes, f.note
       FROM effort_record f JOIN brief b ON b.workspace_id = f.workspace_id AND b.id = f.brief_id
      WHERE $1::uuid IS NULL OR f.brief_id = $1::uuid ORDER BY f.period_start DESC, f.created_at DESC LIMIT 200`,
    [briefId],
  );
  return rows.map(({ start_ms, end_ms, ...r }) => ({
    ...r,
    periodStart: instantText(Number(start_ms)),
    periodEnd: instantText(Number(end_ms)),
  }));
}
