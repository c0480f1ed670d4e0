import { withValue } from "./content";
import { isFieldPath } from "./fields";
import type { BriefDraft, FieldPath, FieldValue } from "./schema";

export const EXAMPLE_IDS = ["chat", "batch", "lora", "pictures", "vectors"] as const;
export type ExampleId = (typeof EXAMPLE_IDS)[number];

type Answers = Partial<Record<FieldPath, FieldValue>>;

/** What an example says in the reader's language: its name and, by path, the answers that are sentences. */
export interface ExampleWords {
  readonly name: string;
  readonly about: string;
  readonly answers: Readonly<Record<string, string>>;
}

/** Answers that only the person can give: no example writes them, so each is asked. */
export const NEVER_FROM_AN_EXAMPLE: readonly FieldPath[] = ["owner", "samples.synthetic", "dataBoundary.personalData"];

/** An open model, on the least persistent and least exclusive place that can run it. */
const EVERY: Answers = {
  "outcome.volumePeriod": "month",
  "runtime.framework": "pytorch",
  "runtime.computePlatform": "cuda",
  "memoryShape.modelSource": "preset",
  "controlBoundary.accessLevel": "container",
  "controlBoundary.ownWeights": "yes",
  "controlBoundary.fixedRuntime": "yes",
  "controlBoundary.isolation": "shared",
  "controlBoundary.persistentDisk": "no",
  "controlBoundary.fixedHost": "no",
  "controlBoundary.fabric": "none",
  "persist.weightsFate": "kept",
  "persist.compiledArtefactsFate": "may-be-lost",
  "persist.cachesFate": "may-be-lost",
  "persist.promptsFate": "may-be-lost",
  "persist.checkpointsFate": "may-be-lost",
  "persist.outputsFate": "kept",
};

/** A queue of jobs for which nobody waits at a screen. */
const QUEUE: Answers = {
  ...EVERY,
  "scale.shape": "independent-jobs",
  "capacityVanishes.interruption": "tolerated",
  "capacityVanishes.resumeWithinMinutes": 60,
};

