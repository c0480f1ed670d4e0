import { findModelPreset, listModelPresets } from "@/lib/catalog/models";
import { bytes, MIB } from "@/lib/units/bytes";
import { type Estimate, notEstimable } from "./answer";
import { readConfig } from "./config";
import { withQuantConfig } from "./config-quantisation";
import { estimateEmbed } from "./embed";
import { estimateMedia } from "./media";
import { estimateMediaTraining } from "./media-training";
import { Memo } from "./memo";
import type { ModelShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { notInCatalogue } from "./not-in-catalogue";
import { withPipeline } from "./pipeline-index";
import type { EstimateRequest } from "./schema";
import { estimateServe } from "./serve";
import { knownSize } from "./size";
import { refuseModelSplit, refuseSplit } from "./split-rules";
import { leftByOthers, resolveTarget, type Target } from "./target";
import { estimateTraining } from "./training";
import { word } from "./word";

/**
 * What the request needs in GPU memory, part by part, on the busiest GPU. Pure: the same request always gives the same
 * answer. Never throws for input: what cannot be known gives the verdict "not-estimable" with the field that lacks.
 */
export function estimate(request: EstimateRequest): Estimate {
  try {
    return estimateOrThrow(request);
  } catch (problem) {
    if (problem instanceof RangeError) {
      return notEstimable(request.id ?? null, "too-large", "run", word("reason.too-large"));
    }
    if (!(problem instanceof NotEstimable)) throw problem;
    return notEstimable(request.id ?? null, problem.code, problem.field, problem.words);
  }
}

function estimateOrThrow(asked: EstimateRequest): Estimate {
  const piped = withPipeline(asked);
  const { run } = piped;
  const card = targetOf(piped);
  const target = leftByOthers(card);
  refuseSplit(piped);
  if (run.kind === "media") return estimateMedia(piped, run, target);
  if (run.kind === "train" && (run.components != null || isPipeline(piped))) {
    return estimateMediaTraining(piped, run, target);
  }
  const model = readModel(piped);
  refuseModelSplit(model, piped);
  const request = withStatedBytes(model, piped);
  const size = knownSize(model, request);
  if (run.kind === "embed") return estimateEmbed(model, size, request, run, target);
  if (run.kind === "train") return estimateTraining(model, size, request, run, target);
  if (model.role === "encoder") {
    throw new NotEstimable("run.kind", word("reason.no-kv-cache", { model: model.modelType }), "unsupported");
  }
  return estimateServe(model, size, request, run, card);
}

/** The card as it is met: with what others hold of it. */
function targetOf(request: EstimateRequest): Target {
  const target = resolveTarget(request.gpu);
  const held = request.otherProcessesMib ?? 0;
  return held === 0 ? target : { ...target, heldByOthers: bytes(Math.round(held * MIB)) };
}

function isPipeline(request: EstimateRequest): boolean {
  return request.model.preset != null && findModelPreset(request.model.preset)?.kind === "media";
}

/** True bytes stand for a scheme that is not known: its weights are spread over the parts like plain ones. */
function withStatedBytes(model: ModelShape, request: EstimateRequest): EstimateRequest {
  const known = request.weightFormat !== "auto" || !(model.quantisation instanceof NotEstimable);
  return known || request.model.weightBytes == null ? request : { ...request, weightFormat: model.dtype ?? "bf16" };
}

/** Exactly one source of the model. Paths are read by the command line before the request comes here. */
function readModel(request: EstimateRequest): ModelShape {
  const { quantConfig, configPath, preset, ggufPath } = request.model;
  const stated = request.model.config;
  const config = quantConfig == null || stated == null ? stated : withQuantConfig(stated, quantConfig);
  const given = [config, configPath, preset, ggufPath].filter((source) => source !== null && source !== undefined);
  if (given.length !== 1) {
    throw new NotEstimable("model", word("reason.model-source"), "unusable-field");
  }
  if (ggufPath != null) throw new NotEstimable("model.ggufPath", word("reason.gguf-not-read"), "unsupported");
  if (configPath != null) throw new NotEstimable("model.configPath", word("reason.path-not-read"), "unsupported");
  if (preset == null) return withPath(() => shapeOf(config), "model.config");
  const found = findModelPreset(preset);
  if (found === null)
    throw new NotEstimable("model.preset", notInCatalogue("model", preset, listModelPresets()), "unusable-field");
  if (found.config === null)
    throw new NotEstimable("run.kind", word("reason.pipeline-is-media", { preset }), "unsupported");
  return withPath(() => shapeOf(found.config), "model.preset");
}

const shapes = new Memo<object, ModelShape>();

const shapeOf = (config: Readonly<Record<string, unknown>> | null | undefined): ModelShape =>
  config == null ? readConfig(config) : shapes.of(config, "", () => readConfig(config));

function withPath(read: () => ModelShape, prefix: string): ModelShape {
  try {
    return read();
  } catch (problem) {
    if (!(problem instanceof NotEstimable) || problem.field.startsWith("model.")) throw problem;
    throw new NotEstimable(`${prefix}.${problem.field}`, problem.words, problem.code);
  }
}
