import type { BriefContent } from "@/lib/brief/schema";
import { type Criterion, compare, failed, notEvidenced, passed } from "./criterion";
import type { Drill } from "./schema";
import type { EvidenceWindow, Selection } from "./selection";

/**
 * The recovery drill against the brief: what was interrupted, how old the checkpoint was, work lost, time to resume, who
 * retries. A drill stands on at least one piece of counted evidence (the restart log), inside the trial.
 */
export function judgeDrill(
  brief: BriefContent,
  drill: Drill | null,
  selection: Selection,
  window: EvidenceWindow,
): Criterion[] {
  if (drill === null) return [notEvidenced({ id: "drill" }, "no-drill")];
  const { checkpointIntervalMinutes, mostLostWorkMinutes, resumeWithinMinutes, interruption } = brief.capacityVanishes;
  const counted = new Set(selection.counted.map((e) => e.id));
  const evidenceIds = drill.evidenceIds.filter((id) => counted.has(id));
  const given = { evidenceIds, basis: "stated" as const };
  const lostLimit = mostLostWorkMinutes ?? checkpointIntervalMinutes;
  const lostSource = mostLostWorkMinutes === null ? "checkpointIntervalMinutes" : "mostLostWorkMinutes";
  const inWindow =
    window === "not-given" ||
    (window !== null &&
      Date.parse(drill.at) >= Date.parse(window.startsAt) &&
      Date.parse(drill.at) <= Date.parse(window.endsAt));
  const list: Criterion[] = [
    evidenceIds.length > 0
      ? passed({ ...given, id: "drill-evidence", seen: evidenceIds.length })
      : notEvidenced({ ...given, id: "drill-evidence" }, "drill-without-evidence"),
    inWindow
      ? passed({ ...given, id: "drill-window", seen: drill.at })
      : notEvidenced({ ...given, id: "drill-window", seen: drill.at }, "outside-window"),
    drill.result === "lost"
      ? failed({ ...given, id: "result", seen: drill.result }, "work-was-lost")
      : passed({ ...given, id: "result", seen: drill.result }),
    compare(
      { ...given, id: "work-lost", unit: "min", limitSource: `brief:capacityVanishes.${lostSource}` },
      drill.workLostMinutes,
      "at-most",
      lostLimit,
    ),
    compare(
      { ...given, id: "resume", unit: "min", limitSource: "brief:capacityVanishes.resumeWithinMinutes" },
      drill.resumeMinutes,
      "at-most",
      resumeWithinMinutes,
    ),
    drill.retriedBy.trim() === ""
      ? notEvidenced({ ...given, id: "retry-owner" }, "no-retry-owner")
      : passed({ ...given, id: "retry-owner", seen: drill.retriedBy }),
  ];
  if (interruption !== "with-checkpoint") return list;
  const source = "brief:capacityVanishes.checkpointIntervalMinutes";
  const age = { ...given, id: "checkpoint-age", unit: "min", limitSource: source };
  return [...list, compare(age, drill.checkpointAgeMinutes, "at-most", checkpointIntervalMinutes)];
}
