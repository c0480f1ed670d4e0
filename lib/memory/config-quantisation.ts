import type { ConfigFields } from "./config-fields";
import { isRecord } from "./config-text";
import { WHOLE_ROW } from "./formats";
import type { KeptLayers, Quantisation, QuantRole, RoleFormat, WeightFormatName } from "./model-shape";
import { NotEstimable } from "./not-estimable";
import { keptModules, QUANT_ROLES, rolesOf } from "./quantised-modules";
import { word } from "./word";

/**
 * `quantization_config` at the top or inside the text config; null for a plain checkpoint. A scheme
 * that is not known is handed on: it only matters when no weight format is asked for.
 */
export function readQuantisation(text: ConfigFields, outer: ConfigFields): Quantisation | NotEstimable | null {
  const at = [outer, text].find((fields) => fields.has("quantization_config"));
  if (at === undefined) return null;
  const found = at.maybeObject("quantization_config");
  if (found === null) return at.unusable("quantization_config", word("must.object"), at.record.quantization_config);
  const expertType = text.maybeText("expert_dtype");
  try {
    return readMethod(found, expertType);
  } catch (problem) {
    if (problem instanceof NotEstimable) return problem;
    throw problem;
  }
}

/**
 * Puts the `hf_quant_config.json` that ModelOpt writes beside a config into it. A `quantization_config` in the config
 * itself is the same statement in a newer form and wins.
 */
export function withQuantConfig(
  config: Readonly<Record<string, unknown>>,
  quantConfig: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (isRecord(config.quantization_config)) return config;
  const stated = isRecord(quantConfig.quantization) ? quantConfig.quantization : quantConfig;
  return { ...config, quantization_config: { quant_method: "modelopt", ...stated } };
}

function readMethod(found: ConfigFields, expertType: string | null): Quantisation {
  const mixed = mixedFormats(found);
  const format = mixed?.main ?? formatOf(found);
  const groupSize = groupSizeOf(found);
  const kept = keptModules(ignoredModules(found));
  const roles = {} as Record<QuantRole, RoleFormat>;
  for (const role of QUANT_ROLES) {
    const own = mixed?.roles.get(role);
    if (own !== undefined) roles[role] = { format: own.format, groupSize: own.groupSize, kept: noneKept };
    else if (mixed !== null) roles[role] = { format, groupSize, kept: mixed.restIsPlain ? allKept : headKept(role) };
    else roles[role] = { format, groupSize, kept: keptBy(found, kept, role) };
  }
  if (expertType === "fp4" && mixed === null) roles.experts = { format: "mxfp4", groupSize: 32, kept: noneKept };
  return { format, groupSize, roles, kvCacheFp8: asksForFp8Cache(found) };
}

const noneKept: KeptLayers = { all: false, layers: [] };
const allKept: KeptLayers = { all: true, layers: [] };
const headKept = (role: QuantRole): KeptLayers => (role === "head" ? allKept : noneKept);

/** Of OpenAI's own MXFP4 only experts are stored so; a head is kept unless the scheme says that it is quantised too. */
function keptBy(q: ConfigFields, kept: ReturnType<typeof keptModules>, role: QuantRole): KeptLayers {
  if (q.maybeText("quant_method") === "mxfp4") return role === "experts" ? noneKept : allKept;
  return role === "head" && q.maybeFlag("lm_head") === true ? noneKept : kept.get(role);
}

interface MixedFormats {
  readonly main: WeightFormatName;
  readonly roles: ReadonlyMap<QuantRole, { readonly format: WeightFormatName; readonly groupSize: number | null }>;
  /** Matrices that no list names stay at the plain type. */
  readonly restIsPlain: boolean;
}

