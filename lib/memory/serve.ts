import { GIB, gib } from "@/lib/units/bytes";
import {
  type Estimate,
  FORMULA_VERSION,
  type KvAnswer,
  linesOf,
  type PlannedLoad,
  perGpuOf,
  type Range,
} from "./answer";
import { reservedSequenceBytes } from "./kv-blocks";
import type { BlockLayout } from "./kv-layout";
import type { ModelShape } from "./model-shape";
import { pipelineStages } from "./place";
import type { EstimateRequest, ServeRun } from "./schema";
import { type ServeSettings, serveSettings } from "./serve-settings";
import { type StageResult, serveStage } from "./serve-stage";
import type { KnownSize } from "./size";
import { leftByOthers, type Target } from "./target";
import { judgeServe } from "./verdict";

/** Estimates a server: the stage that holds the fewest tokens decides, since every stage must hold each sequence. */
export function estimateServe(
  model: ModelShape,
  size: KnownSize,
  request: EstimateRequest,
  run: ServeRun,
  card: Target,
): Estimate {
  const settings = serveSettings(model, request, run, card);
  // An engine with a budget takes its share of the whole card, and looks at its start whether that much is free.
  const target = settings.facts.cache === "rest-of-budget" ? card : leftByOthers(card);
  const stages = pipelineStages(model.layers.length, request.parallel.pipeline);
  const results = stages.map((stage) => serveStage(model, request, run, settings, target, stage, size));
  const busiest = results.reduce((a, b) => (tightness(b, settings) < tightness(a, settings) ? b : a));
  const peak = peakRange(busiest, settings, target);
  const kv = kvAnswer(model, request, settings, busiest);
  const planned = plannedLoad(run, settings, busiest);
  const judged = judgeServe({
    model,
    run,
    settings,
    target,
    stage: busiest,
    planned,
    peak,
    gpusPerNode: request.gpusPerNode ?? target.gpusPerNode,
  });
  return {
    id: request.id ?? null,
    formulaVersion: FORMULA_VERSION,
    verdict: judged.verdict,
    reasons: judged.reasons,
    perGpu: perGpuOf(busiest.lines, target.usable, busiest.budget, peak),
    kv,
    parameters: { total: size.total, active: size.active, weightBytes: size.weightBytes },
    plannedLoad: planned,
    lines: linesOf(busiest.lines),
  };
}

/** Sequences of full length that the stage holds; for engines without a pool, what is left of the card. */
function tightness(stage: StageResult, settings: ServeSettings): number {
  if (settings.facts.cache === "as-needed" || stage.layout === null) return -stage.lines.total();
  return stage.pool.expected / (stage.layout.blocksFor(settings.maxModelLen) * stage.layout.blockBytes);
}

/** An engine fills its budget; what may differ is what lies outside it. Without a budget, every part may differ. */
function peakRange(stage: StageResult, settings: ServeSettings, target: Target): Range {
  const total = gib(stage.lines.total());
  const { facts } = settings;
  if (facts.cache === "as-needed") {
    const spread = 0.05 * total + 0.3;
    return { low: total - spread, expected: total, high: total + spread };
  }
  const graphs = gib(stage.lines.of("cudaGraphs"));
  const outside = facts.graphsInsideBudget ? 0 : graphs;
  const low = total - Math.max(0, outside - stage.graphs.low);
  const above = outside > 0 ? stage.graphs.high - graphs : 0.3;
  return { low, expected: total, high: Math.max(total, Math.min(total + above, Math.max(total, gib(target.usable)))) };
}

function kvAnswer(model: ModelShape, request: EstimateRequest, settings: ServeSettings, stage: StageResult): KvAnswer {
  const { layout, blocks, logical, pool } = stage;
  const spread = request.parallel.context;
  const printed = layout === null ? 0 : printedTokens(layout, blocks, settings, spread);
  const longest = layout === null ? 0 : layout.tokensFor(blocks) * spread;
  return {
    dtype: settings.cache.dtype,
    logicalBytesPerTokenPerGpu: logical.bytesPerToken,
    reservedBytesPerTokenPerGpu: layout?.reservedBytesPerToken ?? 0,
    stateBytesPerSequencePerGpu: logical.stateBytes,
    poolGib: { low: pool.low / GIB, expected: pool.expected / GIB, high: pool.high / GIB },
    capacityTokens: printed,
    blocks: layout === null ? 0 : blocks,
    blockBytes: layout?.blockBytes ?? 0,
    blockTokens: (layout?.blockTokens ?? 0) * spread,
    layerGroups: layout?.groups ?? 0,
    printedTokens: printed,
    maxConcurrencyAtMaxLen: layout === null ? 0 : concurrencyOf(layout, blocks, settings, spread),
    maxModelLenThatFits: model.maxPositions === null ? longest : Math.min(longest, model.maxPositions),
  };
}

function concurrencyOf(layout: BlockLayout, blocks: number, settings: ServeSettings, spread: number): number {
  return blocks / layout.blocksFor(Math.ceil(settings.maxModelLen / spread));
}

/** What the log line says: whole blocks, or for grouped layers in newer versions concurrency × context. */
function printedTokens(layout: BlockLayout, blocks: number, settings: ServeSettings, spread: number): number {
  if (layout.groups > 1 && settings.facts.printedTokens === "by-concurrency") {
    return Math.floor(concurrencyOf(layout, blocks, settings, spread) * settings.maxModelLen);
  }
  return Math.floor(Math.floor(blocks / layout.groups) * layout.blockTokens * spread);
}

function plannedLoad(run: ServeRun, settings: ServeSettings, stage: StageResult): PlannedLoad | null {
  if (run.concurrency == null || run.contextTokens == null) return null;
  const { layout, logical } = stage;
  const each = reservedSequenceBytes(layout, run.contextTokens, logical.stateBytes);
  const needed = each * run.concurrency;
  const asNeeded = settings.facts.cache === "as-needed";
  const room = asNeeded ? stage.pool.expected + stage.budget - stage.lines.total() : stage.pool.expected;
  const holds = each === 0 ? 0 : Math.floor(Math.max(0, room) / each);
  return {
    sequences: run.concurrency,
    neededKvGib: needed / GIB,
    logicalKvGib: ((logical.sequenceBytes + logical.stateBytes) * run.concurrency) / GIB,
    fits: holds >= run.concurrency,
    batchHeadroomSequences: holds - run.concurrency,
  };
}
