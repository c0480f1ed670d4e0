import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withSharedData } from "@/lib/testing/shared-data";
import { configOfFact, type MeasuredCase, type ModelFact } from "./accuracy-request";
import { readConfig } from "./config";
import { withQuantConfig } from "./config-quantisation";
import { parseConfigText } from "./config-text";
import { estimate } from "./estimate";
import { NotEstimable } from "./not-estimable";
import { countParameters } from "./parameters";
import { type EstimateRequestInput, parseEstimateRequest } from "./schema";

const json = (dir: string, file: string): unknown => JSON.parse(readFileSync(path.join(dir, file), "utf8"));

function ask(input: EstimateRequestInput) {
  const parsed = parseEstimateRequest(input);
  if (!parsed.ok) throw new Error(`${parsed.path}: ${parsed.message}`);
  return estimate(parsed.request);
}

interface Vector {
  readonly id: string;
  readonly config?: Record<string, unknown>;
  readonly configFile?: string;
  readonly contextTokens?: number;
  readonly sequences?: number;
  readonly kvCacheDtype?: "bf16";
  readonly expect: { readonly what: string; readonly value: number; readonly unit: "GiB" | "MiB" | "B" };
}

const UNIT = { GiB: 1024 ** 3, MiB: 1024 ** 2, B: 1 };
/** As many digits as the source printed. */
const digits = (value: number) => (String(value).split(".")[1] ?? "").length;

function vectorValue(dir: string, vector: Vector): number {
  const text = vector.configFile ? readFileSync(path.join(dir, vector.configFile), "utf8") : null;
  const parsed = text === null ? null : parseConfigText(text);
  const config = vector.config ?? (parsed?.ok ? parsed.config : {});
  const answer = ask({
    model: { config },
    weightFormat: vector.configFile?.includes("gpt-oss") ? "mxfp4" : "auto",
    run: {
      kind: "serve",
      engineVersion: "0.19.0",
      kvCacheDtype: vector.kvCacheDtype ?? "auto",
      concurrency: vector.sequences ?? 1,
      contextTokens: vector.contextTokens ?? 8192,
      maxModelLen: vector.contextTokens ?? 8192,
    },
    gpu: { totalGib: 2000 },
  });
  const perToken = vector.expect.what.startsWith("logical")
    ? answer.kv?.logicalBytesPerTokenPerGpu
    : answer.kv?.reservedBytesPerTokenPerGpu;
  const tokens = vector.contextTokens ? vector.contextTokens * (vector.sequences ?? 1) : 1;
  return ((perToken ?? Number.NaN) * tokens) / UNIT[vector.expect.unit];
}

describe("the memory truth set", () => {
  it("reproduces every published KV value to its printed digits", () =>
    withSharedData((dir) => {
      const vectors = json(dir, "memory/kv-vectors.json") as Vector[];
      expect(vectors.length).toBeGreaterThan(7);
      for (const vector of vectors) {
        const halfUnit = 0.5 * 10 ** -digits(vector.expect.value);
        const off = Math.abs(vectorValue(dir, vector) - vector.expect.value);
        expect(off, vector.id).toBeLessThanOrEqual(vector.expect.unit === "B" ? 0 : halfUnit + 1e-9);
      }
    }));

  it("logical KV bytes per token are exact for all independent dense, MoE and MLA cases", () =>
    withSharedData((dir) => {
      const cases = json(dir, "memory/cases.json") as MeasuredCase[];
      const facts = json(dir, "memory/model_facts.json") as Record<string, ModelFact & { family: string }>;
      let compared = 0;
      for (const c of cases) {
        const fact = facts[String(c.model_key)];
        if (c.check_independent !== true || fact === undefined || /sliding|chunked|GDN|mamba|KDA/.test(fact.family))
          continue;
        const answer = ask(logicalRequest(c, fact));
        expect(answer.kv?.logicalBytesPerTokenPerGpu, `${String(c.id)} ${answer.reasons[0]?.message}`).toBe(
          c.check_kv_bytes_per_token_per_gpu,
        );
        compared++;
      }
      expect(compared).toBeGreaterThan(75);
    }));

  it("every config of the catalogue is estimated, or the field that lacks is named; of the originals nearly all", () =>
    withSharedData((dir) => {
      const manifest = json(dir, "catalog/models/manifest.json") as { files: ConfigFile[] };
      const configs = manifest.files.filter(({ file }) => !file.endsWith("/hf_quant_config.json"));
      const originals = configs.filter(({ status }) => status === "original");
      expect(originals.length).toBeGreaterThan(100);
      const unknown: string[] = [];
      for (const { file, status } of configs) {
        const answer = askFile(dir, file);
        if (answer.verdict !== "not-estimable") expect(Number(answer.parameters?.total), file).toBeGreaterThan(1e6);
        else expect(answer.reasons[0]?.field, file).toBeTruthy();
        if (answer.verdict === "not-estimable" && status === "original") {
          unknown.push(`${file}: ${answer.reasons[0]?.field}`);
        }
      }
      const estimated = originals.length - unknown.length;
      console.info(
        `original configs estimated: ${estimated} of ${originals.length}; not: ${unknown.join(", ") || "none"}`,
      );
      expect(estimated / originals.length).toBeGreaterThan(0.98);
    }));

  it("parameter totals agree with the manifest of configs within 0.02 % where it counts the text stack", () =>
    withSharedData((dir) => {
      const manifest = json(dir, "catalog/models/manifest.json") as {
        files: { file: string; status: string; total_params_computed: number | null; params_scope: string | null }[];
      };
      let compared = 0;
      for (const { file, status, total_params_computed: total, params_scope: scope } of manifest.files) {
        if (status !== "original" || total === null || scope !== "all" || !file.endsWith("/config.json")) continue;
        const text = parseConfigText(readFileSync(path.join(dir, "catalog/models", file), "utf8"));
        if (!text.ok || text.config.indexer_types !== undefined) continue;
        const found = totalOf(text.config);
        if (found === null) continue;
        expect(Math.abs(found / total - 1), file).toBeLessThan(2e-4);
        compared++;
      }
      expect(compared).toBeGreaterThan(35);
    }));
});

