import { towerIsReplicated } from "./config-vision";
import type { ModelShape } from "./model-shape";
import type { Parallel } from "./schema";
import type { Split } from "./tensors";
import type { Stage } from "./weights";

/**
 * Layers per pipeline stage as vLLM cuts them: equal shares, and what is left over goes to the stages before the last,
 * one each from the back, because the last stage also holds the output head.
 */
export function pipelineStages(layers: number, pipeline: number): Stage[] {
  const share = Math.floor(layers / pipeline);
  const sizes = new Array<number>(pipeline).fill(share);
  for (let i = 0; i < layers % pipeline; i++) {
    const at = pipeline - 2 - i;
    if (at >= 0) sizes[at] = share + 1;
  }
  let from = 0;
  return sizes.map((size, index) => {
    const stage = { from, to: from + size, first: index === 0, last: index === pipeline - 1 };
    from += size;
    return stage;
  });
}

/**
 * How one stage is split over its ranks. A tower is split like the rest, unless the plain checkpoint's format keeps it
 * whole (Mistral Small 3.1 at TP 1, 2, 4: 44.76, 22.80, 11.86 GiB plain; 24.07, 12.11 quantised).
 */
export function stageSplit(model: ModelShape, parallel: Parallel, plainCheckpoint: boolean): Split {
  const expert = parallel.expert > 1 ? Math.max(parallel.expert, parallel.tensor) : 1;
  const whole = plainCheckpoint && (model.vision?.replicated ?? towerIsReplicated(model.modelType));
  const { tensor } = parallel;
  return { tensor, expert, tower: whole ? 1 : tensor, shared: tensor };
}
