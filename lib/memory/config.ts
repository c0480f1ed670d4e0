import { readMixers } from "./config-attention";
import { readAudio } from "./config-audio";
import { readDtype } from "./config-dtype";
import { readEncoderDecoder, readEncoderOnly } from "./config-encoder";
import { feedForwardKinds, readFeedForward } from "./config-feed-forward";
import { ConfigFields } from "./config-fields";
import { blockPattern } from "./config-layer-kinds";
import { readQuantisation } from "./config-quantisation";
import { readMamba2 } from "./config-recurrent";
import { isRecord } from "./config-text";
import { readVision } from "./config-vision";
import { isFamily } from "./families";
import type { AttentionMixer, LayerShape, Mixer, ModelShape, RopeShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { word } from "./word";

/** Objects under which multimodal configs nest the language model. */
const TEXT_KEYS = ["text_config", "llm_config", "language_config"] as const;

/**
 * Reads the content of a Hugging Face config.json into one shape for all families. Raises NotEstimable with the path
 * of the first field that is missing or cannot be used; a fact that the family's own class fixes (see families.ts) is
 * the only thing not read from the file.
 */
export function readConfig(config: unknown): ModelShape {
  if (!isRecord(config)) throw new NotEstimable("model.config", word("reason.not-an-object"), "unusable-field");
  const outer = outerFields(config);
  const inner = TEXT_KEYS.map((key) => outer.maybeObject(key)).find((fields) => fields !== null) ?? null;
  const text = inner ?? outer;
  const modelType = familyOf(text, outer);
  if (outer.maybeText("_class_name") !== null) {
    throw new NotEstimable("model.config", word("reason.diffusers-component"), "unsupported");
  }
  if (isFamily("encoders", modelType)) return readEncoderOnly(text, outer, modelType);
  if (modelType === "whisper" || modelType === "t5") return readEncoderDecoder(text, modelType);
  return readDecoder(text, outer, modelType);
}

/** Models that also speak keep what is served, with its towers, one level deeper; what else stands above holds for it. */
function outerFields(config: Readonly<Record<string, unknown>>): ConfigFields {
  const thinker = config.thinker_config;
  return isRecord(thinker)
    ? new ConfigFields({ ...config, ...thinker, model_type: config.model_type }, "thinker_config")
    : new ConfigFields(config, "");
}

function familyOf(text: ConfigFields, outer: ConfigFields): string {
  const own = text.maybeText("model_type") || outer.maybeText("model_type");
  if (own) return own;
  throw new NotEstimable(text.pathOf("model_type"), word("reason.no-model-type"));
}

function readDecoder(text: ConfigFields, outer: ConfigFields, modelType: string): ModelShape {
  const hidden = text.needCount("hidden_size", "n_embd", "d_model", "dim");
  if ((text.maybeCount("word_embed_proj_dim") ?? hidden) !== hidden) {
    throw text.unusable("word_embed_proj_dim", word("must.hidden-size"), text.record.word_embed_proj_dim);
  }
  const mixers = readMixers(text, modelType, hidden);
  const layers = readLayers(text, modelType, hidden, mixers);
  const perLayerWidth = text.maybeCountOrZero("hidden_size_per_layer_input") ?? 0;
  const vocabulary = text.needCount("vocab_size", "padded_vocab_size");
  return {
    modelType,
    hidden,
    vocabulary,
    layers,
    tiedEmbeddings: readTied(text, outer, modelType),
    headBias: text.maybeFlag("lm_head_bias") ?? ["phi", "gptj"].includes(modelType),
    dtype: readDtype(text, outer),
    maxPositions: text.maybeCount("max_position_embeddings", "n_positions", "max_sequence_length", "seq_length"),
    rope: readRope(text, modelType, mixers),
    quantisation: readQuantisation(text, outer),
    positionRows: ["gpt2", "opt"].includes(modelType) ? text.needCount("n_positions", "max_position_embeddings") : 0,
    perLayerEmbedding:
      perLayerWidth > 0
        ? {
            rows: (text.maybeCount("vocab_size_per_layer_input") ?? vocabulary) + hidden,
            width: perLayerWidth * layers.length,
          }
        : null,
    vision: readVision(outer, hidden),
    audioParameters: readAudio(outer, hidden),
    encoder: null,
    draftLayers: text.maybeCountOrZero("num_nextn_predict_layers", "mtp_num_hidden_layers") ?? 0,
    role: "decoder",
  };
}

/** Layers that are equal become one object, so that each is read and calculated once. */
function readLayers(
  text: ConfigFields,
  modelType: string,
  hidden: number,
  mixers: readonly (Mixer | null)[],
): LayerShape[] {
  const sharedFrom = mixers.length - (text.maybeCountOrZero("num_kv_shared_layers") ?? 0);
  const known = new Map<Mixer | null, Map<string, LayerShape>>();
  const feedForwardKind = feedForwardKinds(text);
  const beside = modelType === "falcon_h1" ? readMamba2(text, hidden) : null;
  return mixers.map((mixer, index) => {
    const sharesCache = index >= sharedFrom;
    const key = `${feedForwardKind(index)} ${sharesCache}`;
    const byKey = known.get(mixer) ?? new Map<string, LayerShape>();
    known.set(mixer, byKey);
    const layer = byKey.get(key) ?? {
      mixer,
      beside,
      feedForward: readFeedForward(text, modelType, hidden, index),
      norms: normElements(text, modelType, hidden, mixer),
      sharesCache,
    };
    byKey.set(key, layer);
    return layer;
  });
}

function normElements(text: ConfigFields, modelType: string, hidden: number, mixer: Mixer | null): number {
  const oneNorm = isFamily("oneNorm", modelType) || isFamily("mixerOnly", modelType);
  const blockNorms = blockPattern(text) !== null || oneNorm ? 1 : 2;
  const norms = isFamily("fourNorms", modelType) ? 4 : blockNorms;
  const perNorm = isFamily("normBias", modelType) ? 2 * hidden : hidden;
  const latent = mixer?.kind === "mla" ? mixer.kvRank + (mixer.queryRank ?? 0) : 0;
  const qk = mixer !== null && isAttention(mixer) ? mixer.qkNorm : 0;
  return norms * perNorm + latent + qk + sideElements(text, hidden);
}

/** Small matrices beside a layer: the gate and projection of its own embedding, and Gemma 3n's low-rank detour. */
function sideElements(text: ConfigFields, hidden: number): number {
  const own = text.maybeCountOrZero("hidden_size_per_layer_input") ?? 0;
  const detour = text.maybeCountOrZero("laurel_rank") ?? 0;
  return 2 * hidden * (own + detour);
}

export function isAttention(mixer: Mixer): mixer is AttentionMixer {
  return mixer.kind === "full" || mixer.kind === "sliding" || mixer.kind === "chunked";
}

function readTied(text: ConfigFields, outer: ConfigFields, modelType: string): boolean {
  const stated = text.maybeFlag("tie_word_embeddings") ?? outer.maybeFlag("tie_word_embeddings");
  if (stated !== null) return stated;
  if (isFamily("tied", modelType)) return true;
  if (isFamily("untied", modelType)) return false;
  throw text.missing(["tie_word_embeddings"]);
}

function readRope(text: ConfigFields, modelType: string, mixers: readonly (Mixer | null)[]): RopeShape | null {
  const first = mixers.find((m) => m !== null && (m.kind === "mla" || m.kind === "compressed" || isAttention(m)));
  if (!first) return null;
  if (["gpt2", "opt", "bloom", "mpt", "nemotron_h", "kimi_linear"].includes(modelType)) return null;
  const scaling = text.maybeObject("rope_scaling") ?? text.maybeObject("rope_parameters");
  const partial =
    text.maybeNumber("partial_rotary_factor", "rotary_pct") ?? scaling?.maybeNumber("partial_rotary_factor") ?? 1;
  const rotary =
    text.maybeCount("rotary_dim") ?? Math.floor(("ropeDim" in first ? first.ropeDim : first.headDim) * partial);
  const linear = scaling?.maybeText("rope_type", "type") === "linear" ? (scaling.maybeNumber("factor") ?? 1) : 1;
  const local = ["gemma3", "gemma3_text", "gemma3n", "gemma3n_text", "gemma4_text"].includes(modelType);
  return { rotaryDim: rotary, rowsFactor: linear, tables: local ? 2 : 1 };
}
