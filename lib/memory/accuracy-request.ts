import type { EstimateRequestInput } from "./schema";

/** One measured case, as the public truth set keeps it: every key may be null. */
export type MeasuredCase = Readonly<Record<string, unknown>>;

/** What is known about a model beside its config: layer groups say what a shortened config leaves out. */
export interface ModelFact {
  readonly config: Readonly<Record<string, unknown>>;
  readonly kv_layer_groups: readonly {
    readonly n: number;
    readonly type: string;
    readonly window?: number;
    readonly kv_heads?: number;
    readonly head_dim?: number;
  }[];
  readonly total_params: number | null;
  readonly family?: string;
}

export type AskedCase =
  | { readonly ok: true; readonly request: EstimateRequestInput }
  | { readonly ok: false; readonly missing: string };

const LAYER_TYPES: Readonly<Record<string, string>> = {
  full: "full_attention",
  sliding: "sliding_attention",
  chunked: "chunked_attention",
  gdn: "linear_attention",
};

/** The order of layers does not matter to memory on one stage, so groups are laid out one after another. */
export function configOfFact(fact: ModelFact): Record<string, unknown> {
  const config: Record<string, unknown> = { ...fact.config };
  for (const key of ["layer_types_count", "pattern", "text", "kda_layers", "mla_layers", "mamba_state_mib_f32"])
    delete config[key];
  if (typeof config.sliding_window === "string") delete config.sliding_window;
  const kinds = new Set(fact.kv_layer_groups.map((group) => group.type));
  const known = fact.kv_layer_groups.every((group) => LAYER_TYPES[group.type] !== undefined);
  if (kinds.size > 1 && known) {
    config.layer_types = fact.kv_layer_groups.flatMap((group) => new Array(group.n).fill(LAYER_TYPES[group.type]));
  }
  // The facts state the width of a Qwen 1 layer; its config.json states twice that.
  if (config.model_type === "qwen" && typeof config.intermediate_size === "number") config.intermediate_size *= 2;
  const group = fact.kv_layer_groups[0];
  if (fact.kv_layer_groups.length === 1 && group) {
    config.num_key_value_heads ??= group.kv_heads;
    config.head_dim ??= group.head_dim;
  }
  return config;
}

/** The value of the first pattern that the words meet; null when none does. */
export const wordOf = (table: readonly (readonly [RegExp, string])[], words: unknown): string | null =>
  typeof words === "string" ? (table.find(([pattern]) => pattern.test(words))?.[1] ?? null) : null;

/** Cards by the words of a source, where the kind of card changes a rule. */
const CARDS: readonly (readonly [RegExp, string])[] = [
  [/limited|class|visible/, ""],
  [/GH200.*96/, "gh200-96"],
  [/GH200/, ""],
  [/H100 96/, "h100-nvl"],
  [/H100/, "h100-sxm"],
  [/A100.*40/, "a100-40-sxm"],
  [/A100/, "a100-80-sxm"],
  [/A10G/, "a10g"],
  [/A10\b/, "a10"],
  [/A40\b/, "a40"],
  [/\bL4\b/, "l4"],
  [/L40S/, "l40s"],
  [/H20\b/, "h20"],
  [/B200/, "b200-sxm"],
  [/MI300X/, "mi300x"],
  [/H200/, "h200-sxm"],
  [/5090/, "rtx-5090"],
  [/4090/, "rtx-4090"],
  [/3090/, "rtx-3090"],
];

/** The catalogue's id for a source's card; null when the words do not settle it. */
export const cardIdOf = (c: MeasuredCase): string | null => wordOf(CARDS, c.gpu_model) || null;
