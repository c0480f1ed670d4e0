import { findModelPreset } from "@/lib/catalog/models";
import { parseConfigText } from "@/lib/memory/config-text";
import { type EstimateRequest, type EstimateRequestInput, parseEstimateRequest } from "@/lib/memory/schema";
import type { Word } from "@/lib/memory/word";
import {
  ESTIMATE_FIELDS,
  type EstimateField,
  type EstimateValues,
  fieldsFor,
  kindOf,
  sourceOf,
} from "./estimate-fields";

export type AskedRequest =
  | { readonly ok: true; readonly request: EstimateRequest }
  /** Controls that must be answered first. */
  | { readonly ok: false; readonly code: "missing"; readonly fields: readonly string[] }
  /** One control whose text cannot be used; `words` say why where those of the page do not. */
  | { readonly ok: false; readonly code: "unreadable"; readonly field: string; readonly words: Word | null }
  | {
      readonly ok: false;
      readonly code: "config";
      readonly line: number | null;
      readonly column: number | null;
      readonly words: Word;
    };

const WHOLE = /^[1-9]\d{0,11}$/;
const DIGITS = /^[1-9]\d{0,18}$/;
const SHARE = /^(0?\.\d{1,6}|1|1\.0+|0\.\d{1,6})$/;

/** Whether a control's text is one that the request can carry. Empty is "not stated". */
export function isUsable(field: EstimateField, text: string): boolean {
  if (text === "") return true;
  if (field.input === "count") return (field.name === "parameters" ? DIGITS : WHOLE).test(text);
  if (field.input === "share") return SHARE.test(text) && Number(text) > 0;
  if (field.input === "text") return text.length <= 100;
  return field.choices?.includes(text) ?? false;
}

function readValue(field: EstimateField, text: string): string | number | boolean | undefined {
  if (text === "") return undefined;
  if (field.name === "parameters") return text;
  if (field.input === "count" || field.input === "share") return Number(text);
  return field.input === "yes" ? text === "yes" : text;
}

const NEEDED_SHAPE = ["layers", "hidden", "heads", "ffn", "vocab"];

/** A dense decoder of the Llama family from its typed numbers: what most new dense models are. */
function typedConfig(v: EstimateValues): Record<string, unknown> {
  const number = (name: string) => (v[name] ? Number(v[name]) : undefined);
  const config = {
    model_type: "llama",
    num_hidden_layers: number("layers"),
    hidden_size: number("hidden"),
    num_attention_heads: number("heads"),
    num_key_value_heads: number("kvHeads") ?? number("heads"),
    head_dim: number("headDim"),
    intermediate_size: number("ffn"),
    vocab_size: number("vocab"),
    max_position_embeddings: number("positions"),
    tie_word_embeddings: v.tied === "yes",
    torch_dtype: "bfloat16",
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}

function missingOf(v: EstimateValues, configText: string): string[] {
  const source = sourceOf(v);
  const model =
    source === "typed"
      ? NEEDED_SHAPE.filter((n) => !v[n])
      : source === "config"
        ? configText.trim() === ""
          ? ["config"]
          : []
        : v.model
          ? []
          : ["model"];
  return v.gpu ? model : [...model, "gpu"];
}

function modelOf(v: EstimateValues, configText: string): EstimateRequestInput["model"] | AskedRequest {
  const parameters = v.parameters && kindOf(v) !== "media" ? { parameters: v.parameters } : {};
  const source = sourceOf(v);
  if (source === "typed") return { config: typedConfig(v), ...parameters };
  if (source === "config") {
    const read = parseConfigText(configText);
    if (!read.ok) return { ok: false, code: "config", line: read.line, column: read.column, words: read.words };
    return { config: { ...read.config }, ...parameters };
  }
  if (!findModelPreset(v.model ?? "")) return { ok: false, code: "unreadable", field: "model", words: null };
  return { preset: v.model, ...parameters };
}

/** Puts each stated value at its path in the request: `run.maxModelLen`, `parallel.tensor`, `weightFormat`. */
function stated(v: EstimateValues): {
  run: Record<string, unknown>;
  parallel: Record<string, unknown>;
  top: Record<string, unknown>;
} {
  const parts = {
    run: {} as Record<string, unknown>,
    parallel: {} as Record<string, unknown>,
    top: {} as Record<string, unknown>,
  };
  for (const group of ["load", "settings", "split"] as const) {
    for (const field of fieldsFor(v, group)) {
      const value = readValue(field, v[field.name] ?? "");
      const [head = "", leaf] = field.at.split(".");
      if (value === undefined) continue;
      if (leaf === undefined) parts.top[head] = value;
      else if (head === "run") parts.run[leaf] = value;
      else parts.parallel[leaf] = value;
    }
  }
  return parts;
}

/** What the page asks, as a request for the estimator; or what stands in the way, by the name of its control. */
export function askedRequest(v: EstimateValues, configText: string): AskedRequest {
  // A text that is no config, or a name that is none of the catalogue's, is said at once, whatever else still lacks an answer.
  const given = { config: configText.trim() !== "", preset: Boolean(v.model), typed: false }[sourceOf(v)];
  const broken = given ? modelOf(v, configText) : null;
  if (broken && "ok" in broken) return broken;
  const missing = missingOf(v, configText);
  if (missing.length > 0) return { ok: false, code: "missing", fields: missing };
  const groups =
    sourceOf(v) === "typed"
      ? (["shape", "size", "load", "settings", "split"] as const)
      : (["size", "load", "settings", "split"] as const);
  const bad = groups.flatMap((g) => fieldsFor(v, g)).find((f) => !isUsable(f, v[f.name] ?? ""));
  if (bad) return { ok: false, code: "unreadable", field: bad.name, words: null };
  const model = modelOf(v, configText);
  if ("ok" in model) return model;
  const { run, parallel, top } = stated(v);
  // Unstated, the server must at least hold one request of the planned load.
  const kind = kindOf(v);
  if (kind === "serve" && run.maxModelLen === undefined && run.contextTokens !== undefined) {
    run.maxModelLen = run.contextTokens;
  }
  const parsed = parseEstimateRequest({
    model,
    ...top,
    run: { kind, ...run },
    gpu: v.mig ? { id: v.gpu, mig: v.mig } : v.gpu,
    ...(Object.keys(parallel).length > 0 && { parallel }),
  });
  if (parsed.ok) return { ok: true, request: parsed.request };
  return { ok: false, code: "unreadable", field: controlAt(parsed.path) ?? parsed.path, words: parsed.words };
}

/** The control whose value stands at this path of the request, or null. */
export function controlAt(path: string | null): string | null {
  if (path === null) return null;
  if (path.startsWith("gpu")) return path === "gpu.mig" ? "mig" : "gpu";
  const field = ESTIMATE_FIELDS.find((f) => f.at === path);
  if (field) return field.name;
  return path.startsWith("model.config") ? "config" : path.startsWith("model") ? "model" : null;
}
