import type { PipelineComponent } from "@/lib/catalog/schema";
import type { AskedCase, MeasuredCase, ModelFact } from "./accuracy-request";
import { cardIdOf, configOfFact } from "./accuracy-request";
import { isRecord } from "./config-text";
import type { EstimateRequestInput } from "./schema";

const missing = (field: string): AskedCase => ({ ok: false, missing: field });
const countOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Where the source names no card, only the peak can be compared, so any size will do. */
const cardOf = (c: MeasuredCase): EstimateRequestInput["gpu"] => cardIdOf(c) ?? { totalGib: 100_000 };

const CHECKPOINTING: readonly (readonly [test: (c: MeasuredCase) => boolean, value: "none" | "selective" | "full"])[] =
  [
    [(c) => /selective/.test(textOf(c.grad_checkpointing)), "selective"],
    [(c) => c.grad_checkpointing === "full" || c.grad_checkpointing === true, "full"],
    [(c) => c.grad_checkpointing === false, "none"],
    // LitGPT's single-card scripts keep all activations: their peaks are linear in samples.
    [(c) => c.engine === "LitGPT" && c.gpu_count === 1, "none"],
  ];

type Framework = NonNullable<Extract<EstimateRequestInput["run"], { kind: "train" }>["framework"]>;

/** What the scripts behind a table of figures set, where the table does not repeat it. */
interface Recipe {
  readonly framework: Framework;
  readonly optimizer?: "adamw";
  readonly checkpointing?: "none" | "full";
  /** What the framework loads otherwise than the model's config says. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly loraRank?: number;
  readonly loraTargets?: readonly string[];
  /** Sharding of adapters, and of full training, on more than one card. */
  readonly shards?: { readonly adapters: "none" | "zero2"; readonly full: "zero3" };
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  torchtitan: { framework: "torchtitan" },
  "PEFT method_comparison": { framework: "peft" },
  // config_hub of LitGPT: AdamW, adapters of rank 32 on query and value, every activation kept on one card.
  // It keeps a head of its own for models that tie it.
  LitGPT: {
    framework: "litgpt",
    config: { tie_word_embeddings: false },
    optimizer: "adamw",
    loraRank: 32,
    loraTargets: ["q", "v"],
  },
  // Qwen's finetune.py and its shell scripts: checkpointing on, rank 64 on every projection, DeepSpeed configs.
  "Transformers + DeepSpeed": {
    framework: "deepspeed",
    checkpointing: "full",
    loraRank: 64,
    loraTargets: ["c_attn", "o", "mlp"],
    shards: { adapters: "zero2", full: "zero3" },
  },
};

/** Turns a language-model training case into a request, or names what its source does not state. */
export function askTraining(c: MeasuredCase, facts: Readonly<Record<string, ModelFact>>): AskedCase {
  if (c.source_kind === "estimate") return missing("a measurement: this is an estimate");
  const fact = facts[textOf(c.model_key)];
  if (fact === undefined) return missing("model config");
  const sequenceLength = countOf(c.seq_len_tokens);
  const microBatchSize = countOf(c.micro_batch_size);
  if (sequenceLength === null) return missing("seq_len_tokens");
  if (microBatchSize === null) return missing("micro_batch_size");
  const recipe = RECIPES[textOf(c.engine)];
  if (recipe === undefined) return missing("framework with known rules");
  if (textOf(c.optimizer) === "" && recipe.optimizer === undefined) return missing("optimizer");
  const checkpointing = CHECKPOINTING.find(([test]) => test(c))?.[1] ?? recipe.checkpointing;
  if (checkpointing === undefined) return missing("grad_checkpointing");
  const { framework } = recipe;
  const words = textOf(c.train_method);
  const method = methodOf(words);
  const trainable = countOf(c.trainable_params);
  if (method !== "full" && trainable === null && (recipe.loraRank === undefined || /emb/.test(words)))
    return missing("trainable_params");
  const flags = isRecord(c.flags) ? c.flags : {};
  const cards = countOf(c.gpu_count) ?? 1;
  const fsdp = countOf(flags.fsdp) ?? (recipe.shards === undefined ? 1 : cards);
  const shard = shardOf(recipe, words, fsdp);
  const mixed = /fp32 master|float8/.test(textOf(c.compute_dtype));
  const run: EstimateRequestInput["run"] = {
    kind: "train",
    method,
    framework,
    precision: mixed ? "bf16-mixed" : "bf16",
    optimizer: "adamw",
    sequenceLength,
    microBatchSize,
    checkpointing,
    shard,
    ...(trainable === null ? adapterOf(c, recipe) : { trainableParameters: String(trainable) }),
  };
  const model = {
    config: { torch_dtype: "bfloat16", tie_word_embeddings: false, ...configOfFact(fact), ...recipe.config },
  };
  const parallel = { data: fsdp, tensor: countOf(flags.tp) ?? 1, context: countOf(flags.cp) ?? 1 };
  const weightFormat = method === "qlora" ? frozenFormat(textOf(c.weight_format)) : "bf16";
  return { ok: true, request: { id: textOf(c.id), model, weightFormat, run, gpu: cardOf(c), parallel } };
}

