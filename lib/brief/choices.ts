/** Closed answers of the brief. Their words on screen are `brief.choices.<set>.<value>`. */

export const WORKLOAD_KINDS = [
  "training",
  "fine-tuning",
  "batch-inference",
  "interactive-inference",
  "rendering-media",
  "experiment",
  "data-preparation",
] as const;
export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];

export const CHOICES = {
  kind: WORKLOAD_KINDS,
  acceptedOutput: [
    "accepted-images",
    "finished-videos",
    "successful-jobs",
    "requests-within-slo",
    "batches-passing-quality",
    "own",
  ],
  volumePeriod: ["total", "day", "week", "month"],
  atCapacity: ["queue", "refuse", "degrade"],
  framework: ["pytorch", "tensorflow", "jax", "none", "other"],
  computePlatform: ["cuda", "rocm", "none"],
  modelSource: ["preset", "config", "parameters", "none"],
  runKind: ["serve", "train", "media", "embed", "none"],
  synthetic: ["none", "some", "all"],
  yesNo: ["yes", "no"],
  processingAgreement: ["signed", "in-progress", "not-needed"],
  encryption: ["provider-key", "own-key", "none"],
  accessLevel: ["none", "container", "root"],
  isolation: ["shared", "own-card", "own-host"],
  fabric: ["none", "within-node", "between-nodes"],
  edge: ["no", "filtering", "nearness", "both"],
  fate: ["may-be-lost", "kept"],
  restoreTested: ["tested", "not-yet"],
  scaleShape: ["single-gpu-service", "independent-jobs", "coordinated"],
  interruption: ["tolerated", "with-checkpoint", "not-tolerated"],
  determinism: ["bitwise", "statistical", "not-needed"],
} as const satisfies Record<string, readonly string[]>;
export type ChoiceSet = keyof typeof CHOICES;

/** Technical names that are the same word in every language: shown as they are. */
export const NAMES = {
  weightFormat: [
    "auto",
    "fp32",
    "bf16",
    "fp16",
    "fp8",
    "int8",
    "awq-int4",
    "gptq-int4",
    "w4a16",
    "nf4",
    "mxfp4",
    "nvfp4",
  ],
  engine: ["vllm", "sglang", "tensorrt-llm", "llama.cpp", "transformers"],
  kvCacheDtype: ["auto", "fp16", "bf16", "fp8", "int8"],
  trainMethod: ["full", "lora", "qlora", "freeze"],
  trainFramework: ["torchtitan", "torchtune", "deepspeed", "fsdp", "peft", "litgpt", "transformers"],
  trainPrecision: ["bf16", "bf16-mixed", "fp16-mixed", "fp32", "fp8"],
  optimizer: ["adamw", "adamw-8bit", "adafactor", "sgd", "lion", "muon", "paged-adamw-8bit"],
  checkpointing: ["none", "selective", "full"],
  shard: ["none", "zero1", "zero2", "zero3"],
  trainOffload: ["none", "optimizer", "params"],
  mediaOffload: ["none", "model", "sequential"],
} as const satisfies Record<string, readonly string[]>;
export type NameSet = keyof typeof NAMES;
