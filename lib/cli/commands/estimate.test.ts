import { describe, expect, it } from "vitest";
import { command } from "./estimate";

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

const files: Record<string, string> = {
  "config.json":
    '{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "max_position_embeddings": 131072, "torch_dtype": "bfloat16", "time_step_limit": [0.0, Infinity]}',
  "quantised/hf_quant_config.json":
    '{"quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "FP8", "exclude_modules": ["lm_head"]}}',
  "broken.json": '{"model_type": ',
  "index.json": '{"metadata": {"total_size": 16060522496}, "weight_map": {}}',
};

files["quantised/config.json"] = files["config.json"] ?? "";

function run(value: unknown, options: Record<string, string> = {}) {
  const result = command.run({
    files: [{ name: "request.json", bytes: bytes(value) }],
    options,
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error("no such file");
      return bytes(text);
    },
  });
  if (result instanceof Promise) throw new Error("estimate answers at once");
  return result;
}

const request = (model: unknown, more = {}) => ({
  id: "r",
  model,
  run: { kind: "serve", engineVersion: "0.19.0", maxModelLen: 8192 },
  gpu: "h100-sxm",
  ...more,
});

describe("headroom estimate", () => {
  it("reads the config and the index that the request names", () => {
    const { output, exitCode } = run(request({ configPath: "config.json", safetensorsIndexPath: "index.json" }));
    expect(exitCode).toBe(0);
    expect(output).toMatchObject({ id: "r", verdict: "fits", parameters: { weightBytes: "16060522496" } });
  });
  it("takes the quantisation that lies beside the config", () => {
    const { output } = run(request({ configPath: "quantised/config.json" }));
    expect(output).toMatchObject({ kv: { dtype: "fp8" }, parameters: { total: "8030261248" } });
    expect(Number((output as { parameters: { weightBytes: string } }).parameters.weightBytes)).toBeLessThan(9.2e9);
  });
  it("refuses a GGUF file that is none, with its name", () => {
    const { output, exitCode } = run(request({ ggufPath: "broken.json" }));
    expect(exitCode).toBe(2);
    expect(output).toMatchObject({ error: { code: "UNUSABLE_FILE", path: "model.ggufPath" } });
  });
  it("an array gives an array; a bad element keeps its place and its id", () => {
    const bad = { id: "bad", model: {}, gpu: "h100-sxm" };
    const { output, exitCode } = run([
      request({ preset: "Qwen/Qwen3-8B" }),
      bad,
      request({ preset: "Qwen/Qwen3-0.6B" }),
    ]);
    expect(exitCode).toBe(2);
    expect(output).toMatchObject([{ verdict: "fits" }, { id: "bad", error: { path: "run" } }, { verdict: "fits" }]);
  });
  it("exit 1 when any element does not fit, 0 when one cannot be estimated", () => {
    const large = request({ preset: "meta-llama/Llama-3.1-405B" });
    expect(run([request({ preset: "Qwen/Qwen3-8B" }), large]).exitCode).toBe(1);
    const unknown = run(request({ config: { model_type: "llama" } }));
    expect(unknown).toMatchObject({ exitCode: 0, output: { verdict: "not-estimable" } });
  });
  it("what cannot be read gives an error that names the field", () => {
    const error = (model: unknown) => (run(request(model)).output as { error: { code: string; path: string } }).error;
    expect(error({ configPath: "gone.json" })).toMatchObject({ code: "UNREADABLE_FILE", path: "model.configPath" });
    expect(error({ configPath: "broken.json" })).toMatchObject({ code: "NOT_JSON", path: "model.configPath" });
    expect(error({ preset: "x", colour: 1 })).toMatchObject({ code: "UNKNOWN_FIELD", path: "model.colour" });
    // A part tells of its own tensors alone: counted as the whole it would make a model of a quarter of its size.
    const part = { preset: "Qwen/Qwen3-8B", safetensorsIndexPath: "model-00001-of-00004.safetensors" };
    expect(error(part)).toMatchObject({ code: "UNUSABLE_FILE", path: "model.safetensorsIndexPath" });
    expect(error({ ggufPath: "x-00001-of-00003.gguf" })).toMatchObject({
      code: "UNUSABLE_FILE",
      path: "model.ggufPath",
    });
    expect(run("not json").exitCode).toBe(2);
    expect(run(request({ preset: "Qwen/Qwen3-8B" }), { speed: "1" }).exitCode).toBe(2);
  });
  it("a card or preset that nobody knows is unusable input, not a shrug", () => {
    expect(run(request({ preset: "nope" }))).toMatchObject({
      exitCode: 2,
      output: { error: { path: "model.preset" } },
    });
    const unknownCard = run(request({ preset: "Qwen/Qwen3-8B" }, { gpu: "zzz" }));
    expect(unknownCard).toMatchObject({ exitCode: 2, output: { error: { code: "UNKNOWN_NAME", path: "gpu" } } });
    const twice = run(request({ preset: "Qwen/Qwen3-8B", config: { hidden_size: 1 } }));
    expect(twice).toMatchObject({ exitCode: 2, output: { error: { code: "MODEL_SOURCE", path: "model" } } });
  });
  it("its schema names every field of the request", () => {
    expect(JSON.stringify(command.schema())).toContain("gpuMemoryUtilization");
  });
});
