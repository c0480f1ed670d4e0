import { findModelPreset } from "@/lib/catalog/models";
import type { PipelineComponent } from "@/lib/catalog/schema";
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
  readonly format: string;
  readonly bytes: number;
}

const MEASURED = "diffusers tables of FLUX, HunyuanVideo, PixArt and CogVideoX";
/** GiB per megapixel while denoising an image, by measured pipelines; the U-Net of SDXL needs twice as much. */
const DENOISE_GIB_PER_MEGAPIXEL = { transformer: 2.2, unet: 4.4 };
/** GiB per megapixel and latent frame (four frames each) while denoising a video. */
const DENOISE_GIB_PER_MEGAPIXEL_LATENT = 0.3;
/** GiB per megapixel and frame when a video is decoded in one piece; tiles cap it. */
const DECODE_GIB_PER_MEGAPIXEL_FRAME = 0.42;
const TILED_DECODE_GIB = 3.5;
/** One prompt through the text encoders; it decides only where networks wait on the host. */
const ENCODING_GIB = 0.5;
const SPREAD = 0.2;

interface Phase {
  readonly what: string;
  readonly gib: number;
  readonly formula: string;
  readonly network: string;
}

/** A picture or video pipeline: its networks, and the larger of denoising and decoding. */
export function estimateMedia(request: EstimateRequest, run: MediaRun, target: Target): Estimate {
  const components = readComponents(request, run.components ?? null);
  const lines = new Lines();
  const phases = phasesOf(request, run);
  const residentAt = (phase: Phase) => residentBytes(components, run.offload, phase.network);
  const worst = phases.reduce((a, b) => (b.gib * GIB + residentAt(b) > a.gib * GIB + residentAt(a) ? b : a));
  addComponents(lines, components, run.offload, worst.network);
  const inputs = { width: run.width, height: run.height, frames: run.frames, batch: run.batch };
  lines.add("activations", worst.what, Math.round(worst.gib * GIB), worst.formula, inputs, MEASURED);
  lines.add("runtime", "CUDA context and libraries", Math.round(0.5 * GIB), "constant", {}, MEASURED);
  return answer(request, lines, components, target);
}

function phasesOf(request: EstimateRequest, run: MediaRun): Phase[] {
  const megapixels = (run.width * run.height * run.batch) / 1e6;
  const encoding = { what: "encoding the prompt", gib: ENCODING_GIB, formula: "constant", network: "text-encoder" };
  const family = request.model.preset == null ? null : (findModelPreset(request.model.preset)?.family ?? null);
  if (run.frames === 1) {
    const each = family === "sdxl" ? DENOISE_GIB_PER_MEGAPIXEL.unet : DENOISE_GIB_PER_MEGAPIXEL.transformer;
    const gib = each * megapixels;
    return [encoding, { what: "denoising", gib, formula: `${each} GiB per megapixel`, network: "transformer" }];
  }
  const latents = megapixels * Math.ceil(run.frames / 4);
  const whole = DECODE_GIB_PER_MEGAPIXEL_FRAME * megapixels * run.frames;
  const decode = run.vaeTiling ? Math.min(whole, TILED_DECODE_GIB) : whole;
  const perLatent = `${DENOISE_GIB_PER_MEGAPIXEL_LATENT} GiB per megapixel and latent frame`;
  const perFrame = `${DECODE_GIB_PER_MEGAPIXEL_FRAME} GiB per megapixel and frame`;
  return [
    encoding,
    { what: "denoising", gib: DENOISE_GIB_PER_MEGAPIXEL_LATENT * latents, formula: perLatent, network: "transformer" },
    { what: "decoding", gib: decode, formula: run.vaeTiling ? "tiles of fixed size" : perFrame, network: "vae" },
  ];
}

/** The networks on the card during a phase: all, the one at work, or a layer of it. */
function residentBytes(components: readonly Component[], offload: MediaRun["offload"], network: string): number {
  const named = components.filter((c) => c.name === network);
  const all = (list: readonly Component[]) => list.reduce((sum, c) => sum + c.bytes, 0);
  if (offload === "none") return all(components);
  // Pipelines given by hand may name no such network: it then takes nothing in this phase.
  const atWork = named.length > 0 || network !== "transformer" ? all(named) : all(components);
  return offload === "model" ? atWork : Math.min(atWork, GIB);
}

function addComponents(
  lines: Lines,
  components: readonly Component[],
  offload: MediaRun["offload"],
  network: string,
): void {
  if (offload !== "none") {
    const what = offload === "model" ? "the network at work; the others wait on the host" : "one layer at a time";
    const resident = residentBytes(components, offload, network);
    lines.add(`component:${network}`, what, resident, "network of the larger phase", { offload }, MEASURED);
    return;
  }
  for (const c of components) {
    const inputs = { parameters: c.parameters, format: c.format };
    lines.add(`component:${c.name}`, c.name, c.bytes, "parameters × bits ÷ 8", inputs, "component");
  }
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
  const { perUnit, units, formula } = stepActivations(run, run.width, run.height);
  lines.add("activations", "one step", Math.round(perUnit * units * GIB), formula, { units }, MEASURED);
  lines.add("runtime", "CUDA context and libraries", Math.round(0.7 * GIB), "constant", {}, MEASURED);
  return answer(request, lines, components, target);
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

function readComponents(request: EstimateRequest, stated: MediaRun["components"]): Component[] {
  if (stated != null) {
    if (stated.length === 0) throw new NotEstimable("run.components", "no network is named");
    return stated.map((c, i) => component(c.name, c.parameters, c.weightFormat, `run.components[${i}]`));
  }
  const preset = request.model.preset == null ? null : findModelPreset(request.model.preset);
  if (preset?.components == null) {
    throw new NotEstimable("run.components", "name the networks, or a known pipeline in model.preset");
  }
  // The request's format is that of the denoising network; encoders and decoder keep their own.
  const formatOf = (c: PipelineComponent) =>
    request.weightFormat !== "auto" && c.name === "transformer" ? request.weightFormat : c.weightFormat;
  return preset.components.map((c) => component(c.name, c.parameters, formatOf(c), "model.preset"));
}

function component(name: string, parameters: string, weightFormat: string, field: string): Component {
  const count = whole(parameters, `${field}.parameters`) ?? 0;
  if (weightFormat === "auto")
    throw new NotEstimable(`${field}.weightFormat`, "a component has no config: name its format");
  const format = matrixFormat(weightFormat, null);
  return {
    name,
    parameters: count,
    format: format.name,
    bytes: Math.ceil((count * format.bits) / 8 + format.scaleBytes(1, count)),
  };
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
