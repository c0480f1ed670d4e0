import { CHOICES, NAMES, type NameSet } from "@/lib/brief/choices";
import { ENGINES } from "@/lib/memory/engines";

export const RUN_KINDS = ["serve", "train", "media", "embed"] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const MODEL_SOURCES = ["preset", "config", "typed"] as const;
export type ModelSource = (typeof MODEL_SOURCES)[number];

export type EstimateGroup = "shape" | "size" | "load" | "settings" | "split";

/** One control of the estimate page. Its name is also its name in the address. */
export interface EstimateField {
  readonly name: string;
  readonly group: EstimateGroup;
  readonly input: "count" | "share" | "choice" | "text" | "yes";
  readonly choices?: readonly string[];
  /** Set whose names the choices are, where they are names of engines, formats and methods. */
  readonly nameSet?: NameSet;
  /** Where the words stand: a field of the brief where the brief asks the same, else one of this page. */
  readonly words: { readonly from: "brief" | "own"; readonly key: string };
  /** What is taken when nothing is stated, shown in grey; null where the engine or the model decides. */
  readonly fallback: string | null;
  readonly kinds: readonly RunKind[];
  /** Path in the request, to put a refusal beside the control. */
  readonly at: string;
}

const ALL = RUN_KINDS;
const SERVE: readonly RunKind[] = ["serve"];
const TRAIN: readonly RunKind[] = ["train"];
const MEDIA: readonly RunKind[] = ["media"];

type Row = readonly [
  name: string,
  group: EstimateGroup,
  input: EstimateField["input"] | readonly string[],
  words: string,
  fallback: string | null,
  kinds: readonly RunKind[],
  at: string,
];

const ROWS: readonly Row[] = [
  ["layers", "shape", "count", "own.layers", null, ALL, "model.config.num_hidden_layers"],
  ["hidden", "shape", "count", "own.hidden", null, ALL, "model.config.hidden_size"],
  ["heads", "shape", "count", "own.heads", null, ALL, "model.config.num_attention_heads"],
  ["kvHeads", "shape", "count", "own.kvHeads", null, ALL, "model.config.num_key_value_heads"],
  ["headDim", "shape", "count", "own.headDim", null, ALL, "model.config.head_dim"],
  ["ffn", "shape", "count", "own.ffn", null, ALL, "model.config.intermediate_size"],
  ["vocab", "shape", "count", "own.vocab", null, ALL, "model.config.vocab_size"],
  ["positions", "shape", "count", "own.positions", null, ALL, "model.config.max_position_embeddings"],
  ["tied", "shape", "yes", "own.tied", "no", ALL, "model.config.tie_word_embeddings"],
  ["parameters", "size", "count", "brief.parameters", null, ["serve", "train", "embed"], "model.parameters"],
  ["weights", "load", NAMES.weightFormat, "brief.weightFormat", "auto", ["serve", "train", "embed"], "weightFormat"],
  ["tokens", "load", "count", "brief.contextTokens", null, SERVE, "run.contextTokens"],
  ["concurrency", "load", "count", "brief.concurrency", null, SERVE, "run.concurrency"],
  ["context", "load", "count", "brief.maxModelLenTokens", null, SERVE, "run.maxModelLen"],
  ["kv", "load", NAMES.kvCacheDtype, "brief.kvCacheDtype", "auto", SERVE, "run.kvCacheDtype"],
  ["method", "load", NAMES.trainMethod, "brief.trainMethod", "full", TRAIN, "run.method"],
  ["precision", "load", NAMES.trainPrecision, "brief.trainPrecision", "bf16", TRAIN, "run.precision"],
  ["optimizer", "load", NAMES.optimizer, "brief.optimizer", "adamw", TRAIN, "run.optimizer"],
  ["sequence", "load", "count", "brief.sequenceLengthTokens", null, ["train", "embed"], "run.sequenceLength"],
  ["microBatch", "load", "count", "brief.microBatchSize", "1", TRAIN, "run.microBatchSize"],
  ["checkpointing", "load", NAMES.checkpointing, "brief.checkpointing", "none", TRAIN, "run.checkpointing"],
  ["rank", "load", "count", "brief.loraRank", "16", TRAIN, "run.loraRank"],
  ["width", "load", "count", "brief.widthPx", "1024", MEDIA, "run.width"],
  ["height", "load", "count", "brief.heightPx", "1024", MEDIA, "run.height"],
  ["frames", "load", "count", "brief.frames", "1", MEDIA, "run.frames"],
  ["batch", "load", "count", "brief.batch", null, ["media", "embed"], "run.batch"],
  ["tiling", "load", "yes", "brief.vaeTiling", "no", MEDIA, "run.vaeTiling"],
  ["engine", "settings", ENGINES, "brief.engine", "vllm", SERVE, "run.engine"],
  ["version", "settings", "text", "brief.engineVersion", null, SERVE, "run.engineVersion"],
  ["util", "settings", "share", "brief.gpuMemoryUtilization", null, SERVE, "run.gpuMemoryUtilization"],
  ["seqs", "settings", "count", "brief.maxNumSeqs", null, SERVE, "run.maxNumSeqs"],
  ["batched", "settings", "count", "brief.maxNumBatchedTokens", null, SERVE, "run.maxNumBatchedTokens"],
  ["blockSize", "settings", "count", "own.blockSize", null, SERVE, "run.blockSize"],
  ["draft", "settings", "count", "own.draft", null, SERVE, "run.speculativeTokens"],
  ["loras", "settings", "count", "own.loras", null, SERVE, "run.maxLoras"],
  ["loraSize", "settings", "count", "own.loraSize", null, SERVE, "run.maxLoraRank"],
  ["graphs", "settings", "yes", "own.graphs", "yes", SERVE, "run.cudaGraphs"],
  ["framework", "settings", NAMES.trainFramework, "brief.trainFramework", null, TRAIN, "run.framework"],
  ["shard", "settings", NAMES.shard, "brief.shard", "none", TRAIN, "run.shard"],
  ["trainOffload", "settings", NAMES.trainOffload, "brief.trainOffload", "none", TRAIN, "run.offload"],
  ["accumulation", "settings", "count", "brief.gradientAccumulation", "1", TRAIN, "run.gradientAccumulation"],
  ["chunked", "settings", "yes", "own.chunked", "no", TRAIN, "run.chunkedLoss"],
  ["mediaOffload", "settings", NAMES.mediaOffload, "brief.mediaOffload", "none", MEDIA, "run.offload"],
  ["others", "settings", "count", "own.others", null, ALL, "otherProcessesMib"],
  ["tp", "split", "count", "brief.tensorParallel", "1", ["serve", "train", "embed"], "parallel.tensor"],
  ["pp", "split", "count", "brief.pipelineParallel", "1", ["serve", "train", "embed"], "parallel.pipeline"],
  ["dp", "split", "count", "brief.dataParallel", "1", ["serve", "train", "embed"], "parallel.data"],
  ["ep", "split", "count", "brief.expertParallel", "1", ["serve", "train", "embed"], "parallel.expert"],
  ["cp", "split", "count", "own.cp", "1", ["serve", "train"], "parallel.context"],
];

