import { ALL, type BriefField, field, LEARNING } from "./field";
import type { FieldPath } from "./schema";

const personal = { path: "dataBoundary.personalData", in: ["yes"] } as const;

type PersistItem = "weights" | "compiledArtefacts" | "caches" | "prompts" | "checkpoints" | "outputs";
export const PERSIST_ITEMS: readonly PersistItem[] = [
  "weights",
  "compiledArtefacts",
  "caches",
  "prompts",
  "checkpoints",
  "outputs",
];

/** Three questions for each thing that may outlive the card: kept or not, where, and was a restore tried. */
function persistFields(item: PersistItem): BriefField[] {
  const fate: FieldPath = `persist.${item}Fate`;
  return [
    field(fate, "choice", { set: "fate", required: ALL }),
    field(`persist.${item}Place`, "text", { required: ALL, when: { path: fate, in: ["kept"] } }),
    field(`persist.${item}Restore`, "choice", { shown: ALL, set: "restoreTested", when: { path: fate, in: ["kept"] } }),
  ];
}

/** Blocks data, control, persist, private, scale, capacity vanishes and reproducibility, in the order of the form. */
export const PLACE_FIELDS: readonly BriefField[] = [
  field("dataBoundary.datasetBytes", "bytes", { shown: ALL, unit: "B" }),
  field("dataBoundary.checkpointBytes", "bytes", { unit: "B", shown: LEARNING }),
  field("dataBoundary.storagePlace", "text"),
  field("dataBoundary.ingressBytesPerMonth", "bytes", { unit: "B/month" }),
  field("dataBoundary.egressBytesPerMonth", "bytes", { shown: ALL, unit: "B/month" }),
  field("dataBoundary.retentionDays", "integer", { unit: "days" }),
  field("dataBoundary.personalData", "choice", { set: "yesNo", required: ALL }),
  field("dataBoundary.residency", "list", { required: ALL, when: personal }),
  field("dataBoundary.processingAgreement", "choice", { set: "processingAgreement", required: ALL, when: personal }),
  field("dataBoundary.encryptionAtRest", "choice", { set: "encryption", required: ALL, when: personal }),
  field("dataBoundary.encryptionInTransit", "choice", { set: "yesNo", required: ALL, when: personal }),
  field("dataBoundary.keyOwner", "text"),
  field("dataBoundary.keyRotationDays", "integer", { unit: "days" }),
  field("dataBoundary.provenance", "long-text"),
  field("dataBoundary.purpose", "long-text", { required: ALL, when: personal }),
  field("dataBoundary.deletionDate", "date", { required: ALL, when: personal }),
  field("dataBoundary.backups", "text"),

  field("controlBoundary.accessLevel", "choice", { set: "accessLevel", required: ALL }),
  field("controlBoundary.ownWeights", "choice", { set: "yesNo", required: ALL }),
  field("controlBoundary.commodityCallsPercent", "number", {
    unit: "%",
    when: { path: "controlBoundary.ownWeights", in: ["yes"] },
  }),
  field("controlBoundary.fixedRuntime", "choice", { set: "yesNo", required: ALL }),
  field("controlBoundary.isolation", "choice", { set: "isolation", required: ALL }),
  field("controlBoundary.persistentDisk", "choice", { set: "yesNo", required: ALL }),
  field("controlBoundary.persistentDiskBytes", "bytes", {
    shown: ALL,
    unit: "B",
    when: { path: "controlBoundary.persistentDisk", in: ["yes"] },
  }),
  field("controlBoundary.fixedHost", "choice", { set: "yesNo", required: ALL }),
  field("controlBoundary.networkPolicy", "long-text"),
  field("controlBoundary.fabric", "choice", { set: "fabric", required: ALL }),
  field("controlBoundary.edge", "choice", { set: "edge" }),
  field("controlBoundary.edgeSites", "integer", {
    when: { path: "controlBoundary.edge", in: ["filtering", "nearness", "both"] },
  }),
  field("controlBoundary.supportOwner", "text"),

  ...PERSIST_ITEMS.flatMap(persistFields),

  field("private.dataNetwork", "text"),
  field("private.dataIdentity", "text"),
  field("private.registryNetwork", "text"),
  field("private.registryIdentity", "text"),
  field("private.telemetryNetwork", "text"),
  field("private.telemetryIdentity", "text"),
  field("private.administrationNetwork", "text"),
  field("private.administrationIdentity", "text"),
  field("private.leastCredentials", "long-text"),
  field("private.credentialRotation", "text"),

  field("scale.shape", "choice", { set: "scaleShape", required: ALL }),
  field("scale.activeHoursPerDay", "number", { unit: "h/day", required: ALL }),
  field("scale.activeDaysPerWeek", "number", { shown: ALL, unit: "days/week" }),
  field("scale.longestRunHours", "number", { unit: "h", required: ALL }),
  field("scale.serviceCount", "integer", { unit: "services" }),

  field("capacityVanishes.interruption", "choice", { set: "interruption", required: ALL }),
  field("capacityVanishes.checkpointIntervalMinutes", "duration", {
    unit: "min",
    required: ALL,
    when: { path: "capacityVanishes.interruption", in: ["with-checkpoint"] },
  }),
  field("capacityVanishes.mostLostWorkMinutes", "duration", { shown: ALL, unit: "min" }),
  field("capacityVanishes.resumeWithinMinutes", "duration", { shown: ALL, unit: "min" }),
  field("capacityVanishes.retryRule", "long-text", { required: ALL }),
  field("capacityVanishes.retryOwner", "text", { required: ALL }),
  field("capacityVanishes.queueVisibility", "text"),
  field("capacityVanishes.alternativeClass", "text"),
  field("capacityVanishes.degradedMode", "long-text"),
  field("capacityVanishes.fallbackLostAllocation", "long-text", { required: ALL }),
  field("capacityVanishes.fallbackShortage", "long-text", { required: ALL }),
  field("capacityVanishes.fallbackFailedDeployment", "long-text", { required: ALL }),

  field("reproducibility.seeds", "text"),
  field("reproducibility.determinism", "choice", { set: "determinism" }),
  field("reproducibility.dataVersion", "text"),
  field("reproducibility.configuration", "long-text"),
  field("reproducibility.modelPermission", "text"),
  field("reproducibility.dataPermission", "text"),
];
