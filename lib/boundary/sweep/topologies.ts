import type { Parallel } from "@/lib/memory/schema";
import type { SweepRequest } from "./schema";

export interface Topology {
  readonly parallel: Parallel;
  readonly gpuCount: number;
  readonly splits: number;
}

/** Fewest cards first; of equal counts, copies of the model before splits of it. */
export function topologiesOf(request: SweepRequest): Topology[] {
  const { parallel, run } = request;
  const found = new Map<string, Topology>();
  for (const tensor of parallel.tensor) {
    for (const pipeline of parallel.pipeline) {
      for (const data of parallel.data) {
        for (const expert of parallel.expert) {
          for (const context of parallel.context) {
            // A server's context parallelism divides the ranks of its tensor parallelism; a training's adds ranks.
            const gpuCount = tensor * pipeline * data * (run.kind === "train" ? context : 1);
            const one = { tensor, pipeline, data, expert, context };
            found.set(JSON.stringify(one), { parallel: one, gpuCount, splits: tensor * pipeline });
          }
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => a.gpuCount - b.gpuCount || a.splits - b.splits);
}
