import type { ConfigFields } from "./config-fields";
import { blockPattern, type LayerKind, layerKinds, range, refuseUnreadKinds } from "./config-layer-kinds";
import { readRecurrent } from "./config-recurrent";
import { isFamily } from "./families";
import type { AttentionMixer, CompressedMixer, Mixer, MlaMixer } from "./model-shape";
import { word } from "./word";

/** Ten times the deepest model: more is damage. */
export const MOST_LAYERS = 2000;

/** One token mixer per layer, in order; null where a block mixes no tokens. */
export function readMixers(text: ConfigFields, modelType: string, hidden: number): (Mixer | null)[] {
  if (text.has("block_configs")) return readBlockConfigs(text, modelType, hidden);
  const pattern = blockPattern(text);
  if (pattern !== null) return readPattern(text, modelType, hidden, pattern);
  const count = text.needCount("num_hidden_layers", "n_layer", "num_layers", "n_layers");
  if (count > MOST_LAYERS) throw text.unusable("num_hidden_layers", word("must.at-most", { most: MOST_LAYERS }), count);
  if (text.has("compress_ratios")) return readCompressed(text, count);
  const kinds = layerKinds(text, modelType, count);
  const byKind = new Map<string, Mixer>();
  refuseUnreadKinds(text, modelType, kinds);
  const indexes = text.has("sparse_attention_config") || text.has("index_head_dim");
  return kinds.map((kind, index) => {
    const key = indexes && hasIndexer(text, index) ? `${kind}+indexer` : kind;
    const mixer = byKind.get(key) ?? mixerOf(text, modelType, hidden, kind, index);
    byKind.set(key, mixer);
    return mixer;
  });
}

function mixerOf(text: ConfigFields, modelType: string, hidden: number, kind: LayerKind, index: number): Mixer {
  if (kind !== "full" && kind !== "sliding" && kind !== "chunked") return readRecurrent(text, modelType, hidden, kind);
  if (text.has("kv_lora_rank")) return readMla(text, hasIndexer(text, index));
  return { ...readAttention(text, modelType, hidden, kind), indexer: blockIndexer(text, index) };
}

/** DeepSeek-V4: the ratio of each layer decides what it keeps; layers of one ratio are equal. */
function readCompressed(text: ConfigFields, count: number): Mixer[] {
  const ratios = text.maybeList("compress_ratios") ?? [];
  if (ratios.length < count)
    throw text.otherThan("compress_ratios", word("must.ratios", { count }), `${ratios.length}`);
  const byRatio = new Map<number, CompressedMixer>();
  return range(count, (index) => {
    const ratio = ratios[index];
    if (typeof ratio !== "number" || !Number.isSafeInteger(ratio) || ratio < 0) {
      throw text.unusable("compress_ratios", word("must.whole-numbers"), ratio);
    }
    const mixer = byRatio.get(ratio) ?? compressedMixer(text, ratio);
    byRatio.set(ratio, mixer);
    return mixer;
  });
}

/** Only the fine ratio is indexed; the coarse one is read whole. */
const INDEXED_RATIO = 4;

function compressedMixer(text: ConfigFields, ratio: number): CompressedMixer {
  return {
    kind: "compressed",
    heads: text.needCount("num_attention_heads"),
    headDim: text.needCount("head_dim"),
    ropeDim: text.needCount("qk_rope_head_dim"),
    queryRank: text.needCount("q_lora_rank"),
    outputRank: text.needCount("o_lora_rank"),
    outputGroups: text.needCount("o_groups"),
    window: text.needCount("sliding_window"),
    ratio,
    indexer:
      ratio === INDEXED_RATIO
        ? { heads: text.needCount("index_n_heads"), dim: text.needCount("index_head_dim") }
        : null,
  };
}

/** Layers that choose blocks by an index of their own (MiniMax-M3): same attention, one more cached key. */
function blockIndexer(text: ConfigFields, index: number): AttentionMixer["indexer"] {
  const sparse = text.maybeObject("sparse_attention_config");
  if (sparse === null || sparse.maybeFlag("use_sparse_attention") === false) return null;
  const layers = sparse.maybeList("sparse_attention_freq");
  if (layers !== null && layers[index] === 0) return null;
  return { heads: sparse.needCount("sparse_num_index_heads"), dim: sparse.needCount("sparse_index_dim") };
}

function hasIndexer(text: ConfigFields, index: number): boolean {
  if (text.has("sparse_attention_config")) return blockIndexer(text, index) !== null;
  if (!text.has("index_head_dim")) return false;
  const types = text.maybeList("indexer_types");
  return types === null || types[index] !== "shared";
}

function readMla(text: ConfigFields, indexer: boolean): MlaMixer {
  return {
    kind: "mla",
    heads: text.needCount("num_attention_heads"),
    kvRank: text.needCount("kv_lora_rank"),
    ropeDim: text.needCount("qk_rope_head_dim"),
    nopeDim: text.needCount("qk_nope_head_dim"),
    valueDim: text.needCount("v_head_dim"),
    queryRank: text.maybeCountOrZero("q_lora_rank") || null,
    indexer: indexer ? { heads: text.needCount("index_n_heads"), dim: text.needCount("index_head_dim") } : null,
  };
}

