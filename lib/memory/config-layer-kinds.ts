import type { ConfigFields } from "./config-fields";
import { fullEvery, isFamily } from "./families";
import { NotEstimable } from "./not-estimable";
import { word } from "./word";

/** What mixes the tokens of a layer; the last five are recurrent. */
export type LayerKind = "full" | "sliding" | "chunked" | "linear" | "mamba1" | "mamba2" | "short-conv" | "lightning";
export type RecurrentKind = Exclude<LayerKind, "full" | "sliding" | "chunked">;

const LAYER_TYPE_NAMES: Readonly<Record<string, LayerKind>> = {
  full_attention: "full",
  attention: "full",
  sliding_attention: "sliding",
  chunked_attention: "chunked",
  deepseek_sparse_attention: "full",
  linear_attention: "linear",
  mamba: "mamba2",
  mamba2: "mamba2",
  conv: "short-conv",
};

/** Families without any attention, by their own mixer. */
const ALL_RECURRENT: Readonly<Record<string, RecurrentKind>> = {
  mamba: "mamba1",
  falcon_mamba: "mamba1",
  mamba2: "mamba2",
};

/** The kind of every layer, from whichever of the families' ways of saying it the config uses. */
export function layerKinds(text: ConfigFields, modelType: string, count: number): LayerKind[] {
  const recurrent = ALL_RECURRENT[modelType];
  if (recurrent !== undefined) return range(count, () => recurrent);
  if (text.has("layer_types")) return listedKinds(text, count);
  return placedKinds(text, count) ?? windowKinds(text, modelType, count);
}

function listedKinds(text: ConfigFields, count: number): LayerKind[] {
  const types = text.maybeList("layer_types");
  if (types === null) throw text.unusable("layer_types", word("must.layer-types"), text.record.layer_types);
  if (types.length < count) {
    throw text.otherThan(
      "layer_types",
      word("must.layers", { layers: count }),
      word("must.layers-there", { layers: types.length }),
    );
  }
  return types.slice(0, count).map((type) => {
    const kind = typeof type === "string" ? LAYER_TYPE_NAMES[type] : undefined;
    if (kind === undefined) throw text.unusable("layer_types", word("must.known-layer-types"), type);
    return kind;
  });
}

/** Full attention in some places and a recurrent mixer in all others; null where the config says nothing of the kind. */
function placedKinds(text: ConfigFields, count: number): LayerKind[] | null {
  const linear = text.maybeObject("linear_attn_config")?.maybeList("kda_layers");
  if (linear) return range(count, (i) => (linear.includes(i + 1) ? "linear" : "full"));
  const hybrid = text.maybeList("hybrid_layer_pattern");
  if (hybrid !== null) return range(count, (i) => (hybrid[i] === 1 ? "sliding" : "full"));
  const interval = text.maybeCount("full_attention_interval");
  if (interval !== null) return range(count, (i) => ((i + 1) % interval === 0 ? "full" : "linear"));
  const places = text.maybeList("attn_layer_indices");
  if (places !== null) return range(count, (i) => (places.includes(i) ? "full" : "mamba2"));
  const period = text.maybeCount("attn_layer_period");
  const offset = text.maybeCountOrZero("attn_layer_offset") ?? 0;
  if (period !== null) return range(count, (i) => (i % period === offset ? "full" : "mamba1"));
  const softmax = text.maybeList("attn_type_list");
  if (softmax !== null) return range(count, (i) => (softmax[i] === 1 ? "full" : "lightning"));
  return null;
}

function windowKinds(text: ConfigFields, modelType: string, count: number): LayerKind[] {
  const chunk = text.maybeCount("attention_chunk_size");
  const every = text.maybeCount("sliding_window_pattern", "_sliding_window_pattern") ?? fullEvery(modelType);
  if (chunk !== null && every !== null) return range(count, (i) => ((i + 1) % every === 0 ? "full" : "chunked"));
  const window = text.maybeCountOrZero("sliding_window");
  if (!window || text.maybeFlag("use_sliding_window") === false) return range(count, () => "full");
  if (every !== null) return range(count, (i) => ((i + 1) % every === 0 ? "full" : "sliding"));
  if (isFamily("allSliding", modelType)) return range(count, () => "sliding");
  const from = text.maybeCountOrZero("max_window_layers");
  if (from !== null && text.maybeFlag("use_sliding_window") === true) {
    return range(count, (i) => (i >= from ? "sliding" : "full"));
  }
  throw text.missing(["layer_types", "sliding_window_pattern"]);
}

/** Fields that only models with recurrent layers have. */
const RECURRENT_SIGNS = [
  "mamba_d_state",
  "mamba_num_heads",
  "mamba_n_heads",
  "n_mamba_heads",
  "mamba_step",
  "ssm_state_size",
  "state_size",
  "ssm_cfg",
  "conv_L_cache",
  "lru_width",
  "block_types",
  "layers_block_type",
  "hybrid_layer_ids",
  "linear_num_key_heads",
  "linear_attn_config",
  "time_mix_extra_dim",
] as const;

/**
 * A model that has recurrent layers and does not say where, in a way that is read here, would be counted as attention.
 * Falcon-H1 has both in every layer.
 */
export function refuseUnreadKinds(text: ConfigFields, modelType: string, kinds: readonly LayerKind[]): void {
  if (
    modelType === "falcon_h1" ||
    text.has("layer_types") ||
    kinds.some((kind) => !["full", "sliding", "chunked"].includes(kind))
  )
    return;
  const sign = RECURRENT_SIGNS.find((name) => text.has(name));
  if (sign === undefined) return;
  const why = word("reason.recurrent-unread", { field: sign });
  throw new NotEstimable(text.pathOf(sign), why, "unsupported");
}

const BLOCK_LETTERS: Readonly<Record<string, string>> = { mamba: "M", attention: "*", moe: "E", mlp: "-" };

/** The block pattern in letters, whether it is stored as text or as a list of names; null without one. */
export function blockPattern(text: ConfigFields): string | null {
  const names = text.maybeList("layers_block_type");
  if (names === null || text.maybeText("model_type") !== "nemotron_h") return text.maybeText("hybrid_override_pattern");
  return names.map((name) => (typeof name === "string" ? BLOCK_LETTERS[name] : undefined) ?? "?").join("");
}

export function range<T>(count: number, of: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => of(index));
}
