import { listModelPresets } from "@/lib/catalog/models";
import type { ModelPreset } from "@/lib/catalog/schema";
import { NotEstimable } from "./not-estimable";
import type { EstimateRequest } from "./schema";
import { word } from "./word";

type Index = Readonly<Record<string, unknown>>;

/** Families by how the class of their diffusers pipelines begins; the longer names first. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ["Flux2", "flux2"],
  ["Flux", "flux"],
  ["StableDiffusionXL", "sdxl"],
  ["StableDiffusion3", "sd3"],
  ["PixArt", "pixart"],
  ["QwenImage", "qwen-image"],
  ["Wan", "wan"],
  ["HunyuanVideo", "hunyuan-video"],
  ["CogVideoX", "cogvideox"],
  ["LTX", "ltx-video"],
];

/** Sizes closer than this are one pipeline to an estimate (FLUX.1 dev and schnell). */
const SAME_SIZE = 0.01;

/**
 * True for the content of a diffusers `model_index.json`: it names the class of a pipeline and its networks, and no
 * sizes. The config of one network names a class too, of a model.
 */
export function isPipelineIndex(config: Index | null | undefined): config is Index {
  return /Pipeline$/.test(String(config?._class_name ?? "")) && "_diffusers_version" in (config ?? {});
}

/**
 * The request with the known pipeline that its `model_index.json` names in the place of the file; any other request as it
 * is. An index states no sizes: where a family comes in several, and no network is stated in the run, it throws
 * NotEstimable with the presets to choose from.
 */
export function withPipeline(request: EstimateRequest): EstimateRequest {
  const { config, ...model } = request.model;
  if (!isPipelineIndex(config)) return request;
  if (model.preset != null) throw new NotEstimable("model", word("reason.file-and-preset"), "unusable-field");
  const stated = "components" in request.run && request.run.components != null;
  if (!stated) refuseOtherNetworks(config);
  return { ...request, model: { ...model, preset: presetOf(config, stated).id } };
}

/** Networks of a known pipeline and what is no network: an index that lists more loads more than the preset holds. */
const USUAL =
  /^(text_encoder(_\d)?|tokenizer(_\d)?|transformer|unet|vae|scheduler|feature_extractor|image_processor|processor)$/;

function refuseOtherNetworks(index: Index): void {
  const other = Object.entries(index).find(
    ([name, value]) => Array.isArray(value) && typeof value[1] === "string" && !USUAL.test(name),
  );
  if (other === undefined) return;
  throw new NotEstimable("run.components", word("reason.also-loads", { network: other[0] }));
}

function presetOf(index: Index, stated: boolean): ModelPreset {
  const name = String(index._class_name);
  const family = FAMILIES.find(([start]) => name.startsWith(start))?.[1];
  const known = listModelPresets().filter((p) => p.kind === "media" && p.family === family);
  const [first] = known;
  if (first === undefined) {
    throw new NotEstimable("model.config._class_name", word("reason.pipeline-class-unknown", { name }), "unsupported");
  }
  const path = typeof index._name_or_path === "string" ? index._name_or_path : "";
  const named = known.find((p) => lastOf(p.id) === lastOf(path));
  if (named) return named;
  const sizes = known.map(parametersOf);
  if (stated || Math.max(...sizes) <= Math.min(...sizes) * (1 + SAME_SIZE)) return first;
  const presets = known.map((p) => p.id).join(", ");
  throw new NotEstimable("model.preset", word("reason.pipeline-size", { name, presets }));
}

const lastOf = (path: string): string => (path.split("/").at(-1) ?? "").toLowerCase().replace(/-diffusers$/, "");

const parametersOf = (preset: ModelPreset): number =>
  (preset.components ?? []).reduce((sum, c) => sum + Number(c.parameters), 0);
