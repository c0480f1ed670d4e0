import { isAttention } from "./config";
import type {
  AttentionMixer,
  CompressedMixer,
  FeedForward,
  LayerShape,
  MlaMixer,
  ModelShape,
  QuantRole,
  RecurrentMixer,
} from "./model-shape";

export type WeightPart =
  | "embedding"
  | "attention"
  | "recurrent mixer"
  | "dense feed-forward"
  | "experts"
  | "shared expert"
  | "router"
  | "norms"
  | "output head"
  | "vision tower"
  | "audio tower"
  | "encoder";

/**
 * One tensor as it lies on one rank. `rows × columns` elements, `stack` times in one allocation (experts); `active` of
 * them work on a token. `role` decides which format the checkpoint may give it.
 */
export interface Tensor {
  readonly part: WeightPart;
  readonly rows: number;
  readonly columns: number;
  readonly stack: number;
  readonly active: number;
  readonly role: QuantRole | "plain";
  /** Axis along which an expert's width lies, and how many matrices share it: kernels pad that width. */
  readonly widthOn?: "rows" | "columns";
  readonly gates?: number;
  /** Share of a fused projection that makes the value: llama.cpp stores it in finer types. */
  readonly valueShare?: number;
}

/** How the model is split inside one pipeline stage. */
export interface Split {
  readonly tensor: number;
  /** Ranks over which whole experts are spread; 1 when experts are split like other matrices. */
  readonly expert: number;
  /** Ranks over which the image tower is split; 1 where each rank holds all of it. */
  readonly tower: number;
  /** Ranks over which shared experts are split. */
  readonly shared: number;
}

export const WHOLE: Split = { tensor: 1, expert: 1, tower: 1, shared: 1 };

const up = (value: number, multiple: number) => Math.ceil(value / multiple) * multiple;
const matrix = (
  part: WeightPart,
  role: Tensor["role"],
  rows: number,
  columns: number,
  stack = 1,
  active = stack,
): Tensor => ({ part, role, rows, columns, stack, active });

/** KV heads on one rank: a head is never cut, so ranks beyond the heads hold copies. */
export const kvHeadsPerRank = (kvHeads: number, tensor: number): number => Math.max(1, Math.ceil(kvHeads / tensor));

export function layerTensors(model: ModelShape, layer: LayerShape, split: Split): Tensor[] {
  const tensors: Tensor[] = layer.norms > 0 ? [matrix("norms", "plain", layer.norms, 1)] : [];
  const mixer = layer.mixer;
  if (mixer !== null) {
    if (mixer.kind === "mla") tensors.push(...mlaTensors(mixer, model.hidden, split.tensor));
    else if (mixer.kind === "compressed") tensors.push(...compressedTensors(mixer, model.hidden, split.tensor));
    else if (isAttention(mixer)) tensors.push(...attentionTensors(mixer, model.hidden, split.tensor));
    else tensors.push(...recurrentTensors(mixer, split.tensor));
  }
  if (layer.beside !== null) tensors.push(...recurrentTensors(layer.beside, split.tensor));
  for (const part of layer.feedForward) tensors.push(...feedForwardTensors(part, split));
  return tensors;
}

function attentionTensors(m: AttentionMixer, hidden: number, tensor: number): Tensor[] {
  const heads = Math.ceil(m.heads / tensor);
  const kv = kvHeadsPerRank(m.kvHeads, tensor);
  const query = heads * m.headDim * (m.gated ? 2 : 1);
  const keyValue = kv * (m.headDim + (m.keyIsValue ? 0 : m.valueDim));
  const valueShare = m.keyIsValue ? 0 : (kv * m.valueDim) / (query + keyValue);
  const tensors: Tensor[] = [
    { ...matrix("attention", "attention", query + keyValue, hidden), valueShare },
    matrix("attention", "attention-out", hidden, heads * m.valueDim),
  ];
  if (m.indexer !== null) tensors.push(matrix("attention", "plain", (m.indexer.heads + 1) * m.indexer.dim, hidden));
  if (m.qkvBias) tensors.push(matrix("attention", "plain", query + keyValue, 1));
  if (m.outputBias) tensors.push(matrix("attention", "plain", hidden, 1));
  if (m.cross) tensors.push(...attentionTensors({ ...m, cross: false }, hidden, tensor));
  return tensors;
}

function mlaTensors(m: MlaMixer, hidden: number, tensor: number): Tensor[] {
  const heads = Math.ceil(m.heads / tensor);
  const queryWidth = heads * (m.nopeDim + m.ropeDim);
  const tensors = [
    matrix("attention", "attention", m.kvRank + m.ropeDim + (m.queryRank ?? 0), hidden),
    matrix("attention", "attention", queryWidth, m.queryRank ?? hidden),
    matrix("attention", "attention", heads * (m.nopeDim + m.valueDim), m.kvRank),
    matrix("attention", "attention-out", hidden, heads * m.valueDim),
  ];
  if (m.indexer !== null) {
    tensors.push(
      matrix("attention", "attention", m.indexer.heads * m.indexer.dim, m.queryRank ?? hidden),
      matrix("attention", "plain", m.indexer.dim, hidden),
      matrix("attention", "plain", m.indexer.heads, hidden),
      matrix("norms", "plain", 2 * m.indexer.dim, 1),
    );
  }
  return tensors;
}

/** Streams that hyper-connections mix: each layer reads and writes four, with a matrix for attention and one for the rest. */
const HYPER_STREAMS = 4;
const HYPER_OUTPUTS = (2 + HYPER_STREAMS) * HYPER_STREAMS;

