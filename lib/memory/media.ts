import { findModelPreset } from "@/lib/catalog/models";
import { GIB, gib } from "@/lib/units/bytes";
import { type Estimate, FORMULA_VERSION, linesOf, perGpuOf } from "./answer";
import { matrixFormat } from "./formats";
import { Lines } from "./lines";
import { NotEstimable } from "./not-estimable";
import type { EstimateRequest, MediaRun, TrainRun } from "./schema";
import { whole } from "./size";
import type { Target } from "./target";
import { stateBytes } from "./training-states";
import { judgeByPeak } from "./verdict";

interface Component {
  readonly name: string;
  readonly parameters: number;
  readonly bytes: number;
}

const MEASURED = "diffusers tables of FLUX, HunyuanVideo, PixArt and CogVideoX";
/** GiB per megapixel while denoising an image, by measured pipelines; the U-Net of SDXL needs twice as much. */
const DENOISE_GIB_PER_MEGAPIXEL = { transformer: 2.2, unet: 4.4 };
/** GiB per megapixel and frame when a video is decoded in one piece; tiles cap it. */
const DECODE_GIB_PER_MEGAPIXEL_FRAME = 0.42;
const TILED_DECODE_GIB = 3.5;
const SPREAD = 0.25;

/** A picture or video pipeline: its networks, and the larger of denoising and decoding. */
export function estimateMedia(request: EstimateRequest, run: MediaRun, target: Target): Estimate {
  const components = readComponents(request, run.components ?? null);
  const lines = new Lines();
  addComponents(lines, components, run.offload);
  const megapixels = (run.width * run.height) / 1e6;
  const family = request.model.preset == null ? null : (findModelPreset(request.model.preset)?.family ?? null);
  const video = run.frames > 1;
  const perMegapixel = family === "sdxl" ? DENOISE_GIB_PER_MEGAPIXEL.unet : DENOISE_GIB_PER_MEGAPIXEL.transformer;
  const denoise = perMegapixel * megapixels * run.batch * (video ? Math.ceil(run.frames / 4) / 4 : 1);
  const whole = DECODE_GIB_PER_MEGAPIXEL_FRAME * megapixels * run.frames * run.batch;
  const decode = !video ? 0 : run.vaeTiling ? Math.min(whole, TILED_DECODE_GIB) : whole;
  const inputs = { megapixels, frames: run.frames, batch: run.batch };
  if (denoise >= decode) {
    lines.add(
      "activations",
      "denoising",
      Math.round(denoise * GIB),
      `${perMegapixel} GiB per megapixel`,
      inputs,
      MEASURED,
    );
  } else {
    const formula = run.vaeTiling
      ? "tiles of fixed size"
      : `${DECODE_GIB_PER_MEGAPIXEL_FRAME} GiB per megapixel and frame`;
    lines.add("activations", "decoding", Math.round(decode * GIB), formula, inputs, MEASURED);
  }
  return answer(request, lines, components, target);
}

function addComponents(lines: Lines, components: readonly Component[], offload: MediaRun["offload"]): void {
  if (offload === "none") {
    for (const c of components) {
      lines.add(
        `component:${c.name}`,
        c.name,
        c.bytes,
        "parameters × bits ÷ 8",
        { parameters: c.parameters },
        "component",
      );
    }
  } else {
    const largest = components.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    const resident = offload === "model" ? largest.bytes : Math.min(largest.bytes, GIB);
    const what = offload === "model" ? "the largest network; the others wait on the host" : "one layer at a time";
    lines.add(`component:${largest.name}`, what, resident, "largest network resident", { offload }, MEASURED);
  }
  lines.add("runtime", "CUDA context and libraries", Math.round(0.5 * GIB), "constant", {}, MEASURED);
}

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
  const megapixelFrames = ((run.width * run.height) / 1e6) * Math.max(1, Math.ceil((run.frames ?? 1) / 4));
  const perUnit = run.checkpointing === "none" ? 11 : 2.5;
  const activations = perUnit * megapixelFrames * run.microBatchSize;
  lines.add(
    "activations",
    "one step",
    Math.round(activations * GIB),
    `${perUnit} GiB per megapixel and latent frame`,
    {},
    MEASURED,
  );
  lines.add("runtime", "CUDA context and libraries", Math.round(0.7 * GIB), "constant", {}, MEASURED);
  return answer(request, lines, components, target);
}

function readComponents(request: EstimateRequest, stated: MediaRun["components"]): Component[] {
  if (stated != null) {
    if (stated.length === 0) throw new NotEstimable("run.components", "no network is named");
    return stated.map((c, i) => component(c.name, c.parameters, c.weightFormat, `run.components[${i}]`));
  }
  const preset = request.model.preset == null ? null : findModelPreset(request.model.preset);
  if (preset?.components == null) {
    throw new NotEstimable("run.components", "name the networks, or a known pipeline in model.preset");
  }
  return preset.components.map((c) => component(c.name, c.parameters, c.weightFormat, "model.preset"));
}

function component(name: string, parameters: string, weightFormat: string, field: string): Component {
  const count = whole(parameters, `${field}.parameters`) ?? 0;
  if (weightFormat === "auto")
    throw new NotEstimable(`${field}.weightFormat`, "a component has no config: name its format");
  const format = matrixFormat(weightFormat, null);
  return { name, parameters: count, bytes: Math.ceil((count * format.bits) / 8 + format.scaleBytes(1, count)) };
}

function answer(request: EstimateRequest, lines: Lines, components: readonly Component[], target: Target): Estimate {
  const total = gib(lines.total());
  const peak = { low: total * (1 - SPREAD), expected: total, high: total * (1 + SPREAD) };
  let parameters = 0;
  let weightBytes = 0;
  for (const c of components) {
    parameters += c.parameters;
    weightBytes += c.bytes;
  }
  return {
    id: request.id ?? null,
    formulaVersion: FORMULA_VERSION,
    ...judgeByPeak(target, peak),
    perGpu: perGpuOf(lines, target.usable, target.usable, peak),
    kv: null,
    parameters: { total: String(parameters), active: String(parameters), weightBytes: String(weightBytes) },
    plannedLoad: null,
    lines: linesOf(lines),
  };
}
