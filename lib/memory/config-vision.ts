import { conformerParameters } from "./config-audio";
import type { ConfigFields } from "./config-fields";
import type { VisionShape } from "./model-shape";

/**
 * Largest input of a family's processor, in patches: Qwen2-VL takes 12,845,056 pixels at 14 × 14; Llama 3.2 Vision four
 * tiles of 1,601 patches for each sequence (preprocessor_config.json of the models).
 */
const PROFILED: Readonly<Record<string, VisionShape["profiled"]>> = {
  qwen2_vl: { patches: 65_536, perSequence: false },
  qwen2_5_vl: { patches: 65_536, perSequence: false },
  mllama: { patches: 6404, perSequence: true },
};

/** Mistral's own format, which vLLM prefers for the plain checkpoint, has a tower that is not split over ranks. */
const REPLICATED = /^(mistral3?|ministral3|pixtral)$/;

/** Whether an engine keeps this family's tower whole on every rank. */
export const towerIsReplicated = (family: string): boolean => REPLICATED.test(family);

/** The image tower of a multimodal model: parameters by its own dimensions. Null without one. */
export function readVision(outer: ConfigFields, textHidden: number): VisionShape | null {
  const vision = outer.maybeObject("vision_config");
  if (vision === null) return null;
  if (vision.maybeText("model_type") === "gemma3n_vision") return readMobileTower(outer, vision, textHidden);
  const layers =
    vision.needCount("depth", "num_hidden_layers", "vt_num_hidden_layers", "layers") +
    (vision.maybeCountOrZero("num_global_layers") ?? 0);
  // Qwen2-VL calls the text's width hidden_size and its own embed_dim.
  const width = vision.needCount("embed_dim", "hidden_size", "vt_hidden_size", "width");
  const family = outer.maybeText("model_type") ?? "";
  const type = vision.maybeText("model_type") ?? family;
  const inner =
    vision.maybeCount("intermediate_size", "vt_intermediate_size") ??
    (/^(pixtral|mllama)/.test(type) ? 4 * width : byRatio(vision, width));
  if (inner === null) throw vision.missing(["intermediate_size"]);
  const gated = /qwen2_5_vl|pixtral|gemma4/.test(type);
  const attention = 4 * width * width;
  const patch = vision.needCount("patch_size", "spatial_patch_size");
  const channels = vision.maybeCount("in_channels", "num_channels", "in_chans") ?? 3;
  const patches = width * channels * patch * patch * (vision.maybeCount("temporal_patch_size") ?? 1);
  const positions = (vision.maybeCount("num_position_embeddings", "position_embedding_size") ?? 0) * width;
  const projector = projectorParameters(outer, vision, width, textHidden);
  const extraMergers = (vision.maybeList("deepstack_visual_indexes") ?? []).length;
  const perLayer = attention + (gated ? 3 : 2) * width * inner + 4 * width;
  return {
    parameters: layers * perLayer + patches + positions + projector * (1 + extraMergers),
    hidden: width,
    inner,
    profiled: PROFILED[family] ?? null,
    replicated: towerIsReplicated(family),
  };
}

function byRatio(vision: ConfigFields, width: number): number | null {
  const ratio = vision.maybeNumber("mlp_ratio");
  return ratio === null || ratio <= 0 ? null : Math.round(width * ratio);
}

/** From patches to the text's width: merged into squares by two matrices, or shuffled into fewer, wider ones. */
function projectorParameters(outer: ConfigFields, vision: ConfigFields, width: number, textHidden: number): number {
  const shrunk = outer.maybeNumber("downsample_ratio");
  if (shrunk !== null && shrunk > 0) return (width / shrunk ** 2) * textHidden + textHidden * textHidden;
  const shuffle = outer.maybeCount("scale_factor");
  if (shuffle !== null) return width * shuffle * shuffle * textHidden;
  const merge = vision.maybeCount("spatial_merge_size") ?? mergeOf(vision);
  const merged = (vision.maybeCount("vision_output_dim") ?? width) * merge * merge;
  return merge > 1 ? merged * merged + merged * textHidden : merged * textHidden;
}

/** MobileNet-V5 300M, whose config names the network and no layers (parameters of the published timm model). */
const MOBILENET_V5 = 300_000_000;

/** Gemma 3n: the named image network, and a conformer for sound by its own dimensions. */
function readMobileTower(outer: ConfigFields, vision: ConfigFields, textHidden: number): VisionShape {
  const sound = outer.maybeObject("audio_config");
  const soundWidth = sound?.maybeCount("hidden_size") ?? 0;
  const layers = sound?.maybeCount("conf_num_hidden_layers") ?? 0;
  const conformer = conformerParameters(layers, soundWidth);
  const width = vision.needCount("hidden_size");
  const projections = (width + soundWidth) * textHidden;
  const parameters = MOBILENET_V5 + conformer + projections;
  return { parameters, hidden: width, inner: 4 * width, profiled: null, replicated: false };
}

function mergeOf(vision: ConfigFields): number {
  const kernel = vision.maybeList("merge_kernel_size")?.[0];
  return typeof kernel === "number" && Number.isSafeInteger(kernel) && kernel > 0 ? kernel : 1;
}
