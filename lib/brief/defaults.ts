import { WORKLOAD_KINDS, type WorkloadKind } from "./choices";
import { valueAt, withValue } from "./content";
import { fieldAt } from "./fields";
import { isRequired } from "./placing";
import type { BriefContent, BriefDraft, FieldPath, FieldValue } from "./schema";

interface Default {
  readonly path: FieldPath;
  readonly value: FieldValue;
  readonly kinds: readonly WorkloadKind[];
  /** Words of the reason under `brief.defaults`. */
  readonly reason: string;
}

const LEARNS: readonly WorkloadKind[] = ["training", "fine-tuning"];
const WAITS_FOR_NOBODY: readonly WorkloadKind[] = [
  "batch-inference",
  "rendering-media",
  "experiment",
  "data-preparation",
];
const row = (path: FieldPath, value: FieldValue, reason: string, kinds: readonly WorkloadKind[] = WORKLOAD_KINDS) => ({
  path,
  value,
  reason,
  kinds,
});

/**
 * What most briefs of a kind answer, each with its reason. Control starts at the least persistent and least exclusive, so
 * that more is rented only for a need that somebody stated. Personal data, samples and weights have none: nobody else can
 * know.
 */
const DEFAULTS: readonly Default[] = [
  row("outcome.acceptedOutput", "requests-within-slo", "usualUnit", ["interactive-inference"]),
  row("outcome.acceptedOutput", "batches-passing-quality", "usualUnit", ["batch-inference"]),
  row("outcome.acceptedOutput", "successful-jobs", "usualUnit", [...LEARNS, "experiment", "data-preparation"]),
  row("outcome.volumePeriod", "month", "billsByMonth"),
  row("outcome.atCapacity", "queue", "nothingLost"),
  row("runtime.framework", "pytorch", "mostModels"),
  row("runtime.computePlatform", "cuda", "mostOffers"),
  row("memoryShape.modelSource", "none", "ofTheKind", ["data-preparation"]),
  row(
    "memoryShape.modelSource",
    "preset",
    "catalogue",
    WORKLOAD_KINDS.filter((k) => k !== "data-preparation"),
  ),
  row("memoryShape.runKind", "serve", "ofTheKind", ["interactive-inference", "batch-inference"]),
  row("memoryShape.runKind", "train", "ofTheKind", LEARNS),
  row("memoryShape.runKind", "media", "ofTheKind", ["rendering-media"]),
  row("memoryShape.runKind", "none", "ofTheKind", ["data-preparation"]),
  row("memoryShape.trainMethod", "lora", "adapter", ["fine-tuning"]),
  row("memoryShape.microBatchSize", 1, "leastMemory"),
  row("controlBoundary.accessLevel", "container", "leastAccess"),
  row("controlBoundary.isolation", "shared", "leastExclusive"),
  row("controlBoundary.persistentDisk", "no", "leastPersistent"),
  row("controlBoundary.fixedHost", "no", "leastPersistent"),
  row("controlBoundary.fabric", "none", "oneCardFirst"),
  row("persist.compiledArtefactsFate", "may-be-lost", "madeAgain"),
  row("persist.cachesFate", "may-be-lost", "madeAgain"),
  row("persist.checkpointsFate", "kept", "runIsDear", [...LEARNS, "experiment"]),
  row("persist.checkpointsFate", "may-be-lost", "writesNone", [
    "interactive-inference",
    "batch-inference",
    "rendering-media",
    "data-preparation",
  ]),
  row("persist.outputsFate", "kept", "paidFor"),
  row("scale.shape", "single-gpu-service", "oneCardFirst", ["interactive-inference"]),
  row("scale.shape", "independent-jobs", "jobsAlone", [...WAITS_FOR_NOBODY, "fine-tuning"]),
  row("scale.longestRunHours", 0, "serviceStays", ["interactive-inference"]),
  row("capacityVanishes.interruption", "with-checkpoint", "checkpointBounds", LEARNS),
  row("capacityVanishes.interruption", "tolerated", "startsAgain", WAITS_FOR_NOBODY),
  row("capacityVanishes.checkpointIntervalMinutes", 30, "halfAnHour"),
];

export interface DefaultAnswer {
  readonly path: FieldPath;
  readonly value: FieldValue;
  readonly reasonKey: string;
}

/**
 * What is proposed for a needed field that has no answer. A proposal answers nothing: it counts once the person takes it.
 * `person` is who writes the brief.
 */
export function defaultFor(content: BriefContent, path: FieldPath, person: string | null): DefaultAnswer | null {
  if (valueAt(content, path) !== null || !isRequired(content, fieldAt(path))) return null;
  const answer = (value: FieldValue, reason: string) => ({ path, value, reasonKey: `brief.defaults.${reason}` });
  if (path === "owner") return person ? answer(person, "youWrite") : null;
  const { kind } = content;
  const found = kind === null ? undefined : DEFAULTS.find((d) => d.path === path && d.kinds.includes(kind));
  return found ? answer(found.value, found.reason) : null;
}

/** The draft with these proposals taken as the person's answers. */
export function withDefaults(draft: BriefDraft, taken: readonly DefaultAnswer[]): BriefDraft {
  return taken.reduce<BriefDraft>((d, { path, value }) => withValue(d, path, value), draft);
}

/** Every reason that a proposal can give, for the test of its words. */
export const DEFAULT_REASONS: readonly string[] = ["youWrite", ...new Set(DEFAULTS.map((d) => d.reason))];
