import { z } from "zod";
import { isRecord } from "./config-text";
import { ENGINES } from "./engines";
import { isWeightFormat } from "./formats";
import { type Word, word } from "./word";

/** No count of an engine, a batch or a picture comes near: a larger number is a slip. */
const count = z.int().positive().max(1_000_000_000);
const digits = z.string().regex(/^[1-9]\d{0,18}$/, { error: 'a whole number as text, such as "8030261248"' });
const weightFormat = z.string().refine(isWeightFormat, { error: "a known weight format" });

const KV_CACHE_DTYPES = [
  "auto",
  "fp32",
  "bf16",
  "fp16",
  "fp8",
  "fp8_e4m3",
  "fp8_e5m2",
  "fp8_ds_mla",
  "int8",
  "nvfp4",
  "q8_0",
  "q5_1",
  "q5_0",
  "q4_1",
  "q4_0",
] as const;

const modelSchema = z.strictObject({
  config: z.record(z.string(), z.unknown()).nullish().meta({ description: "content of a Hugging Face config.json" }),
  quantConfig: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: "content of the hf_quant_config.json beside the config" }),
  configPath: z.string().nullish(),
  preset: z.string().nullish().meta({ description: "a model of the catalogue" }),
  ggufPath: z.string().nullish(),
  safetensorsIndexPath: z.string().nullish(),
  parameters: digits.nullish().meta({ description: "total parameters; wins over derived" }),
  weightBytes: digits.nullish().meta({ description: "true bytes of all weights; wins over parameters × format" }),
});

const serveSchema = z.strictObject({
  kind: z.literal("serve"),
  engine: z.enum(ENGINES).default("vllm"),
  engineVersion: z.string().nullish(),
  maxModelLen: count.nullish().meta({ description: "tokens; default: the model's maximum" }),
  maxNumSeqs: count.nullish().meta({ description: "default: the engine's for that version and card" }),
  maxNumBatchedTokens: count.nullish(),
  gpuMemoryUtilization: z.number().gt(0).max(1).nullish(),
  kvCacheDtype: z.enum(KV_CACHE_DTYPES).default("auto"),
  blockSize: count.nullish(),
  cudaGraphs: z.boolean().default(true),
  speculativeTokens: z.int().nonnegative().max(1024).default(0),
  mxfp4Kernel: z
    .enum(["triton", "marlin"])
    .nullish()
    .meta({ description: "default: Triton on Hopper, Marlin elsewhere; they pad experts differently" }),
  maxLoras: z.int().nonnegative().max(1024).default(0).meta({ description: "adapters held beside the model at once" }),
  maxLoraRank: z.int().positive().max(4096).default(16),
  concurrency: count.nullish().meta({ description: "sequences at once in the planned load" }),
  contextTokens: count.nullish().meta({ description: "tokens per sequence in the planned load" }),
});

const TRAINING_FRAMEWORKS = ["torchtitan", "torchtune", "deepspeed", "fsdp", "peft", "litgpt", "transformers"] as const;
const OPTIMIZERS = ["adamw", "adamw-8bit", "adafactor", "sgd", "lion", "muon", "paged-adamw-8bit"] as const;

const componentSchema = z.strictObject({
  name: z.string().min(1),
  parameters: digits,
  weightFormat,
  fp32Parameters: digits.nullish().meta({ description: "of these, kept at 32 bits under fp16, int8 and nf4" }),
});

const trainSchema = z.strictObject({
  kind: z.literal("train"),
  method: z.enum(["full", "lora", "qlora", "freeze"]).default("full"),
  framework: z.enum(TRAINING_FRAMEWORKS).nullish(),
  precision: z.enum(["bf16", "bf16-mixed", "fp16-mixed", "fp32", "fp8"]).default("bf16"),
  optimizer: z.enum(OPTIMIZERS).default("adamw"),
  masterWeights: z.boolean().nullish().meta({ description: "default: true for mixed precision and fp8" }),
  sequenceLength: count.default(4096),
  microBatchSize: count.default(1),
  gradientAccumulation: count.default(1),
  checkpointing: z.enum(["none", "selective", "full"]).default("none"),
  attention: z.enum(["flash", "sdpa", "eager"]).default("flash"),
  shard: z.enum(["none", "zero1", "zero2", "zero3"]).default("none"),
  offload: z.enum(["none", "optimizer", "params"]).default("none"),
  loraRank: count.default(16),
  loraTargets: z.array(z.string().min(1)).min(1).default(["q", "v"]),
  chunkedLoss: z.boolean().default(false),
  trainableParameters: digits.nullish().meta({ description: "wins over rank and targets" }),
  components: z.array(componentSchema).nullish(),
  width: count.nullish(),
  height: count.nullish(),
  frames: count.nullish(),
});

