import { isAttention } from "./config";
import type { ModelShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { countLayers } from "./parameters";
import type { TrainRun } from "./schema";
import { whole } from "./size";
import { layerTensors, WHOLE } from "./tensors";
import { type Word, word } from "./word";

/** Bytes per trained parameter of everything that training keeps beside the weights it computes with. */
export interface StateBytes {
  readonly weights: number;
  readonly master: number;
  readonly gradients: number;
  readonly optimizer: number;
  readonly why: Word;
}

const FULL_PRECISION_STATES: Readonly<Record<TrainRun["optimizer"], number>> = {
  adamw: 8,
  "adamw-8bit": 2,
  "paged-adamw-8bit": 2,
  adafactor: 0.02,
  sgd: 4,
  lion: 4,
  muon: 4,
};

/**
 * Pure bf16 keeps everything at 16 bits: 8 bytes with Adam. Mixed precision keeps fp32 master weights, fp32 gradients and
 * states and computes with a 16-bit copy: 18 bytes unsharded (16 where the copy exists only layer by layer).
 */
export function stateBytes(run: TrainRun): StateBytes {
  const mixed = run.precision !== "bf16" && run.precision !== "fp32";
  // DeepSpeed's 16-bit optimizers keep fp32 masters whatever the model's type.
  const master = run.masterWeights ?? (mixed || (run.framework === "deepspeed" && run.precision === "bf16"));
  const states = FULL_PRECISION_STATES[run.optimizer];
  if (run.precision === "fp32")
    return { weights: 4, master: 0, gradients: 4, optimizer: states, why: word("source.states-fp32") };
  if (!master) {
    const optimizer = ["adamw", "lion", "sgd", "muon"].includes(run.optimizer) ? states / 2 : states;
    return { weights: 2, master: 0, gradients: 2, optimizer, why: word("source.states-16-bit") };
  }
  return {
    weights: 2,
    master: 4,
    gradients: 4,
    optimizer: states,
    why: word("source.states-mixed"),
  };
}

/** Adapters are kept and trained in fp32: weight, gradient and two Adam moments. */
export const ADAPTER_BYTES = { weights: 4, gradients: 4 } as const;

type TargetPart = "q" | "k" | "v" | "qkv" | "o" | "mlp" | "all";

const TARGET_PARTS: Readonly<Record<string, TargetPart>> = {
  q: "q",
  q_proj: "q",
  query: "q",
  k: "k",
  k_proj: "k",
  v: "v",
  v_proj: "v",
  // Fused projections take one adapter: its input is counted once.
  c_attn: "qkv",
  qkv_proj: "qkv",
  query_key_value: "qkv",
  Wqkv: "qkv",
  o: "o",
  o_proj: "o",
  output: "o",
  gate_proj: "mlp",
  up_proj: "mlp",
  down_proj: "mlp",
  mlp: "mlp",
  all: "all",
  "all-linear": "all",
};

/** Trained parameters of adapters: rank × (inputs + outputs) of every target matrix. */
export function adapterParameters(model: ModelShape, run: TrainRun): number {
  const stated = whole(run.trainableParameters, "run.trainableParameters");
  if (stated !== null) return stated;
  const targets = new Set(
    run.loraTargets.map((name) => {
      const part = TARGET_PARTS[name];
      if (part === undefined)
        throw new NotEstimable("run.loraTargets", word("reason.lora-target-unknown", { name }), "unusable-field");
      return part;
    }),
  );
  const wants = (part: TargetPart) => targets.has(part) || targets.has("all");
  let sides = 0;
  for (const [layer, times] of countLayers(model)) {
    const { mixer } = layer;
    if (mixer !== null && isAttention(mixer)) {
      const key = mixer.kvHeads * mixer.headDim;
      if (targets.has("qkv"))
        sides += times * (model.hidden + mixer.heads * mixer.headDim + key + mixer.kvHeads * mixer.valueDim);
      if (wants("q")) sides += times * (model.hidden + mixer.heads * mixer.headDim);
      if (wants("k")) sides += times * (model.hidden + key);
      if (wants("v")) sides += times * (model.hidden + mixer.kvHeads * mixer.valueDim);
      if (wants("o")) sides += times * (model.hidden + mixer.heads * mixer.valueDim);
    } else if (mixer !== null) {
      throw new NotEstimable("run.trainableParameters", word("reason.adapters-unknown"));
    }
    if (wants("mlp")) {
      for (const part of layer.feedForward) sides += times * part.matrices * part.experts * (part.inner + part.width);
    }
  }
  return sides * run.loraRank;
}

/** Parameters of all experts: what expert parallelism spreads. */
export function expertParameters(model: ModelShape): number {
  let elements = 0;
  for (const [layer, times] of countLayers(model)) {
    for (const tensor of layerTensors(model, layer, WHOLE)) {
      if (tensor.part === "experts") elements += times * tensor.rows * tensor.columns * tensor.stack;
    }
  }
  return elements;
}

/** Parameters of the largest layer: what sharding has to gather at once. */
export function largestLayer(model: ModelShape): number {
  let largest = 0;
  for (const layer of new Set(model.layers)) {
    let size = 0;
    for (const tensor of layerTensors(model, layer, WHOLE)) size += tensor.rows * tensor.columns * tensor.stack;
    largest = Math.max(largest, size);
  }
  return Math.max(largest, model.vocabulary * model.hidden);
}
