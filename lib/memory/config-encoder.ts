import { MOST_LAYERS } from "./config-attention";
import { readDtype } from "./config-dtype";
import type { ConfigFields } from "./config-fields";
import { readQuantisation } from "./config-quantisation";
import { isFamily } from "./families";
import type { FeedForward, LayerShape, ModelShape } from "./model-shape";
import { word } from "./word";

const plainFeedForward = (width: number, hidden: number, matrices: 2 | 3, bias: boolean): FeedForward => ({
  kind: "dense",
  width,
  matrices,
  bias,
  experts: 1,
  activeExperts: 1,
  inner: hidden,
  router: 0,
});

function attentionLayer(
  heads: number,
  headDim: number,
  hidden: number,
  width: number,
  cross: boolean,
  plain: boolean,
): LayerShape {
  const bias = !plain;
  return {
    mixer: {
      kind: "full",
      heads,
      kvHeads: heads,
      headDim,
      valueDim: headDim,
      window: null,
      qkvBias: bias,
      outputBias: bias,
      gated: false,
      keyIsValue: false,
      qkNorm: 0,
      cross,
      indexer: null,
    },
    beside: null,
    feedForward: [plainFeedForward(width, hidden, plain ? 3 : 2, bias)],
    norms: (cross ? 3 : 2) * (bias ? 2 : 1) * hidden,
    sharesCache: false,
  };
}

/** BERT-like encoders: embeddings, rerankers, CLIP text towers. */
export function readEncoderOnly(text: ConfigFields, outer: ConfigFields, modelType: string): ModelShape {
  const hidden = text.needCount("hidden_size", "n_embd", "dim");
  const embedded = text.maybeCount("embedding_size") ?? hidden;
  if (embedded !== hidden) throw text.unusable("embedding_size", word("must.hidden-size"), embedded);
  const heads = text.needCount("num_attention_heads", "n_head", "n_heads");
  const width = text.needCount("intermediate_size", "n_inner", "hidden_dim");
  const gated = isFamily("gatedEncoders", modelType);
  const layer = attentionLayer(heads, hidden / heads, hidden, width, false, gated);
  const count = layerCount(text, "num_hidden_layers", "n_layer", "n_layers");
  const positions = text.needCount("max_position_embeddings", "n_positions");
  return {
    ...emptyShape(text, outer, modelType, hidden),
    layers: Array.from({ length: count }, () => layer),
    maxPositions: positions,
    positionRows: (gated ? 0 : positionRows(text, positions)) + (text.maybeCountOrZero("type_vocab_size") ?? 0),
    tiedEmbeddings: true,
    role: "encoder",
  };
}

/** DeBERTa has a table of distances, in buckets to either side, in the place of positions. */
function positionRows(text: ConfigFields, positions: number): number {
  const distances =
    text.maybeFlag("relative_attention") === true ? 2 * (text.maybeCount("position_buckets") ?? positions) : 0;
  return text.maybeFlag("position_biased_input") === false ? distances : positions + distances;
}

/** Whisper and T5: an encoder of known size, a decoder with self- and cross-attention. */
export function readEncoderDecoder(text: ConfigFields, modelType: string): ModelShape {
  const whisper = modelType === "whisper";
  const hidden = text.needCount("d_model");
  const heads = text.needCount("decoder_attention_heads", "num_heads");
  const headDim = text.maybeCount("d_kv") ?? hidden / heads;
  const width = text.needCount("decoder_ffn_dim", "d_ff");
  const gated = text.maybeText("feed_forward_proj")?.startsWith("gated") === true;
  const layer = attentionLayer(heads, headDim, hidden, width, true, !whisper);
  const decoderLayers = layerCount(text, "decoder_layers", "num_decoder_layers");
  const encoderLayers = layerCount(text, "encoder_layers", "num_layers");
  const encoderWidth = text.needCount("encoder_ffn_dim", "d_ff");
  const perEncoderLayer = 4 * hidden * heads * headDim + (gated ? 3 : 2) * hidden * encoderWidth + 4 * hidden;
  const positions = whisper ? text.needCount("max_source_positions") : null;
  const convolutions = whisper ? 3 * hidden * ((text.maybeCount("num_mel_bins") ?? 128) + hidden) : 0;
  const matrices = gated ? 3 : 2;
  return {
    ...emptyShape(text, text, modelType, hidden),
    layers: Array.from({ length: decoderLayers }, () => ({
      ...layer,
      feedForward: [plainFeedForward(width, hidden, matrices, whisper)],
    })),
    positionRows: whisper ? text.needCount("max_target_positions") : 0,
    maxPositions: text.maybeCount("max_target_positions", "n_positions"),
    tiedEmbeddings: text.maybeFlag("tie_word_embeddings") ?? isFamily("tied", modelType),
    encoder: {
      layers: encoderLayers,
      parameters: encoderLayers * perEncoderLayer + (positions ?? 0) * hidden + convolutions,
      positions,
    },
    role: "encoder-decoder",
  };
}

function layerCount(text: ConfigFields, ...names: string[]): number {
  const count = text.needCount(...names);
  if (count > MOST_LAYERS) throw text.unusable(names[0] ?? "", word("must.at-most", { most: MOST_LAYERS }), count);
  return count;
}

function emptyShape(text: ConfigFields, outer: ConfigFields, modelType: string, hidden: number) {
  return {
    modelType,
    hidden,
    vocabulary: text.needCount("vocab_size"),
    headBias: false,
    dtype: readDtype(text, outer),
    maxPositions: text.maybeCount("max_position_embeddings"),
    rope: null,
    quantisation: readQuantisation(text, outer),
    perLayerEmbedding: null,
    vision: null,
    audioParameters: 0,
    encoder: null,
    draftLayers: 0,
  };
}
