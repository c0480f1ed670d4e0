import { describe, expect, it } from "vitest";
import { settingName } from "./setting-names";

describe("the name of a stored setting", () => {
  it.each([
    ["vllm", "vLLM"],
    ["tensorrt-llm", "TensorRT-LLM"],
    ["llama.cpp", "llama.cpp"],
    ["bf16", "BF16"],
    ["awq-int4", "AWQ INT4"],
    ["gguf:q4_k_m", "GGUF Q4_K_M"],
    ["paged-adamw-8bit", "Paged AdamW 8-bit"],
  ])("of %s is %s", (value, name) => {
    expect(settingName(value)).toBe(name);
  });

  it("is left to each language where it is a word, and unknown where nobody named it so", () => {
    expect(["auto", "none", "full", "freeze", "constructor", "gguf:"].map(settingName)).toEqual(Array(6).fill(null));
  });
});
