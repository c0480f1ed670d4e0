import { GIB } from "@/lib/units/bytes";
import { type EngineFacts, nonTorchGib } from "./engines";
import type { Lines } from "./lines";
import type { MlaMixer, ModelShape } from "./model-shape";

/** Memory outside tensors: CUDA context, NCCL, cuBLAS; and what graphs keep. */
export function addRuntime(lines: Lines, facts: EngineFacts, tensor: number, pipeline: number, graphs: boolean): void {
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
  if (!graphs) return;
  const size = Math.round(facts.graphsGib.expected * GIB);
  const where = facts.graphsInsideBudget ? "inside the budget" : "outside the budget, from the headroom";
  lines.add("cudaGraphs", `captured CUDA graphs, ${where}`, size, "median of start-up logs", {}, facts.source);
}

/** Position tables: rows × rotary width, in the compute type; a local second one where the family has it. */
export function ropeTableBytes(model: ModelShape, bytesPerElement: number): number {
  if (model.rope === null || model.maxPositions === null) return 0;
  return (
    Math.ceil(model.maxPositions * model.rope.rowsFactor) * model.rope.rotaryDim * bytesPerElement * model.rope.tables
  );
}

/** Engines keep the up-projection of latent attention a second time, split and transposed, at 16 bits. */
export function absorbedMlaBytes(model: ModelShape, tensor: number, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) {
    const mixer = model.layers[i]?.mixer;
    if (mixer?.kind === "mla") total += absorbed(mixer, tensor);
  }
  return total;
}

const absorbed = (m: MlaMixer, tensor: number) => 2 * Math.ceil(m.heads / tensor) * (m.nopeDim + m.valueDim) * m.kvRank;
