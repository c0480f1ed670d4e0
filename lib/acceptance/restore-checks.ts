import type { BriefContent } from "@/lib/brief/schema";
import { onCurrent } from "./against-threshold";
import { type Criterion, compare, failed, notEvidenced, passed } from "./criterion";
import { figuresOf, memoryMib } from "./device-facts";
import { type EvidenceItem, numberFact, type Selection } from "./selection";

interface Given {
  readonly brief: BriefContent;
  readonly selection: Selection;
}

const MIB_IN_GIB = 1_024;

/** Free memory of the fullest card while the load ran, against the reserve that the brief keeps. */
export function reserveCriteria({ brief, selection }: Given): Criterion[] {
  const limit = brief.memoryShape.reserveGib;
  if (limit === null) return [];
  return onCurrent(selection, ["nvidia-smi-table", "nvidia-smi-csv"], (e) => {
    if (e.gate !== "load") return [];
    const given = {
      id: "reserve",
      unit: "GiB",
      limit,
      limitSource: "brief:memoryShape.reserveGib",
      evidenceIds: [e.id],
    };
    const [total, used] = [memoryMib(e), figuresOf(e, "MiB", "memory_used_mib")];
    if (total === null || used === null || total.length !== used.length) return [notEvidenced(given, "not-measured")];
    const free = total.map((t, i) => (t === null ? null : t - (used[i] ?? Number.NaN)));
    const known = free.filter((f): f is number => f !== null && Number.isFinite(f));
    const least = known.length === 0 ? null : Math.min(...known) / MIB_IN_GIB;
    const judged = compare(given, least, "at-least", limit);
    return [known.length < free.length && judged.state === "passed" ? notEvidenced(given, "not-readable") : judged];
  });
}

function restored(e: EvidenceItem): Criterion {
  const given = { id: "checkpoint-restored", seen: numberFact(e, "restores"), evidenceIds: [e.id] };
  if ((numberFact(e, "failed_restores") ?? 0) > 0) return failed(given, "restore-failed");
  if (e.facts.digests_agree === false) return failed(given, "other-bytes-came-back");
  if ((numberFact(e, "restores") ?? 0) === 0) return notEvidenced(given, "not-measured");
  return e.facts.restored_is_known === false ? notEvidenced(given, "ask-about-it") : passed(given);
}

const seconds = (minutes: number | null): number | null => (minutes === null ? null : minutes * 60);

/** Checkpoints that were written and came back, in the time that the brief gives; a limit that it does not give asks nothing. */
export function restoreCriteria({ brief, selection }: Given): Criterion[] {
  const { checkpointIntervalMinutes, resumeWithinMinutes } = brief.capacityVanishes;
  const rows = [
    {
      id: "checkpoint-write",
      key: "write_seconds_max",
      field: "checkpointIntervalMinutes",
      limit: seconds(checkpointIntervalMinutes),
    },
    {
      id: "checkpoint-restore",
      key: "restore_seconds_max",
      field: "resumeWithinMinutes",
      limit: seconds(resumeWithinMinutes),
    },
  ];
  return onCurrent(selection, ["checkpoint-record"], (e) => [
    restored(e),
    ...rows.flatMap(({ id, key, field, limit }) => {
      const given = { id, unit: "s", limitSource: `brief:capacityVanishes.${field}`, evidenceIds: [e.id] };
      return limit === null ? [] : [compare(given, numberFact(e, key), "at-most", limit)];
    }),
  ]);
}
