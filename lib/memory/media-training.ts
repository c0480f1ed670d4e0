import { GIB } from "@/lib/units/bytes";
import type { Estimate } from "./answer";
import { Lines } from "./lines";
import { pipelineAnswer, readComponents } from "./media-components";
import { NotEstimable } from "./not-estimable";
import type { EstimateRequest, TrainRun } from "./schema";
import { whole } from "./size";
import type { Target } from "./target";
import { stateBytes } from "./training-states";

const MEASURED = "PEFT's runs on FLUX.2 klein, finetrainers' on CogVideoX";
const SPREAD = 0.2;

/** Training of the denoising network on latents prepared beforehand: its states and one step's activations. */
export function estimateMediaTraining(request: EstimateRequest, run: TrainRun, target: Target): Estimate {
  if (run.width == null || run.height == null)
    throw new NotEstimable("run.width", "the size of the pictures is not stated");
  const components = readComponents(request, run.components ?? null);
  const denoiser = components.find((c) => c.name === "transformer") ?? components[0];
  if (denoiser === undefined) throw new NotEstimable("run.components", "no network is named");
  const lines = new Lines();
  const trained =
    run.method === "full" ? denoiser.parameters : whole(run.trainableParameters, "run.trainableParameters");
  if (trained === null)
    throw new NotEstimable("run.trainableParameters", "how many parameters the adapters train is not stated");
  const bytes = run.method === "full" ? stateBytes(run) : stateBytes({ ...run, precision: "fp32" });
  const why = bytes.why;
  if (run.method === "full")
    lines.add("weights", "trained network", bytes.weights * trained, "parameters × bytes", {}, why);
  else
    lines.add("weights", "frozen network and adapters", denoiser.bytes + 4 * trained, "frozen + trained × 4", {}, why);
  lines.add("weights", "master weights", run.method === "full" ? bytes.master * trained : 0, "parameters × 4", {}, why);
  lines.add("gradients", "gradients", bytes.gradients * trained, "trained × bytes", {}, why);
  lines.add("optimizer", run.optimizer, bytes.optimizer * trained, "trained × bytes", {}, why);
  const { perUnit, units, formula } = stepActivations(run, run.width, run.height);
  lines.add("activations", "one step", Math.round(perUnit * units * GIB), formula, { units }, MEASURED);
  lines.add("runtime", "CUDA context and libraries", Math.round(0.7 * GIB), "constant", {}, MEASURED);
  return pipelineAnswer(request, lines, components, target, SPREAD);
}

/** Kept for the backward pass: PEFT's FLUX.2 runs for pictures, finetrainers' CogVideoX runs for videos. */
const STEP_GIB = { picture: { checkpointed: 4.2, all: 20 }, video: { checkpointed: 1.5, all: 9 } };

function stepActivations(run: TrainRun, width: number, height: number) {
  const video = (run.frames ?? 1) > 1;
  const units = ((width * height) / 1e6) * Math.ceil((run.frames ?? 1) / (video ? 4 : 1)) * run.microBatchSize;
  const table = video ? STEP_GIB.video : STEP_GIB.picture;
  const perUnit = run.checkpointing === "none" ? table.all : table.checkpointed;
  return { perUnit, units, formula: `${perUnit} GiB per megapixel${video ? " and latent frame" : ""}` };
}
