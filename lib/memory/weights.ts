import { MIB } from "@/lib/units/bytes";
import { ggufMix, type MatrixFormat, matrixFormat } from "./formats";
import { type GgufPart, ggufPartBits } from "./gguf-types";
import { Memo } from "./memo";
import type { LayerShape, ModelShape, Quantisation, QuantRole } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { countLayers } from "./parameters";
import { QUANT_ROLES } from "./quantised-modules";
import { inputTensors, layerTensors, outputTensors, type Split, type Tensor, type WeightPart, WHOLE } from "./tensors";
import { word } from "./word";

/** What one kind of matrix is stored in; `kept` is the share of its layers that stays at the plain type. */
export interface RolePlan {
  readonly format: MatrixFormat;
  readonly kept: number;
}

/** The formats of one checkpoint: what its matrices are stored in, and which stay at the plain type. */
export interface WeightPlan {
  readonly format: string;
  readonly main: MatrixFormat;
  readonly plain: MatrixFormat;
  readonly roles: Readonly<Record<QuantRole, RolePlan>>;
  /** Every tensor, embeddings too, has the main format (GGUF, fp32, 16-bit). */
  readonly uniform: boolean;
  /** A recipe of llama.cpp decides each part; `tied` when the embedding is the head as well. */
  readonly mix: { readonly name: string; readonly tied: boolean } | null;
}

/** Decides formats from the request and the config; `auto` needs a config that states them. */
export function planWeights(model: ModelShape, requested: string): WeightPlan {
  return plans.of(model, requested, () => makePlan(model, requested));
}

const plans = new Memo<ModelShape, WeightPlan>();

function makePlan(model: ModelShape, requested: string): WeightPlan {
  if (requested === "auto") return planAuto(model);
  const plainName = model.dtype ?? "bf16";
  const stated = model.quantisation instanceof NotEstimable ? null : model.quantisation;
  if (stated?.format === requested) return planStated(model, stated);
  const main = matrixFormat(requested, null);
  const uniform = ["fp32", "bf16", "fp16"].includes(requested) || ggufMix(requested) !== null;
  const plain = uniform ? main : matrixFormat(plainName === "fp32" ? "bf16" : plainName, null);
  const hasExperts = model.layers.some((layer) => hasRole(layer, "experts"));
  // Where there are experts only they are published so.
  const keeps = (role: QuantRole) => (requested === "mxfp4" && hasExperts ? role !== "experts" : role === "head");
  const roles = rolesBy((role) => ({ format: main, kept: keeps(role) ? 1 : 0 }));
  const name = ggufMix(requested);
  const mix = name === null ? null : { name, tied: model.tiedEmbeddings };
  return { format: requested, main, plain, roles, uniform, mix };
}

function rolesBy(of: (role: QuantRole) => RolePlan): Record<QuantRole, RolePlan> {
  const roles = {} as Record<QuantRole, RolePlan>;
  for (const role of QUANT_ROLES) roles[role] = of(role);
  return roles;
}

function planAuto(model: ModelShape): WeightPlan {
  const { quantisation } = model;
  if (quantisation instanceof NotEstimable) {
    throw new NotEstimable(`model.config.${quantisation.field}`, quantisation.words, quantisation.code);
  }
  if (quantisation !== null) return planStated(model, quantisation);
  if (model.dtype !== null) return planWeights(model, model.dtype);
  throw new NotEstimable("model.config.torch_dtype", word("reason.no-weight-type"));
}

/** The plan as serving engines load it: scales that are quantised themselves are unpacked (vLLM's bitsandbytes loader). */
export function unnested(plan: WeightPlan): WeightPlan {
  return unnestedPlans.of(plan, "", () => {
    const loaded = (format: MatrixFormat) => (format.name === NESTED.name ? matrixFormat("nf4", null) : format);
    const roles = rolesBy((role) => ({ ...plan.roles[role], format: loaded(plan.roles[role].format) }));
    return { ...plan, main: loaded(plan.main), roles };
  });
}

