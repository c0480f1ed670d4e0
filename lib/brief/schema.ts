import { z } from "zod";
import { CHOICES, NAMES } from "./choices";

/*
 * The written workload, METHOD 1: one object per block, every field a leaf. Numbers carry their unit in the name; counts
 * that may pass 2^53 are decimal text. A leaf is null until it is answered: nothing is defaulted silently.
 */

const TEXT_LIMIT = 2_000;
const LONG_TEXT_LIMIT = 20_000;
/** A config.json of a published model is below 200 kB; a longer one is refused with its size. */
export const CONFIG_TEXT_LIMIT = 2_000_000;

const text = z.string().max(TEXT_LIMIT);
const longText = z.string().max(LONG_TEXT_LIMIT);
const amount = z.number().nonnegative();
const count = z.int().positive();
const whole = z.int().nonnegative();
const share = z.number().positive().max(1);
const percent = z.number().min(0).max(100);
const digits = z.string().regex(/^\d{1,18}$/);
const date = z.iso.date();
const yes = z.boolean();
const list = z.array(z.string().max(200)).max(50);
const paths = z.array(z.string().max(100)).max(300);
/** An image is known by content: `name@sha256:…` or the bare digest. A tag can move, so it is no identity. */
const imageDigest = z.string().regex(/^(\S+@)?sha256:[0-9a-f]{64}$/);

