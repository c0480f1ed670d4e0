import { GIB } from "@/lib/units/bytes";
import { activationParts } from "./activations";
import type { Range } from "./answer";
import { adapterBytes, draftBytes } from "./beside";
import { graphsRange } from "./graphs";
import { blockLayout } from "./kv-blocks";
import { type LayerCache, type LogicalCache, logicalCache, stageCaches } from "./kv-cache";
import type { BlockLayout } from "./kv-layout";
import { Lines } from "./lines";
import type { ModelShape } from "./model-shape";
import { addRuntime, hasLatentAttention, LATENT_WORKSPACE_BYTES, ropeTableBytes } from "./runtime";
import type { EstimateRequest, ServeRun } from "./schema";
import type { ServeSettings } from "./serve-settings";
import type { KnownSize } from "./size";
import type { Target } from "./target";
import { PART_WORDS } from "./weight-part-words";
import { allocatedBytes, type Stage, stageWeights } from "./weights";
import { asWritten, type Word, word } from "./word";

/** One pipeline stage on its busiest rank. */
export interface StageResult {
  readonly lines: Lines;
  readonly caches: readonly LayerCache[];
  readonly layout: BlockLayout | null;
  readonly logical: LogicalCache;
  readonly budget: number;
  /** Bytes for the cache: expected, and at either end of what is uncertain. */
  readonly pool: { readonly low: number; readonly expected: number; readonly high: number };
  readonly blocks: number;
  /** GiB of captured graphs; all zero without them. */
  readonly graphs: Range;
}

const NO_GRAPHS: Range = { low: 0, expected: 0, high: 0 };

/** Share by which each part may differ from its expected size: width of the 90 % band over the open serving cases. */
const SPREAD = { plainWeights: 0.008, quantisedWeights: 0.025, ggufWeights: 0.02, activations: 0.1, runtimeGib: 0.1 };

export function serveStage(
  model: ModelShape,
  request: EstimateRequest,
  run: ServeRun,
  settings: ServeSettings,
  target: Target,
  stage: Stage,
  size: KnownSize,
): StageResult {
  const { facts } = settings;
  const lines = new Lines();
  addWeights(lines, model, settings, stage, size, run);
  addActivations(lines, model, request, settings, stage);
  const graphs = run.cudaGraphs
    ? graphsRange(facts, model, settings.plan, stage.to - stage.from, settings.split.tensor)
    : NO_GRAPHS;
  addRuntime(lines, facts, request.parallel.tensor, request.parallel.pipeline, graphs.expected);
  const draft = run.speculativeTokens > 0 && stage.last ? model.draftLayers : 0;
  const caches = stageCaches(
    model,
    settings.cache,
    settings.split.tensor,
    facts.compressedMla,
    stage.from,
    stage.to,
    draft,
  );
  const layout = blockLayout(facts, {
    caches,
    blockSize: settings.blockSize,
    batchedTokens: settings.batchedTokens,
    speculativeTokens: run.speculativeTokens,
    encoderTokens: settings.encoderTokens,
  });
  const context = run.contextTokens ?? settings.maxModelLen;
  const logical = logicalCache(caches, context, settings.encoderTokens);
  const budget = Math.floor(target.usable * settings.utilisation);
  const pool = poolOf(lines, settings, run, target, budget, layout, logical, caches, context, graphs);
  const blocks = layout === null ? 0 : Math.max(0, Math.floor(pool.expected / layout.blockBytes));
  if (facts.growsByConcatenation) addFreedPieces(lines, pool.expected, word(facts.source));
  const kept = Math.max(0, Math.floor(pool.expected));
  lines.add("kvCache", word("what.cache-pool"), kept, poolFormula(settings), {}, word(facts.source));
  return { lines, caches, layout, logical, budget, pool, blocks, graphs };
}