interface ConfigFile {
  readonly file: string;
  readonly status: string;
}

/** The config with the quantisation that lies beside it; encoders as encoders, the rest as servers. */
function askFile(dir: string, file: string) {
  const at = path.join(dir, "catalog/models", file);
  const text = parseConfigText(readFileSync(at, "utf8"));
  if (!text.ok) throw new Error(`${file}: ${text.message}`);
  const beside = path.join(path.dirname(at), "hf_quant_config.json");
  const quant = existsSync(beside) ? parseConfigText(readFileSync(beside, "utf8")) : null;
  const config = quant?.ok ? withQuantConfig(text.config, quant.config) : text.config;
  const serve = { kind: "serve", maxModelLen: 4096 } as const;
  const answer = ask({ model: { config }, run: serve, gpu: { totalGib: 4000 } });
  const encoder = answer.reasons[0]?.field === "run.kind";
  return encoder ? ask({ model: { config }, run: { kind: "embed" }, gpu: { totalGib: 4000 } }) : answer;
}

function totalOf(config: unknown): number | null {
  try {
    return countParameters(readConfig(config)).total;
  } catch (problem) {
    if (problem instanceof NotEstimable) return null;
    throw problem;
  }
}

/** The case's own shape and cache type; what does not touch the cache is set to fixed values. */
function logicalRequest(c: MeasuredCase, fact: ModelFact): EstimateRequestInput {
  const words = String(c.kv_cache_dtype);
  const fp32 = c.weight_format === "fp32";
  const cache = words === "fp8" || words === "q8_0" || words === "bf16" ? words : fp32 ? "fp32" : "bf16";
  const config: Record<string, unknown> = { torch_dtype: "bfloat16", ...configOfFact(fact) };
  return {
    model: { config: { ...config, ...completed(String(c.model_key), config) } },
    weightFormat: "bf16",
    run: { kind: "serve", engineVersion: "0.19.0", kvCacheDtype: cache, maxModelLen: 4096 },
    gpu: { totalGib: 4000 },
    parallel: { tensor: Number(c.tp ?? 1), pipeline: Number(c.pp ?? 1), context: Number(c.dcp ?? 1) },
  };
}

/** Three shortened configs in the facts lack fields that the real files state; published values, see each model's card. */
function completed(key: string, config: Record<string, unknown>): Record<string, unknown> {
  if (key === "moonshotai/Kimi-VL-A3B") {
    const lite = { hidden_size: 2048, num_attention_heads: 16, qk_nope_head_dim: 128, v_head_dim: 128 };
    const experts = { num_experts_per_tok: 6, moe_intermediate_size: 1408, intermediate_size: 11264 };
    return { ...lite, ...experts, model_type: "deepseek_v3", vocab_size: 163840 };
  }
  if (key === "MiniMaxAI/MiniMax-M2") return { model_type: "minimax_m2" };
  if (key === "openai/whisper-large-v3") {
    return { model_type: "whisper", encoder_attention_heads: 20, encoder_ffn_dim: 5120, decoder_ffn_dim: 5120 };
  }
  return config.model_type === undefined ? { model_type: "llama" } : {};
}
