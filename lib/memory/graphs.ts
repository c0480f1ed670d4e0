import type { Range } from "./answer";
import type { EngineFacts, GraphsLaw } from "./engines";
import { Memo } from "./memo";
import type { ModelShape } from "./model-shape";
import { hasLatentAttention } from "./runtime";
import type { WeightPlan } from "./weights";

/** 90 % of the 49 logs behind the law lie within this. */
const LOWEST = 0.8;
const HIGHEST = 1.25;

/** What graphs of one stage take, GiB: by the engine's law, else its constant. */
export function graphsRange(
  facts: EngineFacts,
  model: ModelShape,
  plan: WeightPlan,
  layers: number,
  tensor: number,
): Range {
  const law = facts.graphsLaw;
  if (law === null) return facts.graphsGib;
  return ranges.of(plan, `${facts.label} ${layers} ${tensor}`, () => byLaw(law, model, plan, layers, tensor));
}

const ranges = new Memo<WeightPlan, Range>();

function byLaw(law: GraphsLaw, model: ModelShape, plan: WeightPlan, layers: number, tensor: number): Range {
  const hasExperts = model.layers.some((layer) => layer.feedForward.some((part) => part.kind === "experts"));
  const hasLatent = hasLatentAttention(model);
  const expected =
    law.base +
    layers * (law.perLayer + (law.perLayerHidden * model.hidden) / tensor) +
    (hasExperts ? law.experts : 0) +
    (hasLatent ? law.latent : 0) +
    (hasExperts && plan.roles.experts.format.name === "MXFP4" ? law.mxfp4 : 0);
  return { low: LOWEST * expected, expected, high: HIGHEST * expected };
}
