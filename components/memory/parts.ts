import type { PerGpu } from "@/lib/memory/answer";

export const PARTS = [
  "weights",
  "kvCache",
  "activations",
  "runtime",
  "cudaGraphs",
  "gradients",
  "optimizer",
  "components",
] as const;
export type PartName = (typeof PARTS)[number];

export interface PartSize {
  readonly part: PartName;
  readonly gib: number;
}

/** The parts in their fixed order, without those that are empty; they sum to the total. */
export function partsOf(p: PerGpu): PartSize[] {
  const components = Object.values(p.componentsGib).reduce((a, b) => a + b, 0);
  const all: Readonly<Record<PartName, number>> = {
    weights: p.weightsGib,
    kvCache: p.kvCacheGib,
    activations: p.activationsGib,
    runtime: p.runtimeGib,
    cudaGraphs: p.cudaGraphsGib,
    gradients: p.gradientsGib,
    optimizer: p.optimizerGib,
    components,
  };
  return PARTS.map((part) => ({ part, gib: all[part] })).filter((x) => x.gib > 0);
}
