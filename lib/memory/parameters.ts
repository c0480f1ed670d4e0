import { Memo } from "./memo";
import type { ModelShape } from "./model-shape";
import { inputTensors, layerTensors, outputTensors, type Tensor, type WeightPart, WHOLE } from "./tensors";

export interface ParameterCount {
  /** All parameters: what memory has to hold. */
  readonly total: number;
  /** Parameters that work on one token: what decides speed. */
  readonly active: number;
  readonly byPart: ReadonlyMap<WeightPart, number>;
}

/** Counts the parameters of the checkpoint, part by part, from the tensors that the shape describes. */
export function countParameters(model: ModelShape): ParameterCount {
  const byPart = new Map<WeightPart, number>();
  let total = 0;
  let active = 0;
  const add = (tensor: Tensor, times: number) => {
    const each = tensor.rows * tensor.columns * times;
    total += each * tensor.stack;
    active += each * tensor.active;
    byPart.set(tensor.part, (byPart.get(tensor.part) ?? 0) + each * tensor.stack);
  };
  for (const [layer, times] of countLayers(model)) for (const t of layerTensors(model, layer, WHOLE)) add(t, times);
  for (const t of inputTensors(model, WHOLE, 1)) add(t, 1);
  for (const t of outputTensors(model, WHOLE, 1, true)) add(t, 1);
  return { total, active, byPart };
}

/** Distinct layers with how often each occurs, within [from, to). */
export function countLayers(model: ModelShape, from = 0, to = model.layers.length): LayerCounts {
  return layerCounts.of(model, `${from} ${to}`, () => tallyLayers(model, from, to));
}

type LayerCounts = ReadonlyMap<ModelShape["layers"][number], number>;

const layerCounts = new Memo<ModelShape, LayerCounts>();

function tallyLayers(model: ModelShape, from: number, to: number): LayerCounts {
  const counts = new Map<ModelShape["layers"][number], number>();
  for (let i = from; i < to; i++) {
    const layer = model.layers[i];
    if (layer) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  }
  return counts;
}