function addWeights(
  lines: Lines,
  model: ModelShape,
  settings: ServeSettings,
  stage: Stage,
  size: KnownSize,
  run: ServeRun,
): void {
  const { plan, split, facts } = settings;
  const allocator = facts.cache !== "as-needed";
  const { vocabularyPadding, embeddingOnHost } = facts;
  const options = { vocabularyPadding, expertPadding: settings.expertPadding, allocator, embeddingOnHost };
  const weights = stageWeights(model, plan, split, stage, options);
  const { source: main } = plan.main;
  const source = plan.uniform ? main : word("source.kept-plain", { main, plain: plan.plain.name });
  const inputs = { format: plan.main.name, tensor: split.tensor, layers: stage.to - stage.from };
  for (const [part, bytes] of weights.byPart) {
    lines.add(
      "weights",
      PART_WORDS[part],
      Math.round(bytes * size.weightScale),
      word("formula.matrices-per-rank"),
      inputs,
      source,
    );
  }
  if (stage.first && size.extraBytes > 0) {
    const beyond = { parameters: size.total };
    lines.add(
      "weights",
      word("what.parameters-beyond-config"),
      Math.ceil(size.extraBytes / split.tower),
      word(split.tower > 1 ? "formula.beyond-split" : "formula.beyond-whole"),
      beyond,
      word("source.stated-total"),
    );
  }
  addBeside(lines, model, settings, stage, run);
  const rope = ropeTableBytes(model, settings.computeBytes);
  if (rope > 0 && allocator) {
    lines.add(
      "weights",
      word("what.rotary-table"),
      allocatedBytes(rope),
      word("formula.rotary"),
      {},
      word("source.engine-code"),
    );
  }
  if (plan.format === "mxfp4" && facts.mxfp4ExtraGib > 0) {
    const extra = Math.round(facts.mxfp4ExtraGib * GIB);
    lines.add(
      "weights",
      word("what.mxfp4-loading"),
      extra,
      word("formula.constant-per-rank"),
      {},
      word("source.mxfp4-loading"),
    );
  }
  if (facts.compressedMla && allocator && hasLatentAttention(model)) {
    const [what, source] = [word("what.latent-workspace"), word("source.latent-workspace")];
    lines.add("weights", what, LATENT_WORKSPACE_BYTES, asWritten("128 MiB"), {}, source);
  }
}

/** What is loaded beside the model: layers of a built-in draft model, and slots for adapters. */
function addBeside(lines: Lines, model: ModelShape, settings: ServeSettings, stage: Stage, run: ServeRun): void {
  const { plan, split } = settings;
  if (run.speculativeTokens > 0 && stage.last && model.draftLayers > 0) {
    const bytes = draftBytes(model, plan, split);
    const inputs = { layers: model.draftLayers };
    const source = asWritten("num_nextn_predict_layers");
    lines.add("weights", word("what.draft-layers"), bytes, word("formula.draft"), inputs, source);
  }
  if (run.maxLoras > 0) {
    const bytes = adapterBytes(model, split, stage, run.maxLoras, run.maxLoraRank);
    const inputs = { adapters: run.maxLoras, rank: run.maxLoraRank };
    const [what, formula] = [word("what.adapter-slots"), word("formula.adapter-slots")];
    lines.add("weights", what, bytes, formula, inputs, word("source.adapter-slots"));
  }
}

function addActivations(
  lines: Lines,
  model: ModelShape,
  request: EstimateRequest,
  settings: ServeSettings,
  stage: Stage,
): void {
  const { plan } = settings;
  const parts = activationParts({
    model,
    facts: settings.facts,
    tensor: request.parallel.tensor,
    pipeline: request.parallel.pipeline,
    lastStage: stage.last,
    maxNumSeqs: settings.maxNumSeqs,
    batchedTokens: settings.batchedTokens,
    maxModelLen: settings.maxModelLen,
    eightBitWeights: plan.main.bits === 8 && !plan.uniform,
    sixteenBitExperts: plan.uniform && plan.main.bits === 16 && settings.facts.cache !== "as-needed",
    expertParallel: request.parallel.expert > 1,
    bytesPerElement: settings.computeBytes,
  });
  for (const part of parts) {
    lines.add("activations", part.what, part.bytes, part.formula, part.inputs, word(settings.facts.source));
  }
}