const NESTED = matrixFormat("nf4-dq", null);
const unnestedPlans = new Memo<WeightPlan, WeightPlan>();

function planStated(model: ModelShape, stated: Quantisation): WeightPlan {
  const { format, groupSize } = stated;
  const plain = matrixFormat(model.dtype === null || model.dtype === "fp32" ? "bf16" : model.dtype, null);
  const roles = rolesBy((role) => {
    const own = stated.roles[role];
    const kept = own.kept.all ? 1 : keptShare(model, role, own.kept.layers);
    return { format: matrixFormat(own.format, own.groupSize), kept };
  });
  return { format, main: matrixFormat(format, groupSize), plain, roles, uniform: false, mix: null };
}

/** Share of the layers with such matrices that a list keeps; numbers beyond the last layer name a draft layer. */
function keptShare(model: ModelShape, role: QuantRole, listed: readonly number[]): number {
  if (listed.length === 0) return 0;
  const kept = listed.filter((index) => {
    const layer = model.layers[index];
    return layer !== undefined && hasRole(layer, role);
  });
  const count = model.layers.filter((layer) => hasRole(layer, role)).length;
  return count === 0 ? 0 : kept.length / count;
}

function hasRole(layer: LayerShape, role: QuantRole): boolean {
  const { mixer, feedForward } = layer;
  if (role === "recurrent") return layer.beside !== null || (mixer !== null && "matrices" in mixer);
  if (role === "attention" || role === "attention-out") return mixer !== null && "heads" in mixer;
  return feedForward.some((part) => part.kind === role);
}

/**
 * MXFP4 kernels want whole tiles: Triton pads the expert width to 256, Marlin the hidden size to 256 and the width to
 * 128 (log comparison in the serving cases with both backends).
 */
export interface ExpertPadding {
  readonly width: number;
  readonly inner: number;
}

const up = (value: number, multiple: number) => Math.ceil(value / multiple) * multiple;

/** Bytes of one tensor on its rank, as the checkpoint format stores it. */
export function tensorBytes(tensor: Tensor, plan: WeightPlan, padding: ExpertPadding | null): number {
  const { rows, columns } = padding !== null && tensor.role === "experts" ? padded(tensor, padding) : tensor;
  const bytesIn = (format: MatrixFormat) => (rows * columns * format.bits) / 8 + format.scaleBytes(rows, columns);
  if (plan.mix !== null) return tensor.stack * Math.ceil((rows * columns * mixBits(tensor, plan.mix)) / 8);
  if (plan.uniform) return tensor.stack * Math.ceil(bytesIn(plan.main));
  if (tensor.role === "plain") return tensor.stack * Math.ceil(bytesIn(plan.plain));
  const { format, kept } = plan.roles[tensor.role];
  return tensor.stack * Math.ceil(kept * bytesIn(plan.plain) + (1 - kept) * bytesIn(format));
}

/** Vectors and routers stay fp32, a tower comes in a 16-bit file of its own. */
function mixBits(tensor: Tensor, mix: { readonly name: string; readonly tied: boolean }): number {
  const bits = (part: GgufPart) => ggufPartBits(mix.name, part);
  if (tensor.part === "vision tower" || tensor.part === "audio tower") return 16;
  if (tensor.part === "embedding") return bits(mix.tied ? "head" : "embedding");
  if (tensor.role === "head") return bits("head");
  if (tensor.role === "plain") return 32;
  if (tensor.role === "attention-out") return bits("attention-out");
  if (tensor.widthOn !== undefined) return bits(tensor.widthOn === "rows" ? "gate-up" : "down");
  const value = tensor.valueShare ?? 0;
  return value * bits("value") + (1 - value) * bits("query-key");
}

