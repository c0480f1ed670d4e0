import { headsOf } from "./activations";
import type { ModelShape } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import type { EstimateRequest, Parallel } from "./schema";
import { type Word, word } from "./word";

type Axis = keyof Parallel;

/** Splits by which cards must talk to each other in every step; copies that only share a queue need no link. */
const LINKED: readonly Axis[] = ["tensor", "pipeline", "expert", "context"];

const axisOver1 = (parallel: Parallel, axes: readonly Axis[]): Axis | undefined =>
  axes.find((axis) => parallel[axis] > 1);

/** Refuses splits that the kind of run or the card does not have, before any model is read. */
export function refuseSplit({ run, gpu, parallel }: EstimateRequest): void {
  const onSlice = typeof gpu !== "string" && gpu.mig !== undefined;
  // Copies that are trained together exchange gradients.
  const linked: readonly Axis[] = run.kind === "train" ? [...LINKED, "data"] : LINKED;
  const axis = axisOver1(parallel, linked);
  if (onSlice && axis !== undefined) {
    throw new NotEstimable(`parallel.${axis}`, word("reason.mig-no-links"), "unsupported");
  }
  const none: readonly Axis[] = run.kind === "media" ? LINKED : run.kind === "embed" ? without("tensor") : [];
  const unknown = axisOver1(parallel, none);
  if (unknown === undefined) return;
  const why = word(run.kind === "media" ? "reason.pipeline-not-split" : "reason.forward-not-split");
  throw new NotEstimable(`parallel.${unknown}`, why, "unsupported");
}

const without = (axis: Axis): Axis[] => LINKED.filter((one) => one !== axis);

/** Refuses splits that this model does not allow: heads, layers and experts are never cut. */
export function refuseModelSplit(model: ModelShape, { parallel }: EstimateRequest): void {
  const heads = headsOf(model);
  if (heads > 0 && heads % parallel.tensor !== 0) {
    throw unusable("tensor", word("reason.heads-do-not-divide", { heads, ranks: parallel.tensor }));
  }
  if (parallel.pipeline > model.layers.length) {
    throw unusable(
      "pipeline",
      word("reason.stages-for-layers", { stages: parallel.pipeline, layers: model.layers.length }),
    );
  }
  if (parallel.expert === 1) return;
  const experts = Math.max(0, ...model.layers.flatMap((layer) => layer.feedForward.map(expertsOf)));
  if (experts === 0) throw unusable("expert", word("reason.no-experts"));
  if (parallel.expert > experts)
    throw unusable("expert", word("reason.experts-on-ranks", { experts, ranks: parallel.expert }));
}

const expertsOf = (part: { readonly kind: string; readonly experts: number }): number =>
  part.kind === "experts" ? part.experts : 0;

const unusable = (axis: Axis, why: Word): NotEstimable => new NotEstimable(`parallel.${axis}`, why, "unusable-field");
