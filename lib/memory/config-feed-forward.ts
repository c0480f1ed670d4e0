import { blockPart } from "./config-attention";
import type { ConfigFields } from "./config-fields";
import { blockPattern } from "./config-layer-kinds";
import { isFamily } from "./families";
import type { FeedForward } from "./model-shape";
import { word } from "./word";

/** The feed-forward parts of one layer: dense, or experts with their shared expert, or both (Gemma 4). */
export function readFeedForward(text: ConfigFields, modelType: string, hidden: number, index: number): FeedForward[] {
  const letter = blockPattern(text)?.[index];
  if (letter === "M" || letter === "*" || isFamily("mixerOnly", modelType)) return [];
  const matrices = gateCount(text, modelType);
  const bias = text.maybeFlag("mlp_bias") ?? isFamily("mlpBias", modelType);
  if (text.has("block_configs")) return searchedBlock(text, hidden, index, matrices, bias);
  const experts = expertCount(text);
  const routed = letter === "E" || (letter === undefined && experts !== null && expertLayers(text)(index));
  const dense = (): FeedForward => ({
    kind: "dense",
    width: denseWidth(text, modelType, hidden, experts !== null, index),
    matrices,
    bias,
    experts: 1,
    activeExperts: 1,
    inner: hidden,
    router: 0,
  });
  if (!routed || experts === null) return [dense()];
  const parts = expertParts(text, modelType, hidden, experts, matrices);
  return text.maybeFlag("enable_moe_block") === true ? [dense(), ...parts] : parts;
}

/** Names the kind of each layer's feed-forward part: layers of one kind are equal. */
export function feedForwardKinds(text: ConfigFields): (index: number) => string {
  if (text.has("block_configs")) return (index) => JSON.stringify(blockPart(text, index, "ffn").record);
  const pattern = blockPattern(text);
  if (pattern !== null) return (index) => pattern[index] ?? "";
  const widths = text.maybeList("intermediate_size");
  if (widths !== null) return (index) => `dense ${String(widths[index])}`;
  if (expertCount(text) === null) return () => "dense";
  const holdsExperts = expertLayers(text);
  return (index) => (holdsExperts(index) ? "experts" : "dense");
}

function expertCount(text: ConfigFields): number | null {
  const count = text.maybeCountOrZero("n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts");
  return count === null || count < 2 ? null : count;
}

/** Which layers hold experts: fields are read once, layers are many. */
function expertLayers(text: ConfigFields): (index: number) => boolean {
  const types = text.maybeList("mlp_layer_types");
  if (types !== null) return (index) => types[index] === "sparse";
  const frequencies = text.maybeList("moe_layer_freq");
  if (frequencies !== null) return (index) => frequencies[index] === 1;
  const period = text.maybeCount("expert_layer_period");
  const offset = text.maybeCountOrZero("expert_layer_offset") ?? 0;
  if (period !== null) return (index) => index % period === offset;
  const firstDense = text.maybeCountOrZero("first_k_dense_replace", "moe_layer_start_index") ?? 0;
  const last = text.maybeCountOrZero("moe_layer_end_index") ?? Number.POSITIVE_INFINITY;
  const listed = text.maybeList("mlp_only_layers");
  const step =
    text.maybeCount("decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq", "moe_layer_interval") ?? 1;
  return (index) => index >= firstDense && index <= last && !listed?.includes(index) && (index + 1) % step === 0;
}

function gateCount(text: ConfigFields, modelType: string): 2 | 3 {
  if (isFamily("twoMatrices", modelType)) return 2;
  const activation = text.maybeText("hidden_act", "hidden_activation", "activation_function", "mlp_hidden_act");
  if (activation === null && isFamily("untied", modelType)) return 3;
  if (activation === null && isFamily("tied", modelType)) return 3;
  if (activation !== null && isFamily("gatedActivations", activation)) return 3;
  if (activation === "relu2") return 2;
  throw text.missing(["hidden_act"]);
}

