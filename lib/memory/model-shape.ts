import type { NotEstimable } from "./not-estimable";

/** What a config says about a model, in one form for all families. All sizes are element counts. */
export interface ModelShape {
  readonly modelType: string;
  readonly hidden: number;
  readonly vocabulary: number;
  readonly layers: readonly LayerShape[];
  /** Whether the output head is the embedding matrix itself. */
  readonly tiedEmbeddings: boolean;
  readonly headBias: boolean;
  /** Type in which 16- or 32-bit weights are kept; null when the config does not say. */
  readonly dtype: "bf16" | "fp16" | "fp32" | null;
  readonly maxPositions: number | null;
  readonly rope: RopeShape | null;
  /** A scheme that could not be read stays as the reason; it matters only when no format is asked for. */
  readonly quantisation: Quantisation | NotEstimable | null;
  /** Learned position table, rows × hidden; 0 without one. */
  readonly positionRows: number;
  /** A second embedding read per layer (Gemma 3n, some Gemma 4), with its projection from the hidden size: rows × width. */
  readonly perLayerEmbedding: { readonly rows: number; readonly width: number } | null;
  readonly vision: VisionShape | null;
  /** Parameters of the encoder for sound with its projection; 0 without one. */
  readonly audioParameters: number;
  /** Encoder in front of a decoder with cross-attention (Whisper, T5). */
  readonly encoder: EncoderShape | null;
  /** Layers of the built-in draft model, loaded only for speculative decoding. */
  readonly draftLayers: number;
  /** Encoder-only models have no output head over the vocabulary and keep no KV cache. */
  readonly role: "decoder" | "encoder" | "encoder-decoder";
}

export interface LayerShape {
  /** Null in blocks without token mixing (an expert-only block). */
  readonly mixer: Mixer | null;
  /** A recurrent mixer that works beside the attention of the same layer (Falcon-H1); null in most. */
  readonly beside: RecurrentMixer | null;
  readonly feedForward: readonly FeedForward[];
  /** Elements of normalisation vectors. */
  readonly norms: number;
  /** The layer reads the cache of an earlier layer and keeps none. */
  readonly sharesCache: boolean;
}

export interface AttentionMixer {
  readonly kind: "full" | "sliding" | "chunked";
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly valueDim: number;
  /** Tokens that stay visible; null for full attention. */
  readonly window: number | null;
  readonly qkvBias: boolean;
  readonly outputBias: boolean;
  /** The query projection is twice as wide: half of it gates the output. */
  readonly gated: boolean;
  /** Value is the key itself: no value matrix, but both are cached. */
  readonly keyIsValue: boolean;
  readonly qkNorm: number;
  /** Cross-attention over encoder output beside the self-attention. */
  readonly cross: boolean;
  /** Keys of a block index that chooses what is attended to, cached beside keys and values. */
  readonly indexer: { readonly heads: number; readonly dim: number } | null;
}

export interface MlaMixer {
  readonly kind: "mla";
  readonly heads: number;
  readonly kvRank: number;
  readonly ropeDim: number;
  readonly nopeDim: number;
  readonly valueDim: number;
  readonly queryRank: number | null;
  readonly indexer: { readonly heads: number; readonly dim: number } | null;
}

/**
 * Attention of DeepSeek-V4: one entry per token inside a window, and one per `ratio` tokens beyond it (none when the
 * ratio is 0); ratio 4 also keeps an index. Query and output projections are of low rank.
 */
export interface CompressedMixer {
  readonly kind: "compressed";
  readonly heads: number;
  readonly headDim: number;
  readonly ropeDim: number;
  readonly queryRank: number;
  readonly outputRank: number;
  readonly outputGroups: number;
  readonly window: number;
  readonly ratio: number;
  readonly indexer: { readonly heads: number; readonly dim: number } | null;
}

/** Recurrent mixers keep a fixed state per sequence instead of a cache per token. */
export interface RecurrentMixer {
  readonly kind: "gdn" | "kda" | "mamba1" | "mamba2" | "short-conv" | "lightning";
  /** Weight matrices as [rows, columns], sharded over tensor-parallel ranks by rows. */
  readonly matrices: readonly (readonly [what: string, rows: number, columns: number])[];
  readonly vectors: number;
  readonly convState: number;
  readonly recurrentState: number;
  readonly recurrentBytesPerElement: number;
}

export type Mixer = AttentionMixer | MlaMixer | CompressedMixer | RecurrentMixer;

export interface FeedForward {
  readonly kind: "dense" | "experts" | "shared-expert";
  readonly width: number;
  /** 3 with a gate (SwiGLU), 2 without. */
  readonly matrices: 2 | 3;
  readonly bias: boolean;
  /** Experts held and used per token; both 1 when dense. */
  readonly experts: number;
  readonly activeExperts: number;
  /** Width on which experts work; the hidden size unless the family projects to a smaller one. */
  readonly inner: number;
  /** Elements of the router with its biases. */
  readonly router: number;
}

export interface RopeShape {
  readonly rotaryDim: number;
  /** Rows of the table as multiples of maximum positions: linear scaling stretches it. */
  readonly rowsFactor: number;
  /** Families with local layers keep a second table. */
  readonly tables: number;
}

export interface VisionShape {
  readonly parameters: number;
  readonly hidden: number;
  readonly inner: number;
  /** Patches that an engine's profile run puts in when it uses the largest input of the processor. */
  readonly profiled: { readonly patches: number; readonly perSequence: boolean } | null;
  /** The engine keeps the whole tower on every rank. */
  readonly replicated: boolean;
}

interface EncoderShape {
  readonly layers: number;
  readonly parameters: number;
  /** Encoder positions that cross-attention keeps per sequence; null when only the input decides. */
  readonly positions: number | null;
}

export type WeightFormatName =
  | "fp32"
  | "bf16"
  | "fp16"
  | "fp8"
  | "fp8-block"
  | "int8"
  | "awq-int4"
  | "gptq-int4"
  | "w4a16"
  | "nf4"
  | "nf4-dq"
  | "mxfp4"
  | "nvfp4";

/** Kinds of matrices that a scheme may store in formats of their own. */
export type QuantRole = "attention" | "attention-out" | "recurrent" | "dense" | "shared-expert" | "experts" | "head";

/** Layers whose matrices stay at the model's own type: all of them, or these by their number from 0. */
export interface KeptLayers {
  readonly all: boolean;
  readonly layers: readonly number[];
}

export interface RoleFormat {
  readonly format: WeightFormatName;
  readonly groupSize: number | null;
  readonly kept: KeptLayers;
}

/** How the checkpoint is quantised, and which matrices it leaves at the model's own type. */
export interface Quantisation {
  /** The format of most matrices, by which the checkpoint is called. */
  readonly format: WeightFormatName;
  readonly groupSize: number | null;
  readonly roles: Readonly<Record<QuantRole, RoleFormat>>;
  /** The checkpoint asks for an 8-bit cache. */
  readonly kvCacheFp8: boolean;
}
