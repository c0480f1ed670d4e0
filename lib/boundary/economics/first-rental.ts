import type { BriefContent, FieldPath } from "@/lib/brief/schema";

export const STAGES = ["set-up", "smoke", "load", "failure", "recovery", "export"] as const;
export type Stage = (typeof STAGES)[number];

export interface StageHours {
  readonly stage: Stage;
  readonly hours: number;
  /** The answer of the brief that it follows from; null for a planning figure that nobody stated. */
  readonly from: FieldPath | null;
}

export interface FirstRental {
  readonly stages: readonly StageHours[];
  readonly hours: number;
  /** Whole days: the shortest trial in which everything has its place. */
  readonly days: number;
}

/** Planning hours until the first rental has measured its own. */
const PLANNED: Readonly<Record<Stage, number>> = {
  "set-up": 4,
  smoke: 1,
  load: 2,
  failure: 2,
  recovery: 1,
  export: 2,
};
/** Drain or stop a worker, restart, lose a cache, lose a dependency (METHOD 5). */
const DRILLS = 4;

/**
 * The first rental, just long enough for smoke, load, failure and recovery, with set-up and export inside. Load is run
 * cold and warm, each drill waits for the work to run again, and a restore waits for one checkpoint.
 */
export function firstRental({ target, capacityVanishes }: BriefContent): FirstRental {
  const { timeLimitMinutes, startupWithinSeconds } = target;
  const { resumeWithinMinutes, checkpointIntervalMinutes } = capacityVanishes;
  const start = (startupWithinSeconds ?? 0) / 3600;
  const resume = resumeWithinMinutes === null ? null : resumeWithinMinutes / 60;
  const stage = (name: Stage, hours: number | null, from: FieldPath): StageHours =>
    hours === null ? { stage: name, hours: PLANNED[name], from: null } : { stage: name, hours, from };
  const stages: StageHours[] = [
    { stage: "set-up", hours: PLANNED["set-up"], from: null },
    {
      stage: "smoke",
      hours: PLANNED.smoke + start,
      from: startupWithinSeconds === null ? null : "target.startupWithinSeconds",
    },
    stage("load", timeLimitMinutes === null ? null : (2 * timeLimitMinutes) / 60, "target.timeLimitMinutes"),
    stage("failure", resume === null ? null : DRILLS * (resume + start), "capacityVanishes.resumeWithinMinutes"),
    stage(
      "recovery",
      resume === null ? null : resume + (checkpointIntervalMinutes ?? 0) / 60,
      "capacityVanishes.resumeWithinMinutes",
    ),
    { stage: "export", hours: PLANNED.export, from: null },
  ];
  const hours = stages.reduce((sum, s) => sum + s.hours, 0);
  return { stages, hours, days: Math.max(1, Math.ceil(hours / 24)) };
}