/** Several formats in one checkpoint, by the lists that say which module has which. Null for one format. */
function mixedFormats(q: ConfigFields): MixedFormats | null {
  const roles = new Map<QuantRole, { format: WeightFormatName; groupSize: number | null }>();
  const listed = q.maybeObject("quantized_layers");
  const groups = q.maybeObject("config_groups");
  const isMixed = (q.maybeText("quant_algo") ?? "").toUpperCase().includes("MIXED");
  if (listed !== null && isMixed) {
    for (const name of Object.keys(listed.record)) {
      const layer = listed.maybeObject(name);
      const format = layer === null ? null : byAlgorithm(layer.maybeText("quant_algo"));
      if (layer === null || format === null) throw q.unusable("quantized_layers", word("must.known-formats"), name);
      for (const role of rolesOf(name)) roles.set(role, { format, groupSize: layer.maybeCount("group_size") });
    }
  } else if (groups !== null && Object.keys(groups.record).length > 1) {
    for (const name of Object.keys(groups.record)) {
      const group = groups.maybeObject(name);
      if (group === null) continue;
      const format = formatOfWeights(group.maybeObject("weights") ?? group);
      const groupSize = group.maybeObject("weights")?.maybeCount("group_size") ?? null;
      for (const target of group.maybeList("targets") ?? []) {
        for (const role of rolesOf(String(target))) roles.set(role, { format, groupSize });
      }
    }
  } else return isMixed ? refuseMixed(q) : null;
  const blocks = q.maybeText("quant_method") === "fp8" && q.has("weight_block_size");
  const first = roles.get("experts") ?? roles.get("dense") ?? [...roles.values()][0];
  if (first === undefined) return refuseMixed(q);
  return { main: blocks ? "fp8-block" : first.format, roles, restIsPlain: !blocks };
}

function refuseMixed(q: ConfigFields): never {
  throw new NotEstimable(q.pathOf("quantized_layers"), word("reason.formats-mixed"), "unsupported");
}

function byAlgorithm(algorithm: string | null): WeightFormatName | null {
  const name = (algorithm ?? "").toUpperCase();
  if (name.includes("NVFP4")) return "nvfp4";
  if (name.includes("MXFP4")) return "mxfp4";
  if (name.startsWith("FP8_PB") || name.includes("BLOCK")) return "fp8-block";
  if (name.startsWith("FP8")) return "fp8";
  if (name.startsWith("W4A16") || name.startsWith("W4A8") || name.includes("INT4")) return "w4a16";
  if (name.startsWith("INT8") || name.startsWith("W8A8")) return "int8";
  return null;
}

function formatOf(q: ConfigFields): WeightFormatName {
  const method = q.maybeText("quant_method") ?? "";
  const algorithm = byAlgorithm(q.maybeText("quant_algo", "moe_quant_algo"));
  if (algorithm !== null) return algorithm;
  if (method === "fp8" || method === "fbgemm_fp8") return q.has("weight_block_size") ? "fp8-block" : "fp8";
  if (method === "mxfp4") return "mxfp4";
  if (method === "awq" || method === "awq_marlin") return byBits(q, "awq-int4");
  if (/^(gptq|gptq_marlin|auto[-_]round)$/.test(method)) return byBits(q, "gptq-int4");
  if (method === "bitsandbytes") return fromBitsandbytes(q);
  if (method === "quark") return fromQuark(q);
  if (method === "compressed-tensors" || q.has("config_groups")) return fromGroups(q);
  throw new NotEstimable(
    q.pathOf("quant_method"),
    method === "" ? word("reason.method-not-stated") : word("reason.method-unknown", { method }),
    "unsupported",
  );
}

function fromBitsandbytes(q: ConfigFields): WeightFormatName {
  if (q.maybeFlag("load_in_8bit") === true) return "int8";
  return q.maybeFlag("bnb_4bit_use_double_quant") === true ? "nf4-dq" : "nf4";
}

/** AMD's tool: one scheme for all layers; schemes by layer are refused, since no list says which matrices they are. */
function fromQuark(q: ConfigFields): WeightFormatName {
  const byLayer = q.maybeObject("layer_quant_config");
  if (byLayer !== null && Object.keys(byLayer.record).length > 0) return refuseMixed(q);
  const weight = q.maybeObject("global_quant_config")?.maybeObject("weight") ?? null;
  if (weight === null) throw q.missing(["global_quant_config.weight"]);
  const dtype = weight.maybeText("dtype") ?? "";
  if (dtype.startsWith("fp8")) return "fp8";
  if (dtype === "fp4" && weight.maybeCount("group_size") === 32) return "mxfp4";
  if (dtype === "int8") return "int8";
  if (dtype === "int4" || dtype === "uint4") return "w4a16";
  throw weight.unusable("dtype", word("must.quark-dtype"), dtype);
}

