import type { WorkloadKind } from "./choices";
import { TARGETS_BY_KIND } from "./completeness";
import { valueAt } from "./content";
import type { FieldUnit } from "./field";
import { fieldAt } from "./fields";
import type { BriefContent, FieldPath, FieldValue } from "./schema";

export type PrimaryMeasure = "throughput" | "time-to-first-result" | "queue-time" | "completion";

const MEASURE: Readonly<Record<WorkloadKind, PrimaryMeasure>> = {
  training: "completion",
  "fine-tuning": "completion",
  "batch-inference": "throughput",
  "interactive-inference": "time-to-first-result",
  "rendering-media": "throughput",
  experiment: "queue-time",
  "data-preparation": "completion",
};

function primaryMeasure(kind: WorkloadKind): PrimaryMeasure {
  return MEASURE[kind];
}

export interface BriefOutline {
  readonly title: string | null;
  readonly kind: WorkloadKind | null;
  readonly measure: PrimaryMeasure | null;
  readonly measureKey: string | null;
  /** The denominator: what is counted, in the brief's own unit. */
  readonly acceptedOutput: BriefContent["outcome"]["acceptedOutput"];
  readonly acceptedOutputOwn: string | null;
  readonly volumeOutputs: number | null;
  readonly volumePeriod: BriefContent["outcome"]["volumePeriod"];
  readonly model: string | null;
  /** The limits that decide pass or fail for this kind. */
  readonly targets: readonly { path: FieldPath; labelKey: string; value: FieldValue; unit: FieldUnit | null }[];
}

/** The one-line picture of a brief: what is counted, how much, and by which measure it is judged. */
export function outlineOf(content: BriefContent): BriefOutline {
  const { kind, outcome, memoryShape } = content;
  const measure = kind === null ? null : primaryMeasure(kind);
  const targets = (kind === null ? [] : TARGETS_BY_KIND[kind]).map((path) => {
    const { labelKey, unit } = fieldAt(path);
    return { path, labelKey, value: valueAt(content, path), unit };
  });
  return {
    title: content.title,
    kind,
    measure,
    measureKey: measure === null ? null : `brief.measures.${measure}`,
    acceptedOutput: outcome.acceptedOutput,
    acceptedOutputOwn: outcome.acceptedOutputOwn,
    volumeOutputs: outcome.volumeOutputs,
    volumePeriod: outcome.volumePeriod,
    model: memoryShape.modelPreset ?? memoryShape.modelRevision,
    targets: targets.filter((t) => t.value !== null),
  };
}