export const BLOCK_LEAVES = {
  outcome: {
    acceptedOutput: z.enum(CHOICES.acceptedOutput),
    acceptedOutputOwn: text,
    acceptedOutputRule: longText,
    volumeOutputs: amount,
    volumePeriod: z.enum(CHOICES.volumePeriod),
    outputFormat: text,
    recoveryRule: longText,
    completionMarker: text,
    largestRequest: text,
    acceptableWaitMs: amount,
    atCapacity: z.enum(CHOICES.atCapacity),
  },
  runtime: {
    framework: z.enum(CHOICES.framework),
    frameworkVersion: text,
    server: text,
    imageDigest,
    dependencies: longText,
    lockfile: text,
    customOperators: longText,
    preProcessing: longText,
    postProcessing: longText,
    computePlatform: z.enum(CHOICES.computePlatform),
    driverVersion: text,
    cudaVersion: text,
    cudnnVersion: text,
    rocmVersion: text,
  },
  memoryShape: {
    modelSource: z.enum(CHOICES.modelSource),
    modelPreset: text,
    modelConfig: z.string().max(CONFIG_TEXT_LIMIT),
    modelRevision: text,
    parameters: digits,
    weightBytes: whole,
    weightFormat: z.union([z.enum(NAMES.weightFormat), z.string().regex(/^gguf:[a-z0-9_]{2,20}$/)]),
    runKind: z.enum(CHOICES.runKind),
    contextTokens: count,
    inputTokens: count,
    outputTokens: count,
    concurrency: count,
    engine: z.enum(NAMES.engine),
    engineVersion: text,
    maxModelLenTokens: count,
    maxNumSeqs: count,
    maxNumBatchedTokens: count,
    gpuMemoryUtilization: share,
    kvCacheDtype: z.enum(NAMES.kvCacheDtype),
    trainMethod: z.enum(NAMES.trainMethod),
    trainFramework: z.enum(NAMES.trainFramework),
    trainPrecision: z.enum(NAMES.trainPrecision),
    optimizer: z.enum(NAMES.optimizer),
    sequenceLengthTokens: count,
    microBatchSize: count,
    gradientAccumulation: count,
    checkpointing: z.enum(NAMES.checkpointing),
    shard: z.enum(NAMES.shard),
    trainOffload: z.enum(NAMES.trainOffload),
    loraRank: count,
    loraTargets: list,
    widthPx: count,
    heightPx: count,
    frames: count,
    batch: count,
    steps: count,
    vaeTiling: yes,
    mediaOffload: z.enum(NAMES.mediaOffload),
    mediaComponents: list,
    reserveGib: amount,
    acceleratorId: text,
    migProfile: text,
    tensorParallel: count,
    pipelineParallel: count,
    dataParallel: count,
    expertParallel: count,
    contextParallel: count,
    gpusPerNode: count,
  },
  target: {
    outputsPerHour: amount,
    jobsPerHour: amount,
    requestsPerSecond: amount,
    tokensPerSecond: amount,
    queueP95Ms: amount,
    queueP99Ms: amount,
    ttftP95Ms: amount,
    ttftP99Ms: amount,
    prefillP95Ms: amount,
    prefillP99Ms: amount,
    decodeP95Ms: amount,
    decodeP99Ms: amount,
    tpotP95Ms: amount,
    tpotP99Ms: amount,
    itlP95Ms: amount,
    itlP99Ms: amount,
    e2eP95Ms: amount,
    e2eP99Ms: amount,
    deadline: date,
    completeWithinHours: amount,
    startupWithinSeconds: amount,
    coldStartToleranceSeconds: amount,
    errorRatePct: percent,
    warmUpRule: text,
    timeLimitMinutes: amount,
    fixedPromptsOrSteps: longText,
    runSteps: count,
  },
  samples: {
    shortSample: longText,
    typicalSample: longText,
    nearLimitSample: longText,
    modelCard: text,
    representativePrompts: longText,
    realDataSlice: longText,
    inputIdsAndVersions: longText,
    generationParameters: longText,
    synthetic: z.enum(CHOICES.synthetic),
    syntheticWhich: longText,
  },
  dataBoundary: {
    datasetBytes: whole,
    checkpointBytes: whole,
    storagePlace: text,
    ingressBytesPerMonth: whole,
    egressBytesPerMonth: whole,
    retentionDays: whole,
    residency: list,
    personalData: z.enum(CHOICES.yesNo),
    processingAgreement: z.enum(CHOICES.processingAgreement),
    encryptionAtRest: z.enum(CHOICES.encryption),
    encryptionInTransit: z.enum(CHOICES.yesNo),
    keyOwner: text,
    keyRotationDays: whole,
    provenance: longText,
    purpose: longText,
    deletionDate: date,
    backups: text,
  },
  controlBoundary: {
    accessLevel: z.enum(CHOICES.accessLevel),
    ownWeights: z.enum(CHOICES.yesNo),
    commodityCallsPercent: percent,
    fixedRuntime: z.enum(CHOICES.yesNo),
    isolation: z.enum(CHOICES.isolation),
    persistentDisk: z.enum(CHOICES.yesNo),
    persistentDiskBytes: whole,
    fixedHost: z.enum(CHOICES.yesNo),
    networkPolicy: longText,
    fabric: z.enum(CHOICES.fabric),
    edge: z.enum(CHOICES.edge),
    edgeSites: count,
    supportOwner: text,
  },
  persist: {
    weightsFate: z.enum(CHOICES.fate),
    weightsPlace: text,
    weightsRestore: z.enum(CHOICES.restoreTested),
    compiledArtefactsFate: z.enum(CHOICES.fate),
    compiledArtefactsPlace: text,
    compiledArtefactsRestore: z.enum(CHOICES.restoreTested),
    cachesFate: z.enum(CHOICES.fate),
    cachesPlace: text,
    cachesRestore: z.enum(CHOICES.restoreTested),
    promptsFate: z.enum(CHOICES.fate),
    promptsPlace: text,
    promptsRestore: z.enum(CHOICES.restoreTested),
    checkpointsFate: z.enum(CHOICES.fate),
    checkpointsPlace: text,
    checkpointsRestore: z.enum(CHOICES.restoreTested),
    outputsFate: z.enum(CHOICES.fate),
    outputsPlace: text,
    outputsRestore: z.enum(CHOICES.restoreTested),
  },
  private: {
    dataNetwork: text,
    dataIdentity: text,
    registryNetwork: text,
    registryIdentity: text,
    telemetryNetwork: text,
    telemetryIdentity: text,
    administrationNetwork: text,
    administrationIdentity: text,
    leastCredentials: longText,
    credentialRotation: text,
  },
  scale: {
    shape: z.enum(CHOICES.scaleShape),
    activeHoursPerDay: z.number().min(0).max(24),
    activeDaysPerWeek: z.number().min(0).max(7),
    longestRunHours: amount,
    serviceCount: count,
  },
  capacityVanishes: {
    interruption: z.enum(CHOICES.interruption),
    checkpointIntervalMinutes: amount,
    mostLostWorkMinutes: amount,
    resumeWithinMinutes: amount,
    retryRule: longText,
    retryOwner: text,
    queueVisibility: text,
    alternativeClass: text,
    degradedMode: longText,
    fallbackLostAllocation: longText,
    fallbackShortage: longText,
    fallbackFailedDeployment: longText,
  },
  reproducibility: {
    seeds: text,
    determinism: z.enum(CHOICES.determinism),
    dataVersion: text,
    configuration: longText,
    modelPermission: text,
    dataPermission: text,
  },
} as const;