function byBits(q: ConfigFields, four: WeightFormatName): WeightFormatName {
  const bits = q.needCount("bits", "w_bit");
  if (bits === 4) return four;
  if (bits === 8) return "int8";
  throw q.unusable("bits", word("must.bits"), bits);
}

/** compressed-tensors describes each group by type, bits and strategy; weights that also leave out zeros have no law here. */
function fromGroups(q: ConfigFields): WeightFormatName {
  const sparse = q.maybeObject("sparsity_config")?.maybeText("format") ?? "dense";
  if (sparse.startsWith("sparse")) {
    throw new NotEstimable(
      q.pathOf("sparsity_config.format"),
      word("reason.sparsity-unknown", { format: sparse }),
      "unsupported",
    );
  }
  const groups = q.maybeObject("config_groups");
  const name = groups === null ? undefined : Object.keys(groups.record)[0];
  const weights = name === undefined ? null : (groups?.maybeObject(name)?.maybeObject("weights") ?? null);
  if (weights === null) throw q.missing(["config_groups"]);
  return formatOfWeights(weights);
}

function formatOfWeights(weights: ConfigFields): WeightFormatName {
  const bits = weights.needCount("num_bits");
  const float = weights.maybeText("type") === "float";
  if (bits === 8) return float ? (weights.maybeText("strategy") === "block" ? "fp8-block" : "fp8") : "int8";
  if (bits !== 4) throw weights.unusable("num_bits", word("must.bits"), bits);
  if (!float) return "w4a16";
  return weights.maybeCount("group_size") === 16 ? "nvfp4" : "mxfp4";
}

function groupSizeOf(q: ConfigFields): number | null {
  const stated = q.maybeNumber("group_size", "q_group_size");
  if (stated === -1) return WHOLE_ROW;
  if (stated !== null) return q.maybeCount("group_size", "q_group_size");
  const groups = q.maybeObject("config_groups");
  const name = groups === null ? undefined : Object.keys(groups.record)[0];
  return name === undefined
    ? null
    : (groups?.maybeObject(name)?.maybeObject("weights")?.maybeCount("group_size") ?? null);
}

function ignoredModules(q: ConfigFields): readonly string[] {
  const names = ["modules_to_not_convert", "ignore", "exclude_modules", "exclude", "llm_int8_skip_modules"];
  const dynamic = q.maybeObject("dynamic");
  const excluded = dynamic === null ? [] : Object.keys(dynamic.record).filter((key) => key.startsWith("-:"));
  if (dynamic !== null) refuseOtherBits(q, dynamic, (key) => !key.startsWith("-:"));
  const extra = q.maybeObject("extra_config");
  if (extra !== null) excluded.push(...Object.keys(extra.record).filter((key) => bitsOf(extra, key) >= 16));
  if (extra !== null) refuseOtherBits(q, extra, (key) => bitsOf(extra, key) < 16);
  const listed = names.flatMap((name) => q.maybeList(name) ?? []).filter((name) => typeof name === "string");
  return [...listed, ...excluded];
}

/** Bits that an exception states; those of the whole checkpoint where it states none. */
const bitsOf = (exceptions: ConfigFields, key: string): number => exceptions.maybeObject(key)?.maybeCount("bits") ?? 0;

/** Exceptions with fewer or more bits than the rest: several formats without a list by matrix. */
function refuseOtherBits(q: ConfigFields, exceptions: ConfigFields, concerns: (key: string) => boolean): void {
  const bits = q.maybeCount("bits");
  const other = Object.keys(exceptions.record).some((key) => {
    const own = bitsOf(exceptions, key);
    return concerns(key) && own !== 0 && own !== bits;
  });
  if (other) refuseMixed(q);
}

function asksForFp8Cache(q: ConfigFields): boolean {
  if (q.has("kv_cache_quant_algo")) return q.record.kv_cache_quant_algo === "FP8";
  const scheme = q.maybeObject("kv_cache_scheme");
  return scheme !== null ? scheme.maybeCount("num_bits") === 8 : q.record.kv_cache_scheme === "FP8";
}