function padded(tensor: Tensor, padding: ExpertPadding): { rows: number; columns: number } {
  const gates = tensor.gates ?? 1;
  if (tensor.widthOn === "columns") {
    return { rows: up(tensor.rows, padding.inner), columns: up(tensor.columns, padding.width) };
  }
  return { rows: gates * up(tensor.rows / gates, padding.width), columns: up(tensor.columns, padding.inner) };
}

/**
 * PyTorch's caching allocator rounds requests of 10 MiB and more up to 2 MiB and gives back a remainder only when it is
 * above 1 MiB; smaller ones are rounded to 512 bytes (c10/cuda/CUDACachingAllocator).
 */
export function allocatedBytes(bytes: number): number {
  if (bytes < 10 * MIB) return up(bytes, 512);
  const segment = up(bytes, 2 * MIB);
  return segment - bytes <= MIB ? segment : up(bytes, 512);
}

export interface StageWeights {
  readonly byPart: ReadonlyMap<WeightPart, number>;
  readonly bytes: number;
}

export interface Stage {
  readonly from: number;
  readonly to: number;
  readonly first: boolean;
  readonly last: boolean;
}

export interface WeightOptions {
  /** Rows to which the engine pads the vocabulary per rank; 1 for none. */
  readonly vocabularyPadding: number;
  readonly expertPadding: ExpertPadding | null;
  readonly allocator: boolean;
  /** An input embedding that is not the head as well stays in host memory. */
  readonly embeddingOnHost: boolean;
}

/** Weight bytes on one rank of one pipeline stage, part by part. */
export function stageWeights(
  model: ModelShape,
  plan: WeightPlan,
  split: Split,
  stage: Stage,
  options: WeightOptions,
): StageWeights {
  const padding = options.expertPadding;
  const padded = padding === null ? "" : `${padding.width}/${padding.inner}`;
  const where = `${split.tensor} ${split.expert} ${split.tower} ${split.shared} ${stage.from} ${stage.to} ${stage.first} ${stage.last}`;
  const key = `${where} ${options.vocabularyPadding} ${padded} ${options.allocator} ${options.embeddingOnHost}`;
  return stages.of(plan, key, () => sumWeights(model, plan, split, stage, options));
}

/** A plan belongs to one model. */
const stages = new Memo<WeightPlan, StageWeights>();

function sumWeights(
  model: ModelShape,
  plan: WeightPlan,
  split: Split,
  stage: Stage,
  options: WeightOptions,
): StageWeights {
  const byPart = new Map<WeightPart, number>();
  let bytes = 0;
  const add = (tensor: Tensor, times: number) => {
    const raw = tensorBytes(tensor, plan, options.expertPadding);
    const kept = (options.allocator ? allocatedBytes(raw) : raw) * times;
    byPart.set(tensor.part, (byPart.get(tensor.part) ?? 0) + kept);
    bytes += kept;
  };
  for (const [layer, times] of countLayers(model, stage.from, stage.to)) {
    for (const tensor of layerTensors(model, layer, split)) add(tensor, times);
  }
  const holdsInput = stage.first || (stage.last && model.tiedEmbeddings);
  const onHost = options.embeddingOnHost && !model.tiedEmbeddings;
  for (const tensor of holdsInput ? inputTensors(model, split, options.vocabularyPadding) : []) {
    if (tensor.part !== "embedding" || !onHost) add(tensor, 1);
  }
  if (stage.last) {
    for (const tensor of outputTensors(model, split, options.vocabularyPadding, holdsInput)) add(tensor, 1);
  }
  return { byPart, bytes };
}

/** All bytes of the checkpoint on disk: one rank, one stage, no padding. */
export function checkpointBytes(model: ModelShape, plan: WeightPlan): number {
  const whole = { from: 0, to: model.layers.length, first: true, last: true };
  const options = { vocabularyPadding: 1, expertPadding: null, allocator: false, embeddingOnHost: false };
  return stageWeights(model, plan, WHOLE, whole, options).bytes;
}
