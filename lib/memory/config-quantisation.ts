import type { ConfigFields } from "./config-fields";
import type { Quantisation, WeightFormatName } from "./model-shape";
import { NotEstimable } from "./not-estimable";

/**
 * `quantization_config` at the top or inside the text config; null for a plain checkpoint. A scheme
 * that is not known is handed on: it only matters when no weight format is asked for.
 */
export function readQuantisation(text: ConfigFields, outer: ConfigFields): Quantisation | NotEstimable | null {
  const found = outer.maybeObject("quantization_config") ?? text.maybeObject("quantization_config");
  if (found === null) return null;
  try {
    return readMethod(found);
  } catch (problem) {
    if (problem instanceof NotEstimable) return problem;
    throw problem;
  }
}

function readMethod(found: ConfigFields): Quantisation {
  const format = formatOf(found);
  const ignored = ignoredModules(found);
  const touches = (pattern: RegExp) => ignored.some((name) => pattern.test(name));
  return {
    format,
    groupSize: groupSizeOf(found),
    keeps: {
      attention: format === "mxfp4" || touches(/attn|attention/),
      dense: format === "mxfp4" || touches(/mlp\\?\.?\(?(gate\||gate_up|up|down)/),
      sharedExperts: format === "mxfp4" || touches(/shared_expert/),
      head: true,
    },
    kvCacheFp8: asksForFp8Cache(found),
  };
}

function formatOf(q: ConfigFields): WeightFormatName {
  const method = q.maybeText("quant_method") ?? "";
  const algorithm = (q.maybeText("quant_algo", "moe_quant_algo") ?? "").toUpperCase();
  if (algorithm.startsWith("NVFP4") || q.maybeText("moe_quant_algo")?.includes("NVFP4")) return "nvfp4";
  if (algorithm.includes("MIXED")) {
    throw new NotEstimable(
      q.pathOf("quant_algo"),
      "several formats in one checkpoint: state model.weightBytes",
      "unsupported",
    );
  }
  if (algorithm === "FP8") return "fp8";
  if (algorithm.startsWith("W4A16")) return "w4a16";
  if (algorithm.startsWith("W4A8")) return "w4a16";
  if (method === "fp8" || method === "fbgemm_fp8") return q.has("weight_block_size") ? "fp8-block" : "fp8";
  if (method === "mxfp4") return "mxfp4";
  if (method === "awq") return "awq-int4";
  if (method === "gptq" || method === "auto-round" || method === "auto_round") return byBits(q, "gptq-int4");
  if (method === "bitsandbytes") return q.maybeFlag("load_in_8bit") ? "int8" : "nf4";
  if (method === "compressed-tensors" || q.has("config_groups")) return fromGroups(q);
  throw new NotEstimable(
    q.pathOf("quant_method"),
    `quantisation method ${method || "not stated"} is not known`,
    "unsupported",
  );
}

function byBits(q: ConfigFields, four: WeightFormatName): WeightFormatName {
  const bits = q.needCount("bits");
  if (bits === 4) return four;
  if (bits === 8) return "int8";
  throw q.unusable("bits", "4 or 8", bits);
}

/** compressed-tensors describes each group by type, bits and strategy. */
function fromGroups(q: ConfigFields): WeightFormatName {
  const groups = q.maybeObject("config_groups");
  const name = groups === null ? undefined : Object.keys(groups.record)[0];
  const weights = name === undefined ? null : (groups?.maybeObject(name)?.maybeObject("weights") ?? null);
  if (weights === null) throw q.missing(["config_groups"]);
  const bits = weights.needCount("num_bits");
  const float = weights.maybeText("type") === "float";
  if (bits === 8) return float ? (weights.maybeText("strategy") === "block" ? "fp8-block" : "fp8") : "int8";
  if (bits !== 4) throw weights.unusable("num_bits", "4 or 8", bits);
  if (!float) return "w4a16";
  return weights.maybeCount("group_size") === 16 ? "nvfp4" : "mxfp4";
}

function groupSizeOf(q: ConfigFields): number | null {
  const stated = q.maybeNumber("group_size");
  if (stated !== null) return stated > 0 ? stated : null;
  const groups = q.maybeObject("config_groups");
  const name = groups === null ? undefined : Object.keys(groups.record)[0];
  return name === undefined
    ? null
    : (groups?.maybeObject(name)?.maybeObject("weights")?.maybeCount("group_size") ?? null);
}

function ignoredModules(q: ConfigFields): readonly string[] {
  const lists = [q.maybeList("modules_to_not_convert"), q.maybeList("ignore"), q.maybeList("exclude_modules")];
  const dynamic = q.maybeObject("dynamic");
  const excluded = dynamic === null ? [] : Object.keys(dynamic.record).filter((key) => key.startsWith("-:"));
  const names = lists.flatMap((list) => list ?? []).filter((name) => typeof name === "string");
  return [...names, ...excluded].filter((name) => !/norm|indexer|router|gate$|gate\.|e_score|visual|vision/.test(name));
}

function asksForFp8Cache(q: ConfigFields): boolean {
  if (q.has("kv_cache_quant_algo")) return q.record.kv_cache_quant_algo === "FP8";
  const scheme = q.maybeObject("kv_cache_scheme");
  return scheme !== null ? scheme.maybeCount("num_bits") === 8 : q.record.kv_cache_scheme === "FP8";
}