export const TOP_LEAVES = {
  title: z.string().max(200),
  kind: z.enum(CHOICES.kind),
  summary: longText,
  owner: text,
} as const;

export type BlockName = keyof typeof BLOCK_LEAVES;
export const BLOCK_NAMES = Object.keys(BLOCK_LEAVES) as BlockName[];

type Leaves = Readonly<Record<string, z.ZodType>>;
type Open<S extends Leaves> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };

/** Every leaf may be absent or null: what a half-written form looks like. */
function open<S extends Leaves>(leaves: S): Open<S> {
  return Object.fromEntries(Object.entries(leaves).map(([name, leaf]) => [name, leaf.nullish()])) as Open<S>;
}

const draftBlock = <S extends Leaves>(leaves: S) => z.strictObject(open(leaves)).nullish();

/**
 * What autosave stores. Every leaf may be missing; text that could not be read as its field's type is kept word for word
 * in `unparsed` under the field's path, so nothing typed is lost. Unknown fields are refused with their path.
 */
export const briefDraftSchema = z.strictObject({
  ...open(TOP_LEAVES),
  outcome: draftBlock(BLOCK_LEAVES.outcome),
  runtime: draftBlock(BLOCK_LEAVES.runtime),
  memoryShape: draftBlock(BLOCK_LEAVES.memoryShape),
  target: draftBlock(BLOCK_LEAVES.target),
  samples: draftBlock(BLOCK_LEAVES.samples),
  dataBoundary: draftBlock(BLOCK_LEAVES.dataBoundary),
  controlBoundary: draftBlock(BLOCK_LEAVES.controlBoundary),
  persist: draftBlock(BLOCK_LEAVES.persist),
  private: draftBlock(BLOCK_LEAVES.private),
  scale: draftBlock(BLOCK_LEAVES.scale),
  capacityVanishes: draftBlock(BLOCK_LEAVES.capacityVanishes),
  reproducibility: draftBlock(BLOCK_LEAVES.reproducibility),
  unparsed: z.record(z.string().max(100), z.string().max(CONFIG_TEXT_LIMIT)).nullish(),
  /** Answers that an example wrote and nobody has looked at: while there are any, the draft is no revision. */
  fromExample: paths.nullish(),
  /** Answers looked at that stand as an example wrote them: they stay with the revision, for whoever signs it. */
  keptFromExample: paths.nullish(),
});
export type BriefDraft = z.infer<typeof briefDraftSchema>;

/**
 * Targets that came when briefs had been signed already. Unanswered they are absent instead of null, so that a brief
 * without them keeps the digest that it was signed with.
 */
export const LATER_TARGETS = [
  "prefillP95Ms",
  "prefillP99Ms",
  "decodeP95Ms",
  "decodeP99Ms",
  "itlP95Ms",
  "itlP99Ms",
  "runSteps",
] as const;
/** The same for the control boundary. */
export const LATER_CONTROLS = ["commodityCallsPercent", "edge", "edgeSites"] as const;
/** The same for the shape of the work: a typical request's tokens in and out. */
export const LATER_SHAPES = ["inputTokens", "outputTokens"] as const;
type Later = (typeof LATER_TARGETS | typeof LATER_CONTROLS | typeof LATER_SHAPES)[number];

type Filled<S extends Leaves> = {
  readonly [K in keyof S as K extends Later ? never : K]: z.infer<S[K]> | null;
} & { readonly [K in keyof S as K extends Later ? K : never]?: z.infer<S[K]> | null };

/** A brief with every leaf present, null where unanswered (later targets: absent). What all rooms read. */
export type BriefContent = Filled<typeof TOP_LEAVES> & {
  readonly [B in BlockName]: Filled<(typeof BLOCK_LEAVES)[B]>;
} & {
  /** Paths of the answers that stand as an example wrote them; absent where there are none. */
  readonly keptFromExample?: string[];
};

/** A brief that may be submitted: `missingFields` found nothing. */
export type Brief = BriefContent & {
  readonly title: string;
  readonly kind: NonNullable<BriefContent["kind"]>;
};

export type TopPath = keyof typeof TOP_LEAVES;
export type FieldPath = TopPath | { [B in BlockName]: `${B}.${keyof (typeof BLOCK_LEAVES)[B] & string}` }[BlockName];
export type FieldValue = string | number | boolean | readonly string[] | null;