function frozenFormat(words: string): string {
  if (/gptq/.test(words)) return "gptq-int4";
  return /nf4-dq/.test(words) ? "nf4-dq" : "nf4";
}

function shardOf(recipe: Recipe, words: string, cards: number): "none" | "zero2" | "zero3" {
  if (recipe.framework === "torchtitan" || /zero3/.test(words)) return "zero3";
  if (cards === 1) return "none";
  if (recipe.shards === undefined || /full/.test(words)) return "zero3";
  return recipe.shards.adapters;
}

function adapterOf(c: MeasuredCase, recipe: Recipe) {
  const rank = countOf(c.lora_rank) ?? recipe.loraRank;
  return rank === undefined ? {} : { loraRank: rank, loraTargets: [...(recipe.loraTargets ?? [])] };
}

function methodOf(words: string): "full" | "lora" | "qlora" {
  if (/qlora/.test(words)) return "qlora";
  return /full/.test(words) ? "full" : "lora";
}

type PartsOf = (pipeline: string) => readonly PipelineComponent[] | null;

const PIPELINES: Readonly<Record<string, string>> = {
  HunyuanVideo: "hunyuanvideo-community/HunyuanVideo",
  "THUDM/CogVideoX-5B": "zai-org/CogVideoX-5b",
  "THUDM/CogVideoX-2B": "zai-org/CogVideoX-2b",
};
const pipelineOf = (c: MeasuredCase) => {
  const name = textOf(c.model_key) || textOf(c.model_id).replace(/^(?!.*\/)/, "zai-org/");
  return PIPELINES[name] ?? name.replace(/^THUDM\//, "zai-org/");
};

/** Frames, height and width as sources write them: `121x512x768` or `1024x1024`. */
function shapeOf(c: MeasuredCase): { width: number; height: number; frames: number } | null {
  const sizes = /^(\d+)x(\d+)(?:x(\d+))?/.exec(textOf(c.image_or_video_shape));
  if (sizes === null) return null;
  const [a, b, third] = [Number(sizes[1]), Number(sizes[2]), sizes[3] === undefined ? null : Number(sizes[3])];
  return third === null ? { width: b, height: a, frames: 1 } : { frames: a, height: b, width: third };
}

/** Weight words of pipelines. */
const MEDIA_FORMATS: Readonly<Record<string, string>> = {
  bf16: "bf16",
  fp16: "fp16",
  fp8: "fp8",
  int8: "int8",
  int4: "w4a16",
  nvfp4: "nvfp4",
  "8-bit": "int8",
  "4-bit": "nf4",
};

/**
 * Formats by network from words such as "int4 transformer + text encoder, bf16": what is not named keeps the type
 * that the words end with, else the type the pipeline computes in. Null when the words do not settle it.
 */
function formatsOf(c: MeasuredCase): { transformer: string; encoder: string; rest: string } | null {
  const words = textOf(c.weight_format).replace(/ default| without T5|,? model CPU offload|, batch \d+/g, "");
  const [first = "", second] = words.split(", ");
  const named = /^(\S+) (transformer(?: \+ text encoder)?)( only)?$/.exec(first);
  const computed = /float16$/.test(textOf(c.compute_dtype)) && c.compute_dtype !== "bfloat16" ? "fp16" : "bf16";
  const format = MEDIA_FORMATS[named?.[1] ?? first];
  if (format === undefined) return null;
  if (named === null)
    return format === "fp16" ? same("fp16") : { transformer: format, encoder: computed, rest: computed };
  const rest = second ?? "fp16";
  return { transformer: format, encoder: /text encoder/.test(named[2] ?? "") ? format : rest, rest };
}

const same = (format: string) => ({ transformer: format, encoder: format, rest: format });

export function askMedia(c: MeasuredCase, partsOf: PartsOf): AskedCase {
  if (c.source_kind === "requirement") return missing("a measurement: this is a stated requirement");
  const preset = pipelineOf(c);
  const parts = partsOf(preset);
  if (parts === null) return missing("components of the pipeline");
  const shape = shapeOf(c);
  if (shape === null) return missing("image_or_video_shape");
  const withoutT5 = / without T5/.test(textOf(c.weight_format));
  const formats = formatsOf(c);
  if (formats === null) return missing("weight_format of every component");
  const offloadWords = textOf(c.offload);
  if (offloadWords !== "" && !/^model CPU offload$/.test(offloadWords)) return missing("what the offload moves");
  const batch = Number(/batch (\d+)/.exec(textOf(c.weight_format))?.[1] ?? 1);
  const flags = isRecord(c.flags) ? c.flags : {};
  const offload = offloadWords === "" ? "none" : "model";
  const { transformer, encoder, rest } = formats;
  const chosen = { transformer, "text-encoder": encoder, vae: rest };
  const loaded = withoutT5 ? parts.filter((part) => part.fp32Parameters === undefined) : parts;
  const components = loaded.map(({ name, parameters, fp32Parameters }) => ({
    name,
    parameters,
    fp32Parameters,
    weightFormat: chosen[name],
  }));
  const vaeTiling = flags.vae_tiling === true;
  const run: EstimateRequestInput["run"] = { kind: "media", ...shape, batch, offload, vaeTiling, components };
  return { ok: true, request: { id: textOf(c.id), model: { preset }, run, gpu: cardOf(c) } };
}

/** Defaults of CogVideo's own trainer: one clip, checkpointing, adapters of rank 128 on the four attention matrices. */
const COGVIDEO = { microBatchSize: 1, checkpointing: true, rank: 128 };

export function askMediaTraining(c: MeasuredCase, partsOf: PartsOf): AskedCase {
  const preset = pipelineOf(c);
  const parts = partsOf(preset);
  if (parts === null) return missing("components of the pipeline");
  const shape = shapeOf(c);
  if (shape === null) return missing("image_or_video_shape");
  const recipe = c.engine === "CogVideo finetune" ? COGVIDEO : null;
  const flags = isRecord(c.flags) ? c.flags : {};
  if (textOf(c.offload) !== "" || /zero/.test(textOf(flags.strategy))) return missing("what the sharding keeps");
  const microBatchSize = countOf(c.micro_batch_size) ?? recipe?.microBatchSize;
  if (microBatchSize === undefined) return missing("micro_batch_size");
  const checkpointed = typeof c.grad_checkpointing === "boolean" ? c.grad_checkpointing : recipe?.checkpointing;
  if (checkpointed === undefined) return missing("grad_checkpointing");
  const method = methodOf(textOf(c.train_method));
  const rank = countOf(c.lora_rank) ?? recipe?.rank ?? null;
  const trainable = countOf(c.trainable_params) ?? attentionAdapters(parts, rank);
  if (method !== "full" && trainable === null) return missing("trainable_params");
  const eightBit = /8-?bit/i.test(textOf(c.optimizer));
  const mixed = method === "full" && shape.frames > 1;
  const run = {
    kind: "train",
    method,
    precision: mixed ? "bf16-mixed" : "bf16",
    optimizer: eightBit ? "adamw-8bit" : "adamw",
    microBatchSize,
    checkpointing: checkpointed ? "full" : "none",
    ...shape,
    ...(trainable === null ? {} : { trainableParameters: String(trainable) }),
  } as const;
  return { ok: true, request: { id: textOf(c.id), model: { preset }, run, gpu: cardOf(c) } };
}

/** Adapters on query, key, value and output of every block: `layers × 4 × rank × 2h`. */
function attentionAdapters(parts: readonly PipelineComponent[], rank: number | null): number | null {
  const shape = parts.find((part) => part.name === "transformer")?.shape;
  return shape === undefined || rank === null ? null : shape.layers * 4 * rank * 2 * shape.hidden;
}