function readAttention(
  text: ConfigFields,
  modelType: string,
  hidden: number,
  kind: "full" | "sliding" | "chunked",
): AttentionMixer {
  const local = kind === "sliding" ? "swa_" : "";
  const heads =
    text.maybeCount(`${local}num_attention_heads`) ?? text.needCount("num_attention_heads", "n_head", "num_heads");
  const headDim = readHeadDim(text, kind, hidden, heads);
  const attentionBias = text.maybeFlag("attention_bias") ?? text.maybeFlag("qkv_bias");
  const keyIsValue = kind === "full" && text.maybeFlag("attention_k_eq_v") === true;
  const kvHeads = readKvHeads(text, modelType, kind, heads);
  if (heads % kvHeads !== 0) {
    throw text.unusable("num_key_value_heads", word("must.divisor", { heads }), kvHeads);
  }
  return {
    kind,
    heads,
    kvHeads,
    headDim,
    // Zero is how a family with latent attention says that this member has none.
    valueDim: text.maybeCountOrZero(`${local}v_head_dim`, "v_head_dim") || headDim,
    window: kind === "full" ? null : readWindow(text, kind),
    qkvBias: attentionBias ?? isFamily("qkvBias", modelType),
    outputBias: isFamily("outputBias", modelType) && attentionBias !== false,
    gated: text.maybeFlag("attn_output_gate") ?? modelType === "qwen3_next",
    keyIsValue,
    qkNorm: isFamily("qkNorm", modelType) ? 2 * headDim : 0,
    cross: false,
    indexer: null,
  };
}

function readHeadDim(text: ConfigFields, kind: string, hidden: number, heads: number): number {
  const wide = kind === "full" ? text.maybeCount("global_head_dim") : text.maybeCount("swa_head_dim");
  const stated = wide ?? text.maybeCount("head_dim", "kv_channels", "attention_head_dim");
  if (stated !== null) return stated;
  if (hidden % heads === 0) return hidden / heads;
  throw text.missing(["head_dim"]);
}

function readKvHeads(text: ConfigFields, modelType: string, kind: string, heads: number): number {
  const special =
    kind === "full" ? text.maybeCount("num_global_key_value_heads") : text.maybeCount("swa_num_key_value_heads");
  const stated =
    special ?? text.maybeCount("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num");
  if (stated !== null) return stated;
  if (text.maybeFlag("multi_query") === true) return 1;
  if (isFamily("multiHead", modelType)) return heads;
  throw text.missing(["num_key_value_heads"]);
}

function readWindow(text: ConfigFields, kind: "sliding" | "chunked"): number {
  return kind === "chunked"
    ? text.needCount("attention_chunk_size")
    : text.needCount("sliding_window", "sliding_window_size");
}

/** `M` Mamba, `*` attention, `E` experts, `-` dense feed-forward: one thing per block. */
function readPattern(text: ConfigFields, modelType: string, hidden: number, pattern: string): (Mixer | null)[] {
  if (!/^[M*E-]+$/.test(pattern)) throw text.unusable("hybrid_override_pattern", word("must.letters"), pattern);
  const layers = text.maybeCount("num_hidden_layers") ?? pattern.length;
  if (layers !== pattern.length) {
    const there = word("must.letters-there", { count: pattern.length });
    throw text.otherThan("hybrid_override_pattern", word("must.letter-by-layer", { layers }), there);
  }
  const mamba = pattern.includes("M") ? readRecurrent(text, modelType, hidden, "mamba2") : null;
  const attention = pattern.includes("*") ? readAttention(text, modelType, hidden, "full") : null;
  return [...pattern].map((letter) => (letter === "M" ? mamba : letter === "*" ? attention : null));
}

/** Searched architectures state attention per block. */
function readBlockConfigs(text: ConfigFields, modelType: string, hidden: number): (Mixer | null)[] {
  const heads = text.needCount("num_attention_heads");
  const blocks = text.maybeList("block_configs") ?? [];
  const linear = linearBlock(hidden);
  const byGroup = new Map<number, Mixer>();
  return blocks.map((_, index) => {
    const attention = blockPart(text, index, "attention");
    if (attention.maybeFlag("no_op") === true) return null;
    if (attention.maybeFlag("replace_with_linear") === true) return linear;
    const group = attention.needCount("n_heads_in_group");
    const mixer = byGroup.get(group) ?? searchedAttention(text, modelType, hidden, heads, heads / group);
    byGroup.set(group, mixer);
    return mixer;
  });
}

function searchedAttention(
  text: ConfigFields,
  modelType: string,
  hidden: number,
  heads: number,
  kvHeads: number,
): Mixer {
  const headDim = readHeadDim(text, "full", hidden, heads);
  return {
    kind: "full",
    heads,
    kvHeads,
    headDim,
    valueDim: headDim,
    window: null,
    qkvBias: text.maybeFlag("attention_bias") ?? isFamily("qkvBias", modelType),
    outputBias: false,
    gated: false,
    keyIsValue: false,
    qkNorm: 0,
    cross: false,
    indexer: null,
  };
}

/** Attention replaced by one square matrix: weights without any cache. */
function linearBlock(hidden: number): Mixer {
  return {
    kind: "gdn",
    matrices: [["linear in place of attention", hidden, hidden]],
    vectors: 0,
    convState: 0,
    recurrentState: 0,
    recurrentBytesPerElement: 0,
  };
}

/** One part of one block of a searched architecture. */
export function blockPart(text: ConfigFields, index: number, part: "attention" | "ffn"): ConfigFields {
  const found = text.maybeItem("block_configs", index)?.maybeObject(part) ?? null;
  if (found === null) throw text.missing([`block_configs[${index}].${part}`]);
  return found;
}