const mediaSchema = z.strictObject({
  kind: z.literal("media"),
  components: z.array(componentSchema).nullish(),
  width: count.default(1024),
  height: count.default(1024),
  frames: count.default(1),
  batch: count.default(1),
  steps: count.default(28),
  vaeTiling: z.boolean().default(false),
  offload: z.enum(["none", "model", "sequential"]).default("none"),
});

const embedSchema = z.strictObject({
  kind: z.literal("embed"),
  batch: count.default(32),
  sequenceLength: count.default(512),
});

/** Sizes of a card in GiB or MiB: a million times a large one is a slip. */
const positive = z.number().positive().max(1e9);

const GPU_FORM =
  "one card: its id, or {id, mig, reportedMib, totalGib}. All cards of an estimate are alike: an engine splits a model evenly, so unequal cards are asked one by one, and the smallest decides";

const gpuSchema = z.union(
  [
    z.string().min(1),
    z.strictObject({
      id: z.string().min(1).optional(),
      mig: z.string().min(1).optional(),
      reportedMib: positive.optional(),
      totalGib: positive.optional(),
    }),
  ],
  { error: GPU_FORM },
);

const parallelSchema = z.strictObject({
  tensor: count.default(1),
  pipeline: count.default(1),
  data: count.default(1),
  expert: count.default(1),
  context: count.default(1),
});

/** EstimateRequest of the command line and the REST interface: unknown fields are refused with their path. */
export const estimateRequestSchema = z.strictObject({
  id: z.string().nullish(),
  model: modelSchema,
  weightFormat: weightFormat.default("auto"),
  run: z.discriminatedUnion("kind", [serveSchema, trainSchema, mediaSchema, embedSchema]),
  gpu: gpuSchema,
  parallel: parallelSchema.prefault({}),
  gpusPerNode: count.nullish(),
  /** Memory that other processes hold on each card when this one starts, MiB as `nvidia-smi` shows it. */
  otherProcessesMib: z.number().nonnegative().max(1e9).nullish(),
});

export type EstimateRequest = z.infer<typeof estimateRequestSchema>;
export type EstimateRequestInput = z.input<typeof estimateRequestSchema>;
export type GpuChoice = EstimateRequest["gpu"];
export type Parallel = EstimateRequest["parallel"];
export type ServeRun = Extract<EstimateRequest["run"], { kind: "serve" }>;
export type TrainRun = Extract<EstimateRequest["run"], { kind: "train" }>;
export type MediaRun = Extract<EstimateRequest["run"], { kind: "media" }>;
export type EmbedRun = Extract<EstimateRequest["run"], { kind: "embed" }>;
export type KvCacheDtype = ServeRun["kvCacheDtype"];

export type ParsedRequest =
  | { readonly ok: true; readonly request: EstimateRequest }
  | {
      readonly ok: false;
      readonly code: "UNKNOWN_FIELD" | "INVALID_FIELD";
      readonly path: string;
      /** In English and in full, for machines; readers get the words. */
      readonly message: string;
      readonly words: Word;
    };

/** Contents of files keep their own nulls. */
const FILE_CONTENTS = new Set(["config", "quantConfig"]);

/** `null` means absent, at any depth but inside a file. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([name, field]) => [name, FILE_CONTENTS.has(name) ? field : withoutNulls(field)]));
}

/** Checks an input and fills stated defaults; a refusal names the first field at fault. */
export function parseEstimateRequest(input: unknown): ParsedRequest {
  const parsed = estimateRequestSchema.safeParse(withoutNulls(input));
  if (parsed.success) return { ok: true, request: parsed.data };
  const issue = parsed.error.issues[0];
  const path = [...(issue?.path ?? [])];
  const unknown = issue?.code === "unrecognized_keys";
  if (unknown) path.push(issue.keys[0] ?? "");
  return {
    ok: false,
    code: unknown ? "UNKNOWN_FIELD" : "INVALID_FIELD",
    path: path.join("."),
    message: issue?.message ?? "not a valid request",
    words: word("reason.value-unusable"),
  };
}
