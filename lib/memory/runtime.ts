import { GIB, MIB } from "@/lib/units/bytes";
import { type EngineFacts, nonTorchGib } from "./engines";
import type { Lines } from "./lines";
import { Memo } from "./memo";
import type { ModelShape } from "./model-shape";
import { word } from "./word";

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
  const formula = word(perStage ? "formula.constant-per-stage" : "formula.constant-by-tensor");
  lines.add(
    "runtime",
    word("what.context-nccl"),
    Math.round(gib * GIB),
    formula,
    { tensor, pipeline },
    word(facts.source),
  );
  if (graphsGib === 0) return;
  const size = Math.round(graphsGib * GIB);
  const law = word(facts.graphsLaw === null ? "formula.log-median" : "formula.graphs-law");
  const what = word(facts.graphsInsideBudget ? "what.graphs-inside" : "what.graphs-outside");
  lines.add("cudaGraphs", what, size, law, { tensor }, word(facts.source));
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
