import { findModelPreset } from "@/lib/catalog/models";
import type { PipelineComponent } from "@/lib/catalog/schema";
import { GIB } from "@/lib/units/bytes";
import type { Estimate } from "./answer";
import { Lines } from "./lines";
import { pipelineAnswer, readComponents } from "./media-components";
import { NotEstimable } from "./not-estimable";
import type { EstimateRequest, TrainRun } from "./schema";
import { whole } from "./size";
import type { Target } from "./target";
import { stateBytes } from "./training-states";
import { asWritten, word } from "./word";

const MEASURED = word("source.media-training");
const SPREAD = 0.2;
const PREPARING_BYTES = Math.round(0.3 * GIB);

/** Training of the denoising network on latents prepared beforehand: its states and one step's activations. */
export function estimateMediaTraining(request: EstimateRequest, run: TrainRun, target: Target): Estimate {
  if (run.width == null || run.height == null) throw new NotEstimable("run.width", word("reason.picture-size"));
  if (run.shard !== "none" || run.offload !== "none") {
    const field = run.shard === "none" ? "run.offload" : "run.shard";
    throw new NotEstimable(field, word("reason.no-law"), "unsupported");
  }
  const quantised =
    run.method === "qlora" && request.weightFormat === "auto" ? { ...request, weightFormat: "nf4" } : request;
  const components = readComponents(quantised, run.components ?? null);
  const denoiser = components.find((c) => c.role === "transformer") ?? components[0];
  if (denoiser === undefined) throw new NotEstimable("run.components", word("reason.no-network"));
  const lines = new Lines();
  const trained =
    run.method === "full" ? denoiser.parameters : whole(run.trainableParameters, "run.trainableParameters");
  if (trained === null) throw new NotEstimable("run.trainableParameters", word("reason.trained-not-stated"));
  const bytes = run.method === "full" ? stateBytes(run) : stateBytes({ ...run, precision: "fp32" });
  const why = bytes.why;
  if (run.method === "full") {
    const [what, formula] = [word("what.trained-network"), word("formula.parameters-bytes")];
    lines.add("weights", what, bytes.weights * trained, formula, {}, why);
    const masters = word("formula.parameters-times", { bytes: 4 });
    lines.add("weights", word("what.master-weights"), bytes.master * trained, masters, {}, why);
  } else {
    const [what, formula] = [word("what.frozen-and-adapters"), word("formula.frozen-and-trained")];
    lines.add("weights", what, denoiser.bytes + 4 * trained, formula, {}, why);
  }
  const times = word("formula.trained-bytes");
  lines.add("gradients", word("what.gradients"), bytes.gradients * trained, times, {}, why);
  lines.add("optimizer", asWritten(run.optimizer), bytes.optimizer * trained, times, {}, why);
  const step = stepActivations(run, run.width, run.height, shapeOf(request));
  lines.add("activations", word("what.one-step"), Math.round(step.bytes), step.formula, step.inputs, MEASURED);
  const networks = components.reduce((sum, c) => sum + c.bytes, 0) + PREPARING_BYTES;
  // Video trainers encode clips and prompts in the same process, with every network on the card.
  if ((run.frames ?? 1) > 1 && networks > lines.total()) {
    const more = networks - lines.total();
    lines.add("activations", word("what.all-networks"), more, word("formula.networks-less-step"), {}, MEASURED);
  }
  lines.add("runtime", word("what.context"), Math.round(0.7 * GIB), word("formula.constant"), {}, MEASURED);
  return pipelineAnswer(request, lines, components, target, SPREAD);
}

/** Kept for the backward pass: PEFT's FLUX.2 runs for pictures, finetrainers' CogVideoX runs for videos. */
const STEP_GIB = { picture: { checkpointed: 4.2, all: 20 }, video: { checkpointed: 1.5, all: 9 } };
/**
 * Bytes per token of a video transformer: what a block keeps of its input, and what one block needs while it is
 * recomputed, in multiples of the hidden size (finetrainers' CogVideoX 2B and 5B at batches of 1 and 4).
 */
const BLOCK_KEEPS = { checkpointed: 2.7, all: 43 };
const RECOMPUTED_BLOCK = 66;
/** Prompt tokens that run beside those of the video. */
const TEXT_TOKENS = 226;

type Shape = NonNullable<PipelineComponent["shape"]>;

function shapeOf({ model }: EstimateRequest): Shape | null {
  const preset = model.preset == null ? null : findModelPreset(model.preset);
  return preset?.components?.find((c) => c.name === "transformer")?.shape ?? null;
}

function stepActivations(run: TrainRun, width: number, height: number, shape: Shape | null) {
  const frames = run.frames ?? 1;
  const checkpointed = run.checkpointing !== "none";
  if (frames > 1 && shape !== null) {
    const latents = Math.ceil(Math.ceil(frames / 4) / shape.patchLatentFrames);
    const patches = Math.ceil(width / shape.patchPixels) * Math.ceil(height / shape.patchPixels);
    const tokens = (latents * patches + TEXT_TOKENS) * run.microBatchSize;
    const kept = checkpointed ? BLOCK_KEEPS.checkpointed : BLOCK_KEEPS.all;
    const perToken = shape.hidden * (kept * shape.layers + (checkpointed ? RECOMPUTED_BLOCK : 0));
    const formula = checkpointed
      ? word("formula.video-step-recomputed", { kept, block: RECOMPUTED_BLOCK })
      : word("formula.video-step", { kept });
    return { bytes: tokens * perToken, formula, inputs: { tokens, h: shape.hidden, layers: shape.layers } };
  }
  const video = frames > 1;
  const units = ((width * height) / 1e6) * Math.ceil(frames / (video ? 4 : 1)) * run.microBatchSize;
  const table = video ? STEP_GIB.video : STEP_GIB.picture;
  const perUnit = checkpointed ? table.checkpointed : table.all;
  const formula = word(video ? "formula.gib-per-megapixel-latent" : "formula.gib-per-megapixel", { gib: perUnit });
  return { bytes: perUnit * units * GIB, formula, inputs: { units } };
}
