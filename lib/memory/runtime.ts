import { GIB, MIB } from "@/lib/units/bytes";
import { type EngineFacts, nonTorchGib } from "./engines";
import type { Lines } from "./lines";
import { Memo } from "./memo";
import type { ModelShape } from "./model-shape";

/** Memory outside tensors: CUDA context, NCCL, cuBLAS; and what graphs keep. */
export function addRuntime(
  lines: Lines,
  facts: EngineFacts,
  tensor: number,
  pipeline: number,
  graphsGib: number,
): void {
  const perStage = pipeline > 1 && tensor === 1;
  const gib = perStage ? facts.nonTorchPerStageGib : nonTorchGib(facts, tensor);
  const formula = perStage ? "constant per pipeline stage" : "constant by tensor-parallel size";
  lines.add(
    "runtime",
    "CUDA context, NCCL and libraries",
    Math.round(gib * GIB),
    formula,
    { tensor, pipeline },
    facts.source,
  );
  if (graphsGib === 0) return;
  const size = Math.round(graphsGib * GIB);
  const law = facts.graphsLaw === null ? "median of start-up logs" : "base + layers × (a + b × h ÷ TP) + kernels";
  const where = facts.graphsInsideBudget ? "inside the budget" : "outside the budget, from the headroom";
  lines.add("cudaGraphs", `captured CUDA graphs, ${where}`, size, law, { tensor }, facts.source);
}

/** Position tables: rows × rotary width, in the compute type; where the family has local layers they keep an unscaled second one. */
export function ropeTableBytes(model: ModelShape, bytesPerElement: number): number {
  if (model.rope === null || model.maxPositions === null) return 0;
  const { rowsFactor, tables, rotaryDim } = model.rope;
  return Math.ceil(model.maxPositions * (rowsFactor + tables - 1)) * rotaryDim * bytesPerElement;
}

/** Whether any layer has multi-head latent attention. */
export const hasLatentAttention = (model: ModelShape): boolean =>
  latent.of(model, "", () => model.layers.some((layer) => layer.mixer?.kind === "mla"));

const latent = new Memo<ModelShape, boolean>();

/** Kept once loading is done, whatever the split: a fixed buffer of the latent attention backends. */
export const LATENT_WORKSPACE_BYTES = 128 * MIB;