function denseWidth(
  text: ConfigFields,
  modelType: string,
  hidden: number,
  besideExperts: boolean,
  index: number,
): number {
  const byLayer = text.maybeList("intermediate_size");
  if (byLayer !== null) return widthAt(text, byLayer, index);
  const special = besideExperts ? text.maybeCount("dense_intermediate_size", "intermediate_size_mlp") : null;
  const stated = special ?? text.maybeCount("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim");
  if (stated !== null) return ownWidth(text, modelType, stated);
  if (["gpt2", "gptj", "bloom", "falcon", "phi"].includes(modelType)) return 4 * hidden;
  throw text.missing(["intermediate_size"]);
}

/** Qwen 1 states both halves of its gated width; LFM2 cuts the stated one by a third, to a whole multiple. */
function ownWidth(text: ConfigFields, modelType: string, stated: number): number {
  if (modelType === "qwen") return stated / 2;
  if (text.maybeFlag("block_auto_adjust_ff_dim") !== true) return stated;
  const multiple = text.needCount("block_multiple_of");
  const cut = Math.trunc((text.maybeNumber("block_ffn_dim_multiplier") ?? 1) * Math.trunc((2 * stated) / 3));
  return Math.ceil(cut / multiple) * multiple;
}

/** Gemma 3n states a width for every layer. */
function widthAt(text: ConfigFields, byLayer: readonly unknown[], index: number): number {
  const width = byLayer[index];
  if (typeof width === "number" && Number.isSafeInteger(width) && width > 0) return width;
  throw text.unusable("intermediate_size", word("must.width-by-layer"), width);
}

function expertParts(
  text: ConfigFields,
  modelType: string,
  hidden: number,
  experts: number,
  matrices: 2 | 3,
): FeedForward[] {
  const width = text.maybeSameCount("moe_intermediate_size") ?? text.needCount("intermediate_size");
  const activeNames = [
    "num_experts_per_tok",
    "num_experts_per_token",
    "experts_per_token",
    "top_k_experts",
    "moe_topk",
    "moe_k",
  ];
  const active = text.maybeSameCount(...activeNames);
  if (active === null) throw text.missing(activeNames);
  const latent = text.maybeCountOrZero("moe_latent_size", "routed_expert_hidden_size") || null;
  const correction = text.has("scoring_func") || text.has("topk_method") ? experts : 0;
  const bias = modelType === "gpt_oss";
  const routed: FeedForward = {
    kind: "experts",
    width,
    matrices,
    bias,
    experts,
    activeExperts: Math.min(active, experts),
    inner: latent ?? hidden,
    router: experts * hidden + (bias ? experts : correction) + (latent === null ? 0 : 2 * hidden * latent),
  };
  const shared = sharedWidth(text, modelType, width);
  if (shared === 0) return [routed];
  return [
    routed,
    {
      kind: "shared-expert",
      width: shared,
      matrices,
      bias: false,
      experts: 1,
      activeExperts: 1,
      inner: hidden,
      router: 0,
    },
  ];
}

function sharedWidth(text: ConfigFields, modelType: string, width: number): number {
  if (modelType === "llama4_text" || modelType === "llama4") return text.needCount("intermediate_size");
  const stated = text.maybeCountOrZero(
    "shared_expert_intermediate_size",
    "moe_shared_expert_intermediate_size",
    "share_expert_dim",
    "shared_intermediate_size",
  );
  if (stated !== null) return stated;
  const names = ["n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"];
  return width * (text.maybeSameCount(...names) ?? 0);
}

function searchedBlock(
  text: ConfigFields,
  hidden: number,
  index: number,
  matrices: 2 | 3,
  bias: boolean,
): FeedForward[] {
  const block = blockPart(text, index, "ffn");
  if (block.maybeFlag("no_op") === true) return [];
  const multiple = block.maybeNumber("ffn_mult");
  const width = block.maybeCount("intermediate_size") ?? (multiple === null ? null : roundedWidth(multiple, hidden));
  if (width === null) throw block.missing(["ffn_mult"]);
  return [{ kind: "dense", width, matrices, bias, experts: 1, activeExperts: 1, inner: hidden, router: 0 }];
}

/** The class computes 2/3 of the multiple, rounded up to 256 (DeciLM configuration code). */
function roundedWidth(multiple: number, hidden: number): number {
  return Math.ceil(Math.trunc((2 * multiple * hidden) / 3) / 256) * 256;
}