/** DeepSeek-V4: low-rank query and output, one shared key-value row, a compressor and its index beside it. */
function compressedTensors(m: CompressedMixer, hidden: number, tensor: number): Tensor[] {
  const heads = Math.ceil(m.heads / tensor);
  const groups = Math.ceil(m.outputGroups / tensor);
  const tensors = [
    matrix("attention", "attention", m.queryRank + m.headDim, hidden),
    matrix("attention", "attention", heads * m.headDim, m.queryRank),
    matrix("attention", "attention-out", groups * m.outputRank, (m.heads * m.headDim) / m.outputGroups),
    matrix("attention", "attention-out", hidden, groups * m.outputRank),
    matrix("norms", "plain", m.queryRank + m.headDim + heads, 1),
    matrix("norms", "plain", 2 * HYPER_OUTPUTS * HYPER_STREAMS, hidden),
  ];
  if (m.ratio > 0) tensors.push(...compressorTensors(m.headDim, m.ratio, hidden));
  if (m.indexer !== null) {
    tensors.push(
      matrix("attention", "attention", m.indexer.heads * m.indexer.dim, m.queryRank),
      matrix("attention", "plain", m.indexer.heads, hidden),
      ...compressorTensors(m.indexer.dim, m.ratio, hidden),
    );
  }
  return tensors;
}

/** Value and gate of what is folded together; the fine ratio folds overlapping windows, so both are twice as wide. */
function compressorTensors(width: number, ratio: number, hidden: number): Tensor[] {
  const wide = (ratio === 4 ? 2 : 1) * width;
  return [matrix("attention", "plain", 2 * wide, hidden), matrix("attention", "plain", ratio, wide)];
}

function recurrentTensors(m: RecurrentMixer, tensor: number): Tensor[] {
  const matrices = m.matrices.map(([what, rows, columns]) =>
    what.startsWith("output") && !what.includes("gate")
      ? matrix("recurrent mixer", "recurrent", rows, Math.ceil(columns / tensor))
      : matrix("recurrent mixer", "recurrent", Math.ceil(rows / tensor), columns),
  );
  return [...matrices, matrix("recurrent mixer", "plain", Math.ceil(m.vectors / tensor), 1)];
}

const FEED_FORWARD_PARTS = {
  dense: "dense feed-forward",
  experts: "experts",
  "shared-expert": "shared expert",
} as const;

function feedForwardTensors(f: FeedForward, split: Split): Tensor[] {
  const part = FEED_FORWARD_PARTS[f.kind];
  const byExpert = f.kind === "experts" && split.expert > 1;
  const stack = byExpert ? Math.ceil(f.experts / split.expert) : f.experts;
  const ranks = f.kind === "shared-expert" ? split.shared : split.tensor;
  const width = byExpert ? f.width : Math.ceil(f.width / ranks);
  const active = Math.min(f.activeExperts, stack);
  const gates = f.matrices - 1;
  const tensors: Tensor[] = [
    { ...matrix(part, f.kind, gates * width, f.inner, stack, active), widthOn: "rows" as const, gates },
    { ...matrix(part, f.kind, f.inner, width, stack, active), widthOn: "columns" as const, gates: 1 },
  ];
  if (f.bias) tensors.push(matrix(part, "plain", gates * width + f.inner, 1, stack, active));
  if (f.router > 0) tensors.push(matrix("router", "plain", f.router, 1));
  return tensors;
}

/** Engines pad the vocabulary to 64 rows per rank, so that every rank gets the same share. */
const paddedVocabulary = (vocabulary: number, padTo: number, tensor: number): number =>
  padTo === 1 ? Math.ceil(vocabulary / tensor) : up(vocabulary, padTo * tensor) / tensor;

/** Tensors before the first layer. `padTo` 1 gives the plain checkpoint. */
export function inputTensors(model: ModelShape, split: Split, padTo: number): Tensor[] {
  const rows = paddedVocabulary(model.vocabulary, padTo, split.tensor);
  const tensors = [matrix("embedding", "plain", rows, model.hidden)];
  if (model.positionRows > 0) tensors.push(matrix("embedding", "plain", model.positionRows, model.hidden));
  if (model.perLayerEmbedding) {
    const extra = model.perLayerEmbedding;
    tensors.push(matrix("embedding", "plain", Math.ceil(extra.rows / split.tensor), extra.width));
  }
  if (model.vision) tensors.push(matrix("vision tower", "plain", Math.ceil(model.vision.parameters / split.tower), 1));
  if (model.audioParameters > 0)
    tensors.push(matrix("audio tower", "plain", Math.ceil(model.audioParameters / split.tower), 1));
  if (model.encoder) tensors.push(matrix("encoder", "plain", Math.ceil(model.encoder.parameters / split.tensor), 1));
  return tensors;
}

/** Tensors after the last layer. A tied head costs nothing on the stage that also holds the embedding. */
export function outputTensors(model: ModelShape, split: Split, padTo: number, holdsEmbedding: boolean): Tensor[] {
  const tensors = [matrix("norms", "plain", model.hidden, 1)];
  const rows = paddedVocabulary(model.vocabulary, padTo, split.tensor);
  if (model.role === "encoder") return tensors;
  if (!model.tiedEmbeddings || !holdsEmbedding) tensors.push(matrix("output head", "head", rows, model.hidden));
  if (model.headBias) tensors.push(matrix("output head", "plain", rows, 1));
  return tensors;
}