const ANSWERS: Readonly<Record<ExampleId, Answers>> = {
  chat: {
    ...EVERY,
    kind: "interactive-inference",
    "outcome.acceptedOutput": "requests-within-slo",
    "outcome.volumeOutputs": 300_000,
    "outcome.acceptableWaitMs": 2_000,
    "outcome.atCapacity": "queue",
    "runtime.server": "vLLM 0.19.0",
    "memoryShape.modelPreset": "Qwen/Qwen3-8B",
    "memoryShape.weightFormat": "bf16",
    "memoryShape.runKind": "serve",
    "memoryShape.engine": "vllm",
    "memoryShape.contextTokens": 4_096,
    "memoryShape.inputTokens": 900,
    "memoryShape.outputTokens": 250,
    "memoryShape.concurrency": 16,
    "memoryShape.acceleratorId": "l40s",
    "target.requestsPerSecond": 1,
    "target.ttftP95Ms": 800,
    "target.tpotP95Ms": 50,
    "target.coldStartToleranceSeconds": 20,
    "scale.shape": "single-gpu-service",
    "scale.activeHoursPerDay": 24,
    "scale.activeDaysPerWeek": 7,
    "scale.longestRunHours": 0,
    // What an interruption costs decides between cheap and dedicated capacity: that is asked, too.
    "capacityVanishes.mostLostWorkMinutes": 1,
    "capacityVanishes.resumeWithinMinutes": 5,
  },
  batch: {
    ...QUEUE,
    kind: "batch-inference",
    "outcome.acceptedOutput": "own",
    "outcome.volumeOutputs": 60_000,
    "runtime.server": "vLLM 0.19.0",
    "memoryShape.modelPreset": "Qwen/Qwen2.5-7B-Instruct",
    "memoryShape.weightFormat": "bf16",
    "memoryShape.runKind": "serve",
    "memoryShape.engine": "vllm",
    "memoryShape.contextTokens": 2_048,
    "memoryShape.inputTokens": 1_500,
    "memoryShape.outputTokens": 300,
    "memoryShape.concurrency": 64,
    "memoryShape.acceleratorId": "l40s",
    "target.outputsPerHour": 1_000,
    "scale.activeHoursPerDay": 3,
    "scale.activeDaysPerWeek": 7,
    "scale.longestRunHours": 4,
    "capacityVanishes.mostLostWorkMinutes": 10,
  },
  lora: {
    ...QUEUE,
    kind: "fine-tuning",
    "outcome.acceptedOutput": "successful-jobs",
    "outcome.volumeOutputs": 4,
    "memoryShape.modelPreset": "Qwen/Qwen3-8B",
    "memoryShape.weightFormat": "bf16",
    "memoryShape.runKind": "train",
    "memoryShape.trainMethod": "lora",
    "memoryShape.trainFramework": "peft",
    "memoryShape.trainPrecision": "bf16",
    "memoryShape.optimizer": "adamw",
    "memoryShape.sequenceLengthTokens": 2_048,
    "memoryShape.microBatchSize": 1,
    "memoryShape.checkpointing": "full",
    "memoryShape.loraRank": 16,
    "memoryShape.acceleratorId": "l40s",
    "target.completeWithinHours": 8,
    "dataBoundary.datasetBytes": 2_000_000_000,
    "dataBoundary.checkpointBytes": 200_000_000,
    "persist.checkpointsFate": "kept",
    "scale.activeHoursPerDay": 6,
    "scale.activeDaysPerWeek": 1,
    "scale.longestRunHours": 8,
    "capacityVanishes.interruption": "with-checkpoint",
    "capacityVanishes.checkpointIntervalMinutes": 30,
    "capacityVanishes.mostLostWorkMinutes": 30,
  },
  pictures: {
    ...QUEUE,
    kind: "rendering-media",
    "outcome.acceptedOutput": "accepted-images",
    "outcome.volumeOutputs": 6_000,
    "memoryShape.modelPreset": "stabilityai/stable-diffusion-xl-base-1.0",
    "memoryShape.runKind": "media",
    "memoryShape.widthPx": 1_024,
    "memoryShape.heightPx": 1_024,
    "memoryShape.batch": 1,
    "memoryShape.steps": 30,
    "memoryShape.acceleratorId": "l40s",
    "target.outputsPerHour": 120,
    "scale.activeHoursPerDay": 4,
    "scale.activeDaysPerWeek": 5,
    "scale.longestRunHours": 4,
    "capacityVanishes.mostLostWorkMinutes": 5,
  },
  vectors: {
    ...QUEUE,
    kind: "batch-inference",
    "outcome.acceptedOutput": "batches-passing-quality",
    "outcome.volumeOutputs": 2_000,
    "memoryShape.modelPreset": "BAAI/bge-m3",
    "memoryShape.weightFormat": "fp16",
    "memoryShape.runKind": "embed",
    "memoryShape.sequenceLengthTokens": 512,
    "memoryShape.batch": 64,
    "memoryShape.acceleratorId": "l4",
    "target.outputsPerHour": 60,
    "scale.activeHoursPerDay": 2,
    "scale.activeDaysPerWeek": 7,
    "scale.longestRunHours": 3,
    "capacityVanishes.mostLostWorkMinutes": 10,
  },
};

/**
 * A draft that starts as this example: every answer is marked as the example's until the person changes it or says that it
 * fits. `words` are the sentences in the reader's language, `title` the person's own if there is one.
 */
export function exampleDraft(id: ExampleId, words: Readonly<Record<string, string>>, title: string): BriefDraft {
  const answers = Object.entries({ ...ANSWERS[id], ...words }).filter(([path]) => isFieldPath(path)) as [
    FieldPath,
    FieldValue,
  ][];
  const filled = answers.reduce<BriefDraft>((draft, [path, value]) => withValue(draft, path, value), {});
  const fromExample = answers.map(([path]) => path);
  if (title === "") return { ...filled, fromExample };
  return { ...filled, title, fromExample: fromExample.filter((p) => p !== "title") };
}
