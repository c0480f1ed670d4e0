import type { LayerCache } from "./kv-cache";

/** How an engine cuts its pool: blocks of one size, and how many of them sequences and tokens take. */
export interface BlockLayout {
  readonly blockBytes: number;
  /** Tokens per block. */
  readonly blockTokens: number;
  /** Layer groups that each take their own blocks for the same tokens; 1 in a uniform model. */
  readonly groups: number;
  readonly reservedBytesPerToken: number;
  /** Recurrent states and cross-attention take blocks too; else they lie beside the pool. */
  readonly holdsState: boolean;
  /** Blocks that one sequence of this many tokens takes at most. */
  readonly blocksFor: (tokens: number) => number;
  /** The longest sequence that this many blocks hold. */
  readonly tokensFor: (blocks: number) => number;
}

export interface BlockInputs {
  readonly caches: readonly LayerCache[];
  readonly blockSize: number;
  readonly batchedTokens: number;
  readonly speculativeTokens: number;
  /** Positions of the encoder that cross-attention keeps per sequence. */
  readonly encoderTokens: number;
}
