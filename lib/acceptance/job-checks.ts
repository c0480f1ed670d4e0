import type { BriefContent } from "@/lib/brief/schema";
import { onCurrent } from "./against-threshold";
import { type Criterion, compare } from "./criterion";
import { type EvidenceItem, numberFact, type Selection } from "./selection";

/** A sweep goes to the limit on purpose: its failures and its total say nothing of a steady queue. */
const isSweep = (e: EvidenceItem): boolean => Array.isArray(e.facts.cells) && e.facts.cells.length > 0;

const perHour = (count: number | null, seconds: number | null): number | null =>
  count === null || seconds === null || seconds <= 0 ? null : (count / seconds) * 3_600;

/** Completed work of a queue of jobs by its own records: outputs and jobs in an hour, from first start to last end. */
export function jobRates({ target }: BriefContent, selection: Selection): Criterion[] {
  const rows = [
    { id: "outputs", unit: "outputs/h", fact: "outputs", field: "outputsPerHour", limit: target.outputsPerHour },
    { id: "jobs", unit: "jobs/h", fact: "completed", field: "jobsPerHour", limit: target.jobsPerHour },
  ];
  return onCurrent(selection, ["media-job"], (e) =>
    isSweep(e)
      ? []
      : rows.flatMap(({ id, unit, fact, field, limit }) => {
          const given = { id, unit, limitSource: `brief:target.${field}`, evidenceIds: [e.id] };
          const seen = perHour(numberFact(e, fact), numberFact(e, "total_seconds"));
          return limit === null ? [] : [compare(given, seen, "at-least", limit)];
        }),
  );
}

/** Jobs that did not finish, as a share of all. */
export function jobErrors({ target }: BriefContent, selection: Selection): Criterion[] {
  const limit = target.errorRatePct;
  return onCurrent(selection, ["media-job"], (e) => {
    if (isSweep(e) || limit === null) return [];
    const [failed, jobs] = [numberFact(e, "failed"), numberFact(e, "jobs")];
    const given = { id: "errors", unit: "%", limitSource: "brief:target.errorRatePct", evidenceIds: [e.id] };
    const seen = failed === null || jobs === null || jobs === 0 ? null : (failed / jobs) * 100;
    return [compare(given, seen, "at-most", limit)];
  });
}
