import { findModelPreset, listModelPresets } from "@/lib/catalog/models";
import { configOfFact, type MeasuredCase, type ModelFact } from "./accuracy-request";
import { readConfig } from "./config";
import { isRecord } from "./config-text";
import { NotEstimable } from "./not-estimable";

type Config = Readonly<Record<string, unknown>>;

export type KnownModel =
  | { readonly ok: true; readonly config: Config; readonly parameters: string | null }
  | { readonly ok: false; readonly missing: string };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Words that a source adds to a model's name: formats, tuning, dates, what it was packed for. */
const VARIANT_WORDS =
  /[-.](chat|instruct|it|hf|bf16|f16|unpacked|fp8|fp8-dynamic|nvfp4|awq|gptq|gguf|int4|int8|autoround|autoround-int4|quantized\.w\w+|dynamic|\d{4}|v0\.\d)$/;

/** The repository part of a name, in small letters, without what says nothing about the shape. */
function bareName(name: string): string {
  const last =
    name
      .replace(/\s*\(.*$/, "")
      .split("/")
      .at(-1) ?? "";
  let bare = last
    .toLowerCase()
    .trim()
    .replace(/[_ ]/g, "-")
    .replace(/^nvidia-/, "");
  for (let shorter = bare.replace(VARIANT_WORDS, ""); shorter !== bare; shorter = bare.replace(VARIANT_WORDS, "")) {
    bare = shorter;
  }
  return bare;
}

let presetsByName: ReadonlyMap<string, Config> | null = null;

/** Presets by bare name; the plain checkpoint comes before its quantised copies. */
function byName(): ReadonlyMap<string, Config> {
  if (presetsByName !== null) return presetsByName;
  const found = new Map<string, Config>();
  const language = listModelPresets().filter((preset) => preset.kind !== "media");
  for (const plain of [true, false]) {
    for (const { id, config } of language) {
      if (config === null || (config.quantization_config === undefined) !== plain) continue;
      if (!found.has(bareName(id))) found.set(bareName(id), config);
    }
  }
  presetsByName = found;
  return found;
}

/** The catalogue's config for the model that a source names, or for the key under which the truth set keeps it. */
function presetOf(c: MeasuredCase): Config | null {
  const names = [textOf(c.model_id), textOf(c.model_key)].filter((name) => name !== "");
  for (const name of names) {
    const config = findModelPreset(name)?.config ?? byName().get(bareName(name)) ?? null;
    if (config !== null) return config;
  }
  // Last, without the size: a model that comes in one size only may be called without it.
  for (const name of names) {
    const config = byName().get(bareName(name).replace(/-\d+b$/, ""));
    if (config !== undefined) return config;
  }
  return null;
}

/** The fact of a case whose source names the model but not the key: the key is the name without its variant. */
function factOf(c: MeasuredCase, facts: Readonly<Record<string, ModelFact>>): ModelFact | undefined {
  if (typeof c.model_key === "string") return facts[c.model_key];
  const bare = bareName(textOf(c.model_id));
  const key = Object.keys(facts).find((name) => bareName(name) === bare);
  return key === undefined ? undefined : facts[key];
}

/** Facts shorten these families: what their towers, states and indexes need stands only in a whole config. */
const SHORTENED = /vision|GDN|KDA|mamba|CSA|encoder-decoder/i;

/** A text-only config of the catalogue says no more than the fact of a model that also sees. */
const isShortened = (family: string, whole: Config): boolean =>
  SHORTENED.test(family) && (!/vision/.test(family) || isRecord(whole.vision_config));

/** The config behind a case: the facts beside the truth set, or the catalogue where those are shortened or lack it. */
export function modelOf(c: MeasuredCase, facts: Readonly<Record<string, ModelFact>>): KnownModel {
  const fact = factOf(c, facts);
  const whole = presetOf(c);
  if (fact === undefined) {
    return whole === null ? { ok: false, missing: "model config" } : { ok: true, config: whole, parameters: null };
  }
  if (whole !== null && isShortened(textOf(fact.family), whole)) return { ok: true, config: whole, parameters: null };
  const config = factConfig(c, fact, whole);
  const problem = problemOf(config);
  if (problem === null) {
    return { ok: true, config, parameters: fact.total_params ? String(Math.round(fact.total_params)) : null };
  }
  return whole === null ? { ok: false, missing: problem } : { ok: true, config: whole, parameters: null };
}

/** Facts state the type and the longest context apart, or not at all. */
function factConfig(c: MeasuredCase, fact: ModelFact, whole: Config | null): Config {
  const config = { torch_dtype: c.compute_dtype === "float16" ? "float16" : "bfloat16", ...configOfFact(fact) };
  if ("max_position_embeddings" in config || whole === null) return config;
  const text = isRecord(whole.text_config) ? whole.text_config : whole;
  return { ...config, max_position_embeddings: text.max_position_embeddings ?? null };
}

function problemOf(config: Config): string | null {
  try {
    readConfig(config);
    return null;
  } catch (problem) {
    if (problem instanceof NotEstimable) return `model.config.${problem.field}`;
    throw problem;
  }
}
