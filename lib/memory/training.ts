import { GIB, gib } from "@/lib/units/bytes";
import { activeWidth, headsOf } from "./activations";
import { type Estimate, FORMULA_VERSION, linesOf, perGpuOf } from "./answer";
import { Lines } from "./lines";
import type { ModelShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { countParameters } from "./parameters";
import type { EstimateRequest, Parallel, TrainRun } from "./schema";
import { type KnownSize, whole } from "./size";
import type { Target } from "./target";
import { ADAPTER_BYTES, adapterParameters, expertParameters, largestLayer, stateBytes } from "./training-states";
import { judgeByPeak } from "./verdict";
import { checkpointBytes, planWeights } from "./weights";
import { asWritten, type Word, word } from "./word";

/** DeepSpeed reduces gradients in buckets of 500 M elements at 16 bits, two of them while it overlaps. */
const DEEPSPEED_BUCKETS = 2 * 500e6 * 2;
/** Share of the peak within which nine of ten measured runs of the open cases lie. */
const SPREAD = 0.18;
const MEASURED = word("source.training-peaks");

/** Memory of one training step on the busiest rank: states, kept activations, logits and what sharding gathers. */
export function estimateTraining(
  model: ModelShape,
  size: KnownSize,
  request: EstimateRequest,
  run: TrainRun,
  target: Target,
): Estimate {
  const trained = whole(run.trainableParameters, "run.trainableParameters") ?? 0;
  if (trained > Number(size.total)) {
    const why = word("reason.trained-more-than-model", { trained, total: Number(size.total) });
    throw new NotEstimable("run.trainableParameters", why, "unusable-field");
  }
  const lines = new Lines();
  const ranks = request.parallel.tensor * request.parallel.pipeline;
  if (run.method === "full") addFullStates(lines, model, heldOf(model, size, request.parallel), request, run);
  else addFrozenStates(lines, model, size, request, run, ranks);
  addActivations(lines, model, run, request.parallel);
  if (run.framework === "deepspeed") {
    const [what, source] = [word("what.gradient-buckets"), word("source.deepspeed-buckets")];
    lines.add("gradients", what, DEEPSPEED_BUCKETS, word("formula.buckets"), {}, source);
  }
  const context = Math.round(0.7 * GIB);
  lines.add("runtime", word("what.context-fragments"), context, word("formula.constant"), {}, MEASURED);
  const total = gib(lines.total());
  const peak = { low: total * (1 - SPREAD), expected: total, high: total * (1 + SPREAD) };
  return {
    id: request.id ?? null,
    formulaVersion: FORMULA_VERSION,
    ...judgeByPeak(target, peak),
    perGpu: perGpuOf(lines, target.usable, target.usable, peak),
    kv: null,
    parameters: { total: size.total, active: size.active, weightBytes: size.weightBytes },
    plannedLoad: null,
    lines: linesOf(lines),
  };
}

/** Over how many ranks each kind of state is cut. */
function shares(run: TrainRun, data: number) {
  const at = (...kinds: TrainRun["shard"][]) => (kinds.includes(run.shard) ? data : 1);
  return { optimizer: at("zero1", "zero2", "zero3"), gradients: at("zero2", "zero3"), weights: at("zero3") };
}

/** Parameters of one rank before and after sharding over `shards`. */
type Held = (shards: number) => number;

/**
 * Experts spread over ranks lie among the data-parallel ones: a state that these share anyway is cut no further by it,
 * one that each of them keeps whole is.
 */
function heldOf(model: ModelShape, size: KnownSize, { tensor, pipeline, expert }: Parallel): Held {
  const all = Number(size.total);
  const spread = expert > 1 ? expertParameters(model) * (1 - 1 / expert) : 0;
  return (shards) => (shards > 1 ? all / shards : all - spread) / (tensor * pipeline);
}

function addFullStates(lines: Lines, model: ModelShape, held: Held, request: EstimateRequest, run: TrainRun): void {
  const bytes = stateBytes(run);
  const cut = shares(run, request.parallel.data * request.parallel.context);
  const inputs = { parameters: held(1), ...cut };
  const gathered = run.shard === "zero3";
  const onHost = { optimizer: run.offload !== "none", weights: run.offload === "params" };
  const copy = gathered ? 0 : bytes.weights * held(cut.weights);
  if (!onHost.weights) {
    const whole = word("formula.parameters-times", { bytes: bytes.weights });
    lines.add("weights", word("what.compute-weights"), copy, whole, inputs, bytes.why);
    const kept = gathered ? Math.max(bytes.master, bytes.weights) : bytes.master;
    const masterCut = gathered ? cut.weights : cut.optimizer;
    const master = kept * held(masterCut);
    if (!(onHost.optimizer && !gathered)) {
      lines.add("weights", word("what.master-weights"), master, sharded(kept), inputs, bytes.why);
    }
  }
  const gradients = bytes.gradients * held(cut.gradients);
  lines.add("gradients", word("what.gradients"), gradients, sharded(bytes.gradients), inputs, bytes.why);
  if (!onHost.optimizer) {
    const states = bytes.optimizer * held(cut.optimizer);
    lines.add("optimizer", asWritten(run.optimizer), states, sharded(bytes.optimizer), inputs, bytes.why);
  }
  addGather(lines, model, run);
}

const sharded = (bytes: number) => word("formula.parameters-shards", { bytes });

/** Whatever lies elsewhere, on other ranks or the host, comes to the card layer by layer. */
function addGather(lines: Lines, model: ModelShape, run: TrainRun): void {
  if (run.shard !== "zero3" && run.offload !== "params") return;
  const layer = largestLayer(model);
  lines.add(
    "weights",
    word("what.gathered-layers"),
    2 * Math.min(2 * layer, countParameters(model).total),
    word("formula.gathered"),
    { layer },
    word("source.next-layer"),
  );
}

/** Frozen weights with a trained part: adapters, or the last eighth of the layers when freezing. */
function addFrozenStates(
  lines: Lines,
  model: ModelShape,
  size: KnownSize,
  request: EstimateRequest,
  run: TrainRun,
  ranks: number,
): void {
  const cut = shares(run, request.parallel.data * request.parallel.context);
  const format = run.method === "qlora" && request.weightFormat === "auto" ? "nf4" : request.weightFormat;
  const quantised = format === request.weightFormat ? Number(size.weightBytes) : null;
  const weights = quantised ?? checkpointBytes(model, planWeights(model, format));
  const kept = weights / ranks / cut.weights;
  if (run.offload !== "params") {
    const stored = storedFormat(model, format);
    const what = word("what.frozen-weights", { format: stored });
    const source = word("source.weights-by-format");
    lines.add("weights", what, kept, word("formula.checkpoint"), { format: stored }, source);
  }
  if (format.startsWith("nf4")) {
    const unpacked = (UNPACKING_BYTES_PER_PARAMETER * Number(size.total)) / ranks / cut.weights;
    const formula = word("formula.parameters-times", { bytes: UNPACKING_BYTES_PER_PARAMETER });
    lines.add("activations", word("what.unpacked-layers"), unpacked, formula, {}, word("source.litgpt"));
  }
  addGather(lines, model, run);
  if (run.method === "freeze") {
    const stated = whole(run.trainableParameters, "run.trainableParameters");
    const what = word(stated === null ? "what.unfrozen-eighth" : "what.unfrozen-parameters");
    addTrainedPart(lines, (stated ?? Number(size.total) / 8) / ranks, run, cut, what);
    return;
  }
  addTrainedPart(
    lines,
    adapterParameters(model, run) / request.parallel.tensor,
    run,
    cut,
    word("what.adapters", { rank: run.loraRank }),
  );
}

/** What `auto` comes to: the format that the config states, else its plain type. */
function storedFormat({ quantisation, dtype }: ModelShape, format: string): string {
  if (format !== "auto") return format;
  return quantisation === null || quantisation instanceof NotEstimable ? (dtype ?? format) : quantisation.format;
}

function addTrainedPart(
  lines: Lines,
  trained: number,
  run: TrainRun,
  cut: ReturnType<typeof shares>,
  what: Word,
): void {
  const inputs = { trained };
  const why = word("source.adapters-fp32");
  const times = (bytes: number) => word("formula.trained-times", { bytes });
  const states = stateBytes({ ...run, precision: "fp32" }).optimizer;
  const { weights, gradients } = ADAPTER_BYTES;
  lines.add("weights", what, (weights * trained) / cut.weights, times(weights), inputs, why);
  lines.add("gradients", what, (gradients * trained) / cut.gradients, times(gradients), inputs, why);
  if (run.offload !== "none") return;
  lines.add(
    "optimizer",
    word("what.optimizer-of", { optimizer: run.optimizer, part: what }),
    (states * trained) / cut.optimizer,
    times(states),
    inputs,
    why,
  );
}

/** Bytes kept per token, hidden element or width, for the backward pass of one layer at 16 bits. */
const KEPT = { gated: { hidden: 22, width: 8 }, twoMatrices: { hidden: 12, width: 4 } } as const;
const SELECTIVE_SHARE = 0.37;
/** Half-way between compiled (0.78–0.87 of the activations) and eager runs: torchtitan compiles by a flag. */
const COMPILED_SHARE = 0.91;
/** NF4 layers are unpacked to 16 bits for each product; what stays of that, per parameter of the checkpoint. */
const UNPACKING_BYTES_PER_PARAMETER = 0.33;

function addActivations(lines: Lines, model: ModelShape, run: TrainRun, parallel: Parallel): void {
  const { tensor } = parallel;
  const tokens = Math.ceil((run.sequenceLength * run.microBatchSize) / parallel.context);
  const width = activeWidth(model);
  const gated = model.layers[0]?.feedForward.every((part) => part.matrices === 3) !== false;
  const kept = gated ? KEPT.gated : KEPT.twoMatrices;
  const scale = run.precision === "fp32" ? 2 : 1;
  const scores = run.attention === "eager" ? 5 * headsOf(model) * run.sequenceLength : 0;
  const layer = (tokens * scale * (kept.hidden * model.hidden + kept.width * width + scores)) / tensor;
  const layers = model.layers.length;
  const boundary = (2 * scale * tokens * model.hidden) / tensor;
  const compiled = run.framework === "torchtitan" ? COMPILED_SHARE : 1;
  const inputs = { tokens, h: model.hidden, I: width, layers };
  if (run.checkpointing === "full") {
    const [what, formula] = [word("what.layer-inputs"), word("formula.layer-inputs")];
    lines.add("activations", what, boundary * layers, formula, inputs, MEASURED);
    const perToken = word("formula.per-token", kept);
    lines.add("activations", word("what.layer-recomputed"), layer, perToken, inputs, MEASURED);
  } else {
    const share = run.checkpointing === "selective" ? SELECTIVE_SHARE : 1;
    lines.add(
      "activations",
      word("what.kept-for-backward"),
      layer * layers * share * compiled,
      word("formula.per-token-and-layer", kept),
      inputs,
      MEASURED,
    );
  }
  addEncoderActivations(lines, model, run, parallel);
  const perLogit = run.chunkedLoss ? 1.5 : run.framework === "torchtitan" ? 14 : 10;
  const logits = (tokens * model.vocabulary * perLogit) / tensor;
  lines.add(
    "activations",
    word("what.logits-and-loss"),
    logits,
    word("formula.logits", { bytes: perLogit }),
    { tokens, V: model.vocabulary },
    MEASURED,
  );
}

/** An encoder in front of the decoder keeps its layers' tensors too, for as many positions as it has. */
function addEncoderActivations(lines: Lines, model: ModelShape, run: TrainRun, parallel: Parallel): void {
  const { encoder } = model;
  if (encoder === null) return;
  const positions = (encoder.positions ?? run.sequenceLength) * run.microBatchSize;
  const tokens = Math.ceil(positions / parallel.context);
  const scale = run.precision === "fp32" ? 2 : 1;
  const perToken = KEPT.twoMatrices.hidden * model.hidden + KEPT.twoMatrices.width * activeWidth(model);
  const layer = (tokens * scale * perToken) / parallel.tensor;
  const boundary = (2 * scale * tokens * model.hidden) / parallel.tensor;
  const share = run.checkpointing === "selective" ? SELECTIVE_SHARE : 1;
  const full = run.checkpointing === "full";
  const bytes = full ? boundary * encoder.layers + layer : layer * encoder.layers * share;
  const formula = full ? word("formula.encoder-recomputed") : word("formula.per-token-and-layer", KEPT.twoMatrices);
  const inputs = { tokens, h: model.hidden, layers: encoder.layers };
  lines.add("activations", word("what.encoder-for-backward"), bytes, formula, inputs, MEASURED);
}
