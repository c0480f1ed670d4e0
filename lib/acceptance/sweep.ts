import type { Plan } from "@/lib/boundary/plan";
import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Json } from "@/lib/digest/canonical";
import { type EvidenceItem, numberFact, ofFormat, type Selection } from "./selection";

/** Why a cell does not pass; `beyond-limit` was rightly not run, because a smaller batch of its group failed already. */
export type CellReason = "errors" | "memory" | "time" | "not-measured" | "not-run" | "beyond-limit";

export interface SweepCell {
  readonly group: string;
  readonly batch: number;
  readonly state: "passed" | "failed" | "not-evidenced";
  readonly reason: CellReason | null;
  readonly jobs: number;
  readonly completed: number;
  readonly errors: number;
  readonly totalSeconds: number | null;
  readonly peakGib: number | null;
}

export interface Sweep {
  readonly evidenceId: string;
  readonly groups: readonly string[];
  readonly batches: readonly number[];
  readonly cells: readonly SweepCell[];
  /** Memory of the card of the plan and longest time of one job that the cells are held against; null: no limit. */
  readonly limits: { readonly memoryGib: number | null; readonly secondsPerJob: number | null };
  readonly queueP95Seconds: number | null;
  readonly orderKept: boolean | null;
  /** Largest batch that passes in every group; its quality is for people to judge. Null: none does, or cells are missing. */
  readonly choice: number | null;
}

const isMap = (v: Json | undefined): v is { readonly [key: string]: Json } =>
  typeof v === "object" && v !== null && !Array.isArray(v);
const number = (v: Json | undefined): number | null => (typeof v === "number" && Number.isFinite(v) ? v : null);

type Measured = Omit<SweepCell, "state" | "reason">;

function measuredCells(e: EvidenceItem): Measured[] {
  const list = Array.isArray(e.facts.cells) ? e.facts.cells : [];
  return list.flatMap((c) => {
    const batch = isMap(c) ? number(c.batch) : null;
    if (!isMap(c) || batch === null || typeof c.group !== "string") return [];
    const [jobs, completed, errors] = [number(c.jobs) ?? 0, number(c.completed) ?? 0, number(c.errors) ?? 0];
    return [
      {
        group: c.group,
        batch,
        jobs,
        completed,
        errors,
        totalSeconds: number(c.total_seconds),
        peakGib: number(c.peak_memory_gib),
      },
    ];
  });
}

function judgeCell(cell: Measured, limits: Sweep["limits"]): SweepCell {
  const is = (state: SweepCell["state"], reason: CellReason | null): SweepCell => ({ ...cell, state, reason });
  const { jobs, completed, errors, totalSeconds, peakGib } = cell;
  if (errors > 0 || completed < jobs || jobs === 0) return is("failed", "errors");
  const { memoryGib, secondsPerJob } = limits;
  if (peakGib !== null && memoryGib !== null && peakGib > memoryGib) return is("failed", "memory");
  if (totalSeconds !== null && secondsPerJob !== null && totalSeconds / jobs > secondsPerJob)
    return is("failed", "time");
  const known = peakGib !== null && totalSeconds !== null && memoryGib !== null && secondsPerJob !== null;
  return known ? is("passed", null) : is("not-evidenced", "not-measured");
}

/** A cell that was not run: beyond the limit where a smaller batch of its group failed, else simply missing. */
function missingCell(group: string, batch: number, judged: readonly SweepCell[]): SweepCell {
  const stopped = judged.some((c) => c.group === group && c.batch < batch && c.state === "failed");
  return {
    group,
    batch,
    state: "not-evidenced",
    reason: stopped ? "beyond-limit" : "not-run",
    jobs: 0,
    completed: 0,
    errors: 0,
    totalSeconds: null,
    peakGib: null,
  };
}

function limitsOf(brief: BriefContent, plan: Plan): Sweep["limits"] {
  const card = plan.offer === null ? null : findAccelerator(plan.offer.acceleratorId ?? "");
  const reported = card?.memory.reportedMib ?? null;
  const wait = brief.target.e2eP95Ms ?? brief.outcome.acceptableWaitMs;
  return {
    memoryGib: card?.memory.engineTotalGib ?? (reported === null ? null : reported / 1_024),
    secondsPerJob: wait === null ? null : wait / 1_000,
  };
}

/**
 * The batch sweep of each record of media jobs that counts: every length group by every batch size, each cell held
 * against the card and the wait of the brief on its own. Nothing is averaged over cells.
 */
export function sweepsOf(brief: BriefContent, plan: Plan, selection: Selection): Sweep[] {
  const limits = limitsOf(brief, plan);
  return ofFormat(selection.counted, "media-job").flatMap((e) => {
    const run = measuredCells(e).map((c) => judgeCell(c, limits));
    if (run.length === 0) return [];
    const groups = [...new Set(run.map((c) => c.group))];
    const batches = [...new Set(run.map((c) => c.batch))].sort((a, b) => a - b);
    const cells = groups.flatMap((g) =>
      batches.map((b) => run.find((c) => c.group === g && c.batch === b) ?? missingCell(g, b, run)),
    );
    const passing = batches.filter((b) => cells.every((c) => c.batch !== b || c.state === "passed"));
    const queue = e.facts.queue_seconds;
    return [
      {
        evidenceId: e.id,
        groups,
        batches,
        cells,
        limits,
        queueP95Seconds: isMap(queue) ? number(queue.p95) : numberFact(e, "queue_seconds"),
        orderKept: typeof e.facts.order_kept === "boolean" ? e.facts.order_kept : null,
        choice: passing.at(-1) ?? null,
      },
    ];
  });
}
