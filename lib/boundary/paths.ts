import { valueAt } from "@/lib/brief/content";
import type { BriefContent, FieldPath, FieldValue } from "@/lib/brief/schema";

/** One station of a path; its words are `boundary.paths.steps.<id>`. Facts are the brief's own answers. */
export interface PathStep {
  readonly id: string;
  readonly facts: readonly { readonly field: FieldPath; readonly value: FieldValue }[];
  /** Fields that would say more and are not answered. */
  readonly open: readonly FieldPath[];
}

export interface Paths {
  readonly request: readonly PathStep[];
  readonly failure: readonly PathStep[];
}

type Row = readonly [id: string, fields: readonly FieldPath[], when?: (brief: BriefContent) => boolean];

const learns = ({ kind }: BriefContent): boolean => kind === "training" || kind === "fine-tuning";
const keeps = ({ persist }: BriefContent): boolean => persist.checkpointsFate === "kept";

/** From who asks to what is kept (METHOD 3): a service by request, other work by job. */
const REQUEST: readonly Row[] = [
  ["client", ["outcome.largestRequest", "outcome.acceptableWaitMs"]],
  ["auth", ["private.dataIdentity", "private.dataNetwork"]],
  ["queue", ["outcome.atCapacity", "capacityVanishes.queueVisibility"]],
  ["workload", ["runtime.server", "memoryShape.engine", "runtime.imageDigest", "memoryShape.acceleratorId"]],
  ["observe", ["private.telemetryNetwork", "private.telemetryIdentity"]],
  ["model", ["memoryShape.modelPreset", "memoryShape.modelRevision", "persist.weightsPlace"]],
  ["data", ["dataBoundary.storagePlace", "persist.outputsPlace"]],
  [
    "checkpoint",
    ["capacityVanishes.checkpointIntervalMinutes", "persist.checkpointsPlace"],
    (b) => learns(b) || keeps(b),
  ],
  ["alert", ["controlBoundary.supportOwner", "target.errorRatePct"]],
];

/** From the loss to the work going on, and who acts. */
const FAILURE: readonly Row[] = [
  ["lost", ["capacityVanishes.interruption", "capacityVanishes.fallbackLostAllocation"]],
  ["noticed", ["private.telemetryNetwork", "capacityVanishes.queueVisibility"]],
  ["kept", ["capacityVanishes.mostLostWorkMinutes", "persist.checkpointsPlace", "outcome.completionMarker"]],
  ["retry", ["capacityVanishes.retryRule", "capacityVanishes.retryOwner"]],
  ["restore", ["capacityVanishes.resumeWithinMinutes", "persist.checkpointsRestore", "outcome.recoveryRule"]],
  ["instead", ["capacityVanishes.alternativeClass", "capacityVanishes.fallbackShortage"]],
  ["seen", ["capacityVanishes.degradedMode"], (b) => b.kind === "interactive-inference"],
  ["redeploy", ["capacityVanishes.fallbackFailedDeployment"]],
];

function stepsOf(rows: readonly Row[], brief: BriefContent): PathStep[] {
  return rows.flatMap(([id, fields, when]) => {
    if (when && !when(brief)) return [];
    const values = fields.map((field) => ({ field, value: valueAt(brief, field) }));
    return [
      {
        id,
        facts: values.filter((v) => v.value !== null),
        open: values.flatMap((v) => (v.value === null ? v.field : [])),
      },
    ];
  });
}

/** The request path and the failure path, from the brief's own answers; what is not answered is named at its station. */
export function pathsOf(brief: BriefContent): Paths {
  return { request: stepsOf(REQUEST, brief), failure: stepsOf(FAILURE, brief) };
}