/**
 * A cache that grows by concatenation leaves a freed piece for every step, too small for the next: PyTorch's allocator
 * keeps about as much again as the cache holds. Tables of Qwen 1 at batch 16 to 100: 1.9–2.1 times the cache.
 */
function addFreedPieces(lines: Lines, cacheBytes: number, source: Word): void {
  const bytes = Math.max(0, Math.floor(cacheBytes));
  lines.add("runtime", word("what.freed-pieces"), bytes, word("formula.as-large-as-cache"), {}, source);
}

function spreadOf(lines: Lines, settings: ServeSettings, graphs: Range): { lower: number; higher: number } {
  const { plan } = settings;
  const gguf = plan.format.startsWith("gguf:");
  const share = gguf ? SPREAD.ggufWeights : plan.uniform ? SPREAD.plainWeights : SPREAD.quantisedWeights;
  const even = lines.of("weights") * share + lines.of("activations") * SPREAD.activations + SPREAD.runtimeGib * GIB;
  return {
    lower: even + (graphs.expected - graphs.low) * GIB,
    higher: even + (graphs.high - graphs.expected) * GIB,
  };
}

/** What is left for the cache, by the engine's own rule, at the expected size of all else and at both ends. */
function poolOf(
  lines: Lines,
  settings: ServeSettings,
  run: ServeRun,
  target: Target,
  budget: number,
  layout: BlockLayout | null,
  logical: LogicalCache,
  caches: readonly LayerCache[],
  context: number,
  graphs: Range,
): StageResult["pool"] {
  const { facts } = settings;
  const outside = facts.activationsOutsideBudget ? lines.of("activations") : 0;
  const inside = lines.total() - outside - (facts.graphsInsideBudget ? 0 : lines.of("cudaGraphs"));
  const spread = spreadOf(lines, settings, facts.graphsInsideBudget ? graphs : NO_GRAPHS);
  if (facts.cache === "rest-of-budget") {
    return { low: budget - inside - spread.higher, expected: budget - inside, high: budget - inside + spread.lower };
  }
  if (facts.cache === "share-of-free") {
    const free = target.usable - inside;
    const of = (rest: number) => rest * settings.utilisation;
    return { low: of(free - spread.higher), expected: of(free), high: of(free + spread.lower) };
  }
  const sequences = run.concurrency ?? settings.maxNumSeqs;
  const tokens = layout === null ? 0 : layout.blocksFor(context) * layout.blockBytes;
  const cells = facts.batchLogits ? cellBytes(caches, context, settings.batchedTokens) : tokens;
  const each = facts.engine === "transformers" ? logical.sequenceBytes : cells;
  const needed = sequences * (each + logical.stateBytes);
  return { low: needed, expected: needed, high: needed };
}

/** llama.cpp keeps cells in steps of 256; windowed layers keep their window and one micro-batch. */
function cellBytes(caches: readonly LayerCache[], context: number, batchedTokens: number): number {
  const padded = (cells: number) => Math.ceil(cells / 256) * 256;
  let bytes = 0;
  for (const { window, bytesPerToken } of caches) {
    const cells = window === null ? context : Math.min(context, window + batchedTokens);
    bytes += bytesPerToken * padded(cells);
  }
  return Math.ceil(bytes);
}

function poolFormula(settings: ServeSettings): Word {
  if (settings.facts.cache === "rest-of-budget") return word("formula.rest-of-budget");
  return word(settings.facts.cache === "share-of-free" ? "formula.share-of-free" : "formula.as-needed");
}