/** A choice that the brief has as well goes by the same name. */
const nameSetOf = (key: string): NameSet | undefined => (Object.keys(NAMES) as NameSet[]).find((set) => set === key);

export const ESTIMATE_FIELDS: readonly EstimateField[] = ROWS.map(
  ([name, group, input, words, fallback, kinds, at]) => {
    const [from, key = name] = words.split(".");
    const nameSet = typeof input === "string" ? undefined : nameSetOf(key);
    const choices = input === "yes" ? CHOICES.yesNo : typeof input === "string" ? undefined : input;
    return {
      name,
      group,
      input: typeof input === "string" ? input : "choice",
      ...(choices && { choices }),
      ...(nameSet && { nameSet }),
      words: { from: from === "brief" ? "brief" : "own", key },
      fallback,
      kinds,
      at,
    };
  },
);

/** Every name that stands in the address. */
export const ESTIMATE_PARAMS: readonly string[] = [
  "kind",
  "source",
  "model",
  "config",
  "gpu",
  "mig",
  "cal",
  ...ESTIMATE_FIELDS.map((f) => f.name),
];

/** What the page asks, as the texts of its address: empty means not stated. */
export type EstimateValues = Readonly<Record<string, string>>;

export const kindOf = (v: EstimateValues): RunKind => RUN_KINDS.find((k) => k === v.kind) ?? "serve";
export const sourceOf = (v: EstimateValues): ModelSource => MODEL_SOURCES.find((s) => s === v.source) ?? "preset";

/** The controls that matter for what is asked. */
export function fieldsFor(values: EstimateValues, group: EstimateGroup): readonly EstimateField[] {
  const kind = kindOf(values);
  const lora = values.method === "lora" || values.method === "qlora";
  return ESTIMATE_FIELDS.filter((f) => f.group === group && f.kinds.includes(kind) && (f.name !== "rank" || lora));
}
