import type { KeptLayers, QuantRole } from "./model-shape";

export const QUANT_ROLES: readonly QuantRole[] = [
  "attention",
  "attention-out",
  "recurrent",
  "dense",
  "shared-expert",
  "experts",
  "head",
];

const LAYER_ROLES: readonly QuantRole[] = [
  "attention",
  "attention-out",
  "recurrent",
  "dense",
  "shared-expert",
  "experts",
];

/** Parts that no scheme quantises, or that lie outside the language model: they decide nothing here. */
const OUTSIDE =
  /norm|indexer|router|gate$|gate\*$|gate\.|e_score|visual|vision|projector|^mtp|\.mtp|conv1d|in_proj_[ab]/;

/** Which matrices a module name, glob or regular expression of a quantisation list speaks of. */
export function rolesOf(name: string): readonly QuantRole[] {
  if (OUTSIDE.test(name)) return [];
  if (/lm_head|^head$|output_layer/.test(name)) return ["head"];
  if (/layers\.\d+(\.?\*)?$/.test(name) || name === "Linear") return LAYER_ROLES;
  if (/shared_expert/.test(name)) return ["shared-expert"];
  if (/experts/.test(name)) return ["experts"];
  if (/linear_attn|mixer\.(in|out)_proj/.test(name)) return ["recurrent"];
  if (/attn|attention|mixer/.test(name)) return attentionRoles(name);
  if (/mlp|ffn|feed_forward/.test(name)) return ["dense"];
  return [];
}

function attentionRoles(name: string): readonly QuantRole[] {
  if (/\.(o_proj|out_proj|wo)\b/.test(name)) return ["attention-out"];
  if (/\.(q|k|v|qkv|q_a|q_b|kv_a|kv_b)_proj/.test(name)) return ["attention"];
  // A pattern over every layer speaks of linear attention too; a numbered one names the layer's own module.
  return /\d/.test(name) ? ["attention", "attention-out"] : ["attention", "attention-out", "recurrent"];
}

/** For every role, whether all of its layers stay at the plain type, or which do. */
export function keptModules(ignored: readonly string[]): { get: (role: QuantRole) => KeptLayers } {
  const all = new Set<QuantRole>(["head"]);
  const layers = new Map<QuantRole, Set<number>>();
  for (const name of ignored) {
    const layer = /(?:layers|blocks|h)\.(\d+)/.exec(name)?.[1];
    for (const role of rolesOf(name)) {
      if (layer === undefined) all.add(role);
      else layers.set(role, (layers.get(role) ?? new Set()).add(Number(layer)));
    }
  }
  return { get: (role) => ({ all: all.has(role), layers: [...(layers.get(role) ?? [])] }) };
}
