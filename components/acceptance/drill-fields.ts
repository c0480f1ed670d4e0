import type { Drill } from "@/lib/acceptance/schema";

export const DRILL_RESULTS = ["resumed", "restarted", "lost"] as const satisfies readonly Drill["result"][];

/** The form's own text; times are typed in UTC. */
export interface DrillFields {
  readonly at: string;
  readonly interrupted: string;
  readonly checkpointAgeMinutes: string;
  readonly workLostMinutes: string;
  readonly resumeMinutes: string;
  readonly retriedBy: string;
  readonly result: Drill["result"];
}

export function fieldsOf(drill: Drill | null, today: string): DrillFields {
  return {
    at: drill ? new Date(drill.at).toISOString().slice(0, 16) : `${today}T12:00`,
    interrupted: drill?.interrupted ?? "",
    checkpointAgeMinutes: drill?.checkpointAgeMinutes?.toString() ?? "",
    workLostMinutes: drill?.workLostMinutes.toString() ?? "",
    resumeMinutes: drill?.resumeMinutes.toString() ?? "",
    retriedBy: drill?.retriedBy ?? "",
    result: drill?.result ?? "resumed",
  };
}

/** Minutes with a dot or a comma before one or two digits of a fraction; anything else, `1.234` too, is asked about. */
function minutesOf(text: string): number | null {
  const plain = text.trim();
  return /^\d{1,7}(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(",", ".")) : null;
}

type DrillReading =
  | { readonly ok: true; readonly drill: Drill }
  | { readonly ok: false; readonly faults: readonly (keyof DrillFields)[] };

export function drillFrom(fields: DrillFields, evidenceIds: string[]): DrillReading {
  const faults: (keyof DrillFields)[] = [];
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(fields.at) ? `${fields.at}:00Z` : null;
  if (at === null) faults.push("at");
  const age = minutesOf(fields.checkpointAgeMinutes);
  if (fields.checkpointAgeMinutes.trim() !== "" && age === null) faults.push("checkpointAgeMinutes");
  const lost = minutesOf(fields.workLostMinutes);
  if (lost === null) faults.push("workLostMinutes");
  const resume = minutesOf(fields.resumeMinutes);
  if (resume === null) faults.push("resumeMinutes");
  if (faults.length > 0 || at === null || lost === null || resume === null) return { ok: false, faults };
  const { interrupted, retriedBy, result } = fields;
  const drill = {
    at,
    interrupted,
    checkpointAgeMinutes: age,
    workLostMinutes: lost,
    resumeMinutes: resume,
    retriedBy,
    result,
    evidenceIds,
  };
  return { ok: true, drill };
}
