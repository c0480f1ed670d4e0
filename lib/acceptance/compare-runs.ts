import type { Json } from "@/lib/digest/canonical";
import type { Facts } from "./evidence/reader-contract";

/** What one evidence says of its run. */
export interface Run {
  readonly format: string;
  readonly toolVersion: string | null;
  readonly facts: Facts;
}

export const RUN_GROUPS = ["inputs", "software", "parameters", "results"] as const;
export type RunGroup = (typeof RUN_GROUPS)[number];

export interface RunDifference {
  readonly group: RunGroup;
  /** Name of the fact, as the reader gives it. */
  readonly fact: string;
  readonly a: Json;
  readonly b: Json;
  /** (b − a) / a in percent, for numbers; null where there is none. */
  readonly changePct: number | null;
}

export interface RunComparison {
  readonly sameFormat: boolean;
  readonly differences: readonly RunDifference[];
  /** Facts that both runs give and that are equal. */
  readonly equal: number;
  /** Something besides the results differs: then the results say nothing of the card alone. */
  readonly comparable: boolean;
}

const GROUP_OF: readonly (readonly [RunGroup, RegExp])[] = [
  [
    "software",
    /^(?:version|tool_version|driver|cuda|torch|vllm|backend|nccl_version|dcgm_version|rocm|hip|engine_generation|revision)(?:_|$)/,
  ],
  [
    "inputs",
    /^(?:model|models|model_id|tokenizer_id|num_prompts|requested|request_rate|rate|strategy|burstiness|total_input_tokens|total_output_tokens|input_tokens_avg|output_tokens_avg|output_tokens_asked|max_seq_len|op|largest_size|names|ranks|nodes|gpus|gpu_count)$/,
  ],
  [
    "parameters",
    /^(?:dtype|quantization|kv_cache_dtype|tensor_parallel_size|pipeline_parallel_size|gpu_memory_utilization|block_size|max_concurrency|concurrency|streaming|persistence_mode|power_limit|mig_current|ecc_current)$/,
  ],
];
/** Identities and times always differ and explain nothing. */
const NO_MATTER =
  /^(?:date|timestamp|printed_at|label|uuids?|serials?|bus_ids?|hostnames?|well_formed|truncated|elided|documents|blocks|columns|rows)$/;

const groupOf = (fact: string): RunGroup => GROUP_OF.find(([, pattern]) => pattern.test(fact))?.[0] ?? "results";

/** Numbers, words and short lists; long lists and nested objects are one level deep. */
function flat(facts: Facts): Map<string, Json> {
  const all = new Map<string, Json>();
  for (const [key, value] of Object.entries(facts)) {
    if (NO_MATTER.test(key) || value === null) continue;
    if (Array.isArray(value)) {
      if (value.length <= 8 && value.every((v) => typeof v !== "object")) all.set(key, value);
    } else if (typeof value === "object") {
      for (const [inner, v] of Object.entries(value)) if (typeof v !== "object") all.set(`${key} ${inner}`, v as Json);
    } else all.set(key, value);
  }
  return all;
}

const changeOf = (a: Json, b: Json): number | null =>
  typeof a === "number" && typeof b === "number" && a !== 0 ? ((b - a) / Math.abs(a)) * 100 : null;

/**
 * Two runs side by side: what differs in inputs, software and parameters comes before what differs in results, so that
 * nobody blames the card for another question.
 */
export function compareRuns(a: Run, b: Run): RunComparison {
  const left = flat({ ...a.facts, tool_version: a.toolVersion });
  const right = flat({ ...b.facts, tool_version: b.toolVersion });
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const differences: RunDifference[] = [];
  let equal = 0;
  for (const fact of names) {
    const [was, is] = [left.get(fact) ?? null, right.get(fact) ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) {
      equal += 1;
      continue;
    }
    differences.push({ group: groupOf(fact), fact, a: was, b: is, changePct: changeOf(was, is) });
  }
  const order = (d: RunDifference) => RUN_GROUPS.indexOf(d.group);
  differences.sort((x, y) => order(x) - order(y) || (x.fact < y.fact ? -1 : 1));
  const sameFormat = a.format === b.format;
  return { sameFormat, differences, equal, comparable: sameFormat && differences.every((d) => d.group === "results") };
}
