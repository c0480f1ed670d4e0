import { GIB, gib } from "@/lib/units/bytes";
import { activeWidth } from "./activations";
import { type Estimate, FORMULA_VERSION, linesOf, perGpuOf, type Reason, reasonOf } from "./answer";
import { engineFacts } from "./engines";
import { computeType } from "./kv-cache";
import { Lines } from "./lines";
import type { ModelShape } from "./model-shape";
import { stageSplit } from "./place";
import type { EmbedRun, EstimateRequest } from "./schema";
import type { KnownSize } from "./size";
import type { Target } from "./target";
import { judgeByPeak } from "./verdict";
import { PART_WORDS } from "./weight-part-words";
import { planWeights, stageWeights } from "./weights";
import { word } from "./word";

/** Encoders and rerankers, and decoders used as such: one forward pass over a batch, no cache. */
export function estimateEmbed(
  model: ModelShape,
  size: KnownSize,
  request: EstimateRequest,
  run: EmbedRun,
  target: Target,
): Estimate {
  const { facts } = engineFacts("transformers", null);
  const plan = planWeights(model, request.weightFormat);
  const split = stageSplit(model, request.parallel, plan.uniform);
  const whole = { from: 0, to: model.layers.length, first: true, last: true };
  const options = { vocabularyPadding: 1, expertPadding: null, allocator: true, embeddingOnHost: false };
  const lines = new Lines();
  for (const [part, bytes] of stageWeights(model, plan, split, whole, options).byPart) {
    lines.add(
      "weights",
      PART_WORDS[part],
      Math.round(bytes * size.weightScale),
      word("formula.matrices"),
      {},
      plan.main.source,
    );
  }
  // An encoder has no position for more, and cuts the text; a decoder's rotary positions have no such end.
  const longest = model.role === "encoder" ? (model.maxPositions ?? run.sequenceLength) : run.sequenceLength;
  const length = Math.min(run.sequenceLength, longest);
  const tokens = run.batch * length;
  const width = activeWidth(model);
  const element = computeType(model, request.weightFormat) === "fp32" ? 2 : 1;
  const inputs = { batch: run.batch, length, h: model.hidden, I: width };
  const bytes = tokens * element * (8 * model.hidden + 6 * width);
  const [what, formula] = [word("what.widest-layer"), word("formula.batch-tokens")];
  lines.add("activations", what, bytes, formula, inputs, word("source.one-forward"));
  const context = Math.round(0.4 * GIB);
  lines.add("runtime", word("what.context"), context, word("formula.constant"), {}, word(facts.source));
  const total = gib(lines.total());
  const spread = 0.05 * total + 0.5 * gib(lines.of("activations")) + 0.2;
  const peak = { low: total - spread, expected: total, high: total + spread };
  return {
    id: request.id ?? null,
    formulaVersion: FORMULA_VERSION,
    ...judgeByPeak(target, peak, length < run.sequenceLength ? [cutText(model, length)] : []),
    perGpu: perGpuOf(lines, target.usable, target.usable, peak),
    kv: null,
    parameters: { total: size.total, active: size.active, weightBytes: size.weightBytes },
    plannedLoad: null,
    lines: linesOf(lines),
  };
}

function cutText(model: ModelShape, length: number): Reason {
  const words = word("reason.text-is-cut", { model: model.modelType, tokens: length });
  return reasonOf("text-is-cut", "run.sequenceLength", words);
}
