import type { ConfigFields } from "./config-fields";
import type { VisionShape } from "./model-shape";

/** The image tower of a multimodal model: parameters by its own dimensions. Null without one. */
export function readVision(outer: ConfigFields, textHidden: number): VisionShape | null {
  const vision = outer.maybeObject("vision_config");
  if (vision === null) return null;
  const layers = vision.needCount("depth", "num_hidden_layers", "vt_num_hidden_layers");
  const width = vision.needCount("hidden_size", "vt_hidden_size");
  const type = vision.maybeText("model_type") ?? outer.maybeText("model_type") ?? "";
  const inner =
    vision.maybeCount("intermediate_size", "vt_intermediate_size") ?? (type === "pixtral" ? 4 * width : null);
  if (inner === null) throw vision.missing(["intermediate_size"]);
  const gated = /qwen2_5_vl|pixtral|gemma4/.test(type);
  const attention = 4 * width * width;
  const patch = vision.needCount("patch_size", "spatial_patch_size");
  const channels = vision.maybeCount("in_channels", "num_channels", "in_chans") ?? 3;
  const patches = width * channels * patch * patch * (vision.maybeCount("temporal_patch_size") ?? 1);
  const positions = (vision.maybeCount("num_position_embeddings", "position_embedding_size") ?? 0) * width;
  const merge = vision.maybeCount("spatial_merge_size") ?? mergeOf(vision);
  const merged = width * merge * merge;
  const projector = merge > 1 ? merged * merged + merged * textHidden : width * textHidden;
  const extraMergers = (vision.maybeList("deepstack_visual_indexes") ?? []).length;
  const perLayer = attention + (gated ? 3 : 2) * width * inner + 4 * width;
  return { parameters: layers * perLayer + patches + positions + projector * (1 + extraMergers) };
}

function mergeOf(vision: ConfigFields): number {
  const kernel = vision.maybeList("merge_kernel_size")?.[0];
  return typeof kernel === "number" && Number.isSafeInteger(kernel) && kernel > 0 ? kernel : 1;
}
