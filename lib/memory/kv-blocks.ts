import type { EngineFacts } from "./engines";
import type { LayerCache } from "./kv-cache";
import { compressedLayout } from "./kv-compressed";
import type { BlockInputs, BlockLayout } from "./kv-layout";
import { Memo } from "./memo";

/** Bytes that one sequence of this many tokens takes, with its fixed state wherever the engine keeps it. */
export function reservedSequenceBytes(layout: BlockLayout | null, tokens: number, stateBytes: number): number {
  if (layout === null) return stateBytes;
  return layout.blocksFor(tokens) * layout.blockBytes + (layout.holdsState ? 0 : stateBytes);
}

/** The engine's own layout of the cache; null when the model keeps nothing per token. */
export function blockLayout(facts: EngineFacts, inputs: BlockInputs): BlockLayout | null {
  const { blockSize, batchedTokens, speculativeTokens, encoderTokens } = inputs;
  const key = `${facts.hybridGroups} ${blockSize} ${batchedTokens} ${speculativeTokens} ${encoderTokens}`;
  return layouts.of(inputs.caches, key, () => ({ layout: makeLayout(facts, inputs) })).layout;
}

const layouts = new Memo<readonly LayerCache[], { readonly layout: BlockLayout | null }>();

function makeLayout(facts: EngineFacts, inputs: BlockInputs): BlockLayout | null {
  const compressed = facts.hybridGroups ? compressedLayout(inputs.caches, inputs) : null;
  if (compressed !== null) return compressed;
  const types = layerTypes(inputs.caches);
  const kept = types.filter((type) => type.cache.bytesPerToken > 0);
  if (kept.length === 0) return null;
  if (!facts.hybridGroups) return uniformLayout(kept, inputs.blockSize);
  const grouped = [...types, ...crossTypes(types)];
  return grouped.length === 1 ? uniformLayout(kept, inputs.blockSize) : groupedLayout(grouped, inputs);
}

function uniformLayout(types: readonly LayerType[], blockSize: number): BlockLayout {
  let perToken = 0;
  for (const type of types) perToken += type.layers * type.cache.bytesPerToken;
  return {
    blockBytes: Math.ceil(perToken * blockSize),
    blockTokens: blockSize,
    groups: 1,
    reservedBytesPerToken: perToken,
    holdsState: false,
    blocksFor: (tokens) => Math.ceil(tokens / blockSize),
    tokensFor: (blocks) => blocks * blockSize,
  };
}

const typeKey = (cache: LayerCache) => `${cache.kind}:${cache.window}:${cache.chunked}:${cache.bytesPerToken}`;

interface LayerType {
  readonly cache: LayerCache;
  readonly layers: number;
}

/**
 * vLLM's hybrid manager: layers of one type form groups of `size` (the rarest type's count; the commonest's when they
 * nearly agree), padded to whole groups; every group's page has the same bytes, so a type with smaller rows gets a
 * longer block, and a recurrent state fills one page (vllm/v1/core/kv_cache_utils.py).
 */
function groupedLayout(types: readonly LayerType[], inputs: BlockInputs): BlockLayout {
  const counts = types.map((type) => type.layers);
  const rarest = Math.min(...counts);
  const commonest = Math.max(...counts);
  const size = commonest < 1.25 * rarest ? commonest : rarest;
  const page = pageBytes(types, inputs.blockSize);
  const groupsOf = (type: LayerType) => Math.ceil(type.layers / size);
  const groups = types.reduce((sum, type) => sum + groupsOf(type), 0);
  const blockTokensOf = (type: LayerType) => (type.cache.bytesPerToken === 0 ? 1 : page / type.cache.bytesPerToken);
  const blocksFor = (tokens: number) =>
    types.reduce(
      (sum, type) => sum + groupsOf(type) * blocksOfType(type.cache, tokens, blockTokensOf(type), inputs),
      0,
    );
  const perToken = types.reduce(
    (sum, type) => sum + (type.cache.kind === "cross" ? 0 : groupsOf(type) * size * type.cache.bytesPerToken),
    0,
  );
  const fullTokens = Math.min(
    ...types.filter((t) => t.cache.kind === "full").map(blockTokensOf),
    Number.MAX_SAFE_INTEGER,
  );
  const blockTokens = fullTokens === Number.MAX_SAFE_INTEGER ? inputs.blockSize : fullTokens;
  return {
    blockBytes: Math.ceil(size * page),
    blockTokens,
    groups,
    reservedBytesPerToken: perToken,
    holdsState: true,
    blocksFor,
    tokensFor: (blocks) => longest(blocks, blocksFor, blockTokens),
  };
}

/** Cross-attention has groups of its own, with pages for the encoder's positions. */
function crossTypes(types: readonly LayerType[]): LayerType[] {
  return types
    .filter(({ cache }) => cache.crossBytesPerToken > 0)
    .map(({ cache, layers }) => ({
      cache: { ...cache, kind: "cross", bytesPerToken: cache.crossBytesPerToken, crossBytesPerToken: 0 },
      layers,
    }));
}

/** Equal layers share one object, so that only distinct ones are compared by value. */
function layerTypes(caches: readonly LayerCache[]): LayerType[] {
  const counts = new Map<LayerCache, number>();
  for (const cache of caches) counts.set(cache, (counts.get(cache) ?? 0) + 1);
  const byKey = new Map<string, LayerType>();
  for (const [cache, layers] of counts) {
    const key = typeKey(cache);
    byKey.set(key, { cache, layers: (byKey.get(key)?.layers ?? 0) + layers });
  }
  return [...byKey.values()];
}

function pageBytes(types: readonly LayerType[], blockSize: number): number {
  const rows = types.filter((type) => type.cache.bytesPerToken > 0).map((type) => type.cache.bytesPerToken);
  const state = Math.max(...types.map((type) => type.cache.stateBytes));
  const widest = Math.max(...rows);
  const block = Math.max(blockSize, Math.ceil(state / (widest * blockSize)) * blockSize);
  return widest * block;
}

function blocksOfType(cache: LayerCache, tokens: number, blockTokens: number, inputs: BlockInputs): number {
  if (cache.kind === "cross") return Math.ceil(inputs.encoderTokens / blockTokens);
  if (cache.kind === "state") return 2 + inputs.speculativeTokens;
  if (cache.window === null) return Math.ceil(tokens / blockTokens);
  const visible = cache.chunked ? cache.window : cache.window - 1;
  const kept = Math.ceil(Math.min(visible + inputs.batchedTokens, tokens) / blockTokens);
  return cache.chunked ? kept : kept + 1;
}

/** Largest token count whose blocks fit; the block count only grows with tokens, so halving finds it. */
function longest(blocks: number, blocksFor: (tokens: number) => number, blockTokens: number): number {
  if (blocksFor(1) > blocks) return 0;
  let low = 1;
  let high = Math.max(2, Math.ceil(blocks * blockTokens));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (blocksFor(middle) <= blocks) low = middle;
    else high = middle;
  }
  return blocksFor(high) <= blocks ? high : low;
}
