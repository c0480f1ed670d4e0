import type { ModelShape } from "./model-shape";
import { countLayers } from "./parameters";
import { layerTensors, type Split, type Tensor } from "./tensors";
import { type Stage, tensorBytes, type WeightPlan } from "./weights";

/** Layers of the built-in draft model: each like the last of the model, with a projection of two hidden states to one. */
export function draftBytes(model: ModelShape, plan: WeightPlan, split: Split): number {
  const last = model.layers.at(-1);
  if (last === undefined) return 0;
  const bytes = layerTensors(model, last, split).reduce((sum, tensor) => sum + tensorBytes(tensor, plan, null), 0);
  const projection = (2 * model.hidden * model.hidden * plan.plain.bits) / 8;
  return Math.ceil(model.draftLayers * (bytes + projection));
}

/** Matrices that a fused tensor holds, each with an adapter of its own. */
function slicesOf(tensor: Tensor): number {
  if (tensor.role === "attention") return 3;
  return tensor.widthOn === "rows" ? (tensor.gates ?? 1) : 1;
}

/** Slots for adapters at 16 bits: the inner factor whole on every rank, the outer split like the matrix. */
export function adapterBytes(model: ModelShape, split: Split, stage: Stage, adapters: number, rank: number): number {
  let elements = 0;
  for (const [layer, times] of countLayers(model, stage.from, stage.to)) {
    for (const tensor of layerTensors(model, layer, split)) {
      const linear = ["attention", "attention-out", "dense"].includes(tensor.role);
      if (linear) elements += times * rank * (slicesOf(tensor) * tensor.columns + tensor.rows);
    }
  }
  return 2 * adapters * elements;
}
