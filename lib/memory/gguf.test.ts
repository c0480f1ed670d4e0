import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { parseGgufHeader } from "./gguf-header";
import { ggufModel } from "./gguf-model";
import { ggufPartBits } from "./gguf-types";
import { NotEstimable } from "./not-estimable";
import { parseEstimateRequest } from "./schema";

type Value = string | number | readonly number[];

/** Writes a header of version 3: text as type 8, whole numbers as 4, lists of whole numbers as 9 of 4. */
function header(
  metadata: Readonly<Record<string, Value>>,
  tensors: readonly (readonly [string, readonly number[], number])[],
) {
  const out: number[] = [];
  const u32 = (value: number) => out.push(value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255);
  const u64 = (value: number) => {
    u32(value);
    u32(0);
  };
  const text = (value: string) => {
    u64(value.length);
    for (const letter of value) out.push(letter.charCodeAt(0));
  };
  for (const letter of "GGUF") out.push(letter.charCodeAt(0));
  u32(3);
  u64(tensors.length);
  u64(Object.keys(metadata).length);
  for (const [key, value] of Object.entries(metadata)) {
    text(key);
    if (typeof value === "string") {
      u32(8);
      text(value);
    } else if (typeof value === "number") {
      u32(4);
      u32(value);
    } else {
      u32(9);
      u32(4);
      u64(value.length);
      value.forEach(u32);
    }
  }
  for (const [name, dimensions, type] of tensors) {
    text(name);
    u32(dimensions.length);
    dimensions.forEach(u64);
    u32(type);
    u64(0);
  }
  return Uint8Array.from(out);
}

const LLAMA = {
  "general.architecture": "llama",
  "llama.block_count": 2,
  "llama.embedding_length": 256,
  "llama.feed_forward_length": 512,
  "llama.attention.head_count": 4,
  "llama.attention.head_count_kv": [2, 2],
  "llama.attention.key_length": 64,
  "llama.attention.value_length": 64,
  "llama.context_length": 4096,
  "tokenizer.ggml.token_type": new Array(5000).fill(1),
} as const;
const tensors = [
  ["token_embd.weight", [256, 1000], 12],
  ["blk.0.attn_q.weight", [256, 256], 12],
  ["blk.0.ffn_down.weight", [512, 256], 14],
  ["output.weight", [256, 1000], 14],
  ["output_norm.weight", [256], 0],
] as const;

const refusal = (bytes: Uint8Array): string => {
  try {
    ggufModel(parseGgufHeader(bytes));
    return "read";
  } catch (problem) {
    if (problem instanceof NotEstimable) return `${problem.field}: ${problem.message}`;
    throw problem;
  }
};

describe("GGUF headers", () => {
  it("give the config, the true parameters and the true bytes", () => {
    const model = ggufModel(parseGgufHeader(header(LLAMA, tensors)));
    const elements = 256_000 + 65_536 + 131_072 + 256_000 + 256;
    const q4 = ((256_000 + 65_536) / 256) * 144;
    const q6 = ((131_072 + 256_000) / 256) * 210;
    expect(model).toMatchObject({
      parameters: String(elements),
      weightBytes: String(q4 + q6 + 1024),
      weightFormat: "gguf:q6_k",
      config: { model_type: "llama", vocab_size: 1000, num_key_value_heads: 2, tie_word_embeddings: false },
    });
    const request = parseEstimateRequest({
      model: { config: model.config, parameters: model.parameters, weightBytes: model.weightBytes },
      weightFormat: model.weightFormat,
      run: { kind: "serve", engine: "llama.cpp", maxModelLen: 1024 },
      gpu: { totalGib: 8 },
    });
    if (!request.ok) throw new Error(request.message);
    const answer = estimate(request.request);
    expect(answer.parameters?.weightBytes).toBe(model.weightBytes);
    expect(answer.kv?.logicalBytesPerTokenPerGpu).toBe(2 * 2 * 2 * 64 * 2);
  });

  it("never break on damaged bytes", () => {
    const whole = header(LLAMA, tensors);
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = whole.slice();
        for (const [at, value] of changes) bytes[at] = value;
        expect(refusal(bytes)).toBeTypeOf("string");
      }),
      { numRuns: 300 },
    );
  });

  it("are refused by name: other files, other versions, cut ones, unknown architectures, heads by layer", () => {
    const whole = header(LLAMA, tensors);
    expect(refusal(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]))).toContain("does not start with GGUF");
    const first = whole.slice();
    first[4] = 1;
    expect(refusal(first)).toContain("version 1");
    for (const length of [3, 10, 60, whole.length - 9])
      expect(refusal(whole.slice(0, length))).toContain("ends inside");
    expect(refusal(header({ ...LLAMA, "general.architecture": "rwkv7" }, tensors))).toContain("rwkv7");
    expect(refusal(header({ ...LLAMA, "llama.attention.head_count_kv": [2, 1] }, tensors))).toContain("by layer");
    expect(refusal(header(LLAMA, [["x", [4], 99]]))).toContain("unknown type 99");
  });

  it("recipes of llama.cpp give Llama 3.1 8B the sizes of the published files within 1.5 %", () => {
    const published = {
      q2_k: 3.18,
      q3_k_m: 4.02,
      q4_k_m: 4.92,
      q5_k_m: 5.73,
      q6_k: 6.6,
      q8_0: 8.54,
      iq4_xs: 4.45,
      iq3_m: 3.78,
    };
    for (const [name, gb] of Object.entries(published)) {
      const request = parseEstimateRequest({
        model: { preset: "meta-llama/Llama-3.1-8B" },
        weightFormat: `gguf:${name}`,
        run: { kind: "serve", engine: "llama.cpp", maxModelLen: 4096 },
        gpu: { totalGib: 80 },
      });
      if (!request.ok) throw new Error(request.message);
      const bytes = Number(estimate(request.request).parameters?.weightBytes);
      expect(Math.abs(bytes / 1e9 / gb - 1), name).toBeLessThan(0.015);
    }
    expect(ggufPartBits("q4_k_m", "down")).toBe((4.5 + 6.5625) / 2);
  });

  it("say what is missing: an architecture, or any tensor", () => {
    const refusal = (read: () => unknown) => {
      try {
        read();
      } catch (problem) {
        if (problem instanceof NotEstimable) return problem.message;
      }
      return null;
    };
    const { "general.architecture": _, ...nameless } = LLAMA;
    expect(refusal(() => ggufModel(parseGgufHeader(header(nameless, [["a", [4, 4], 0]]))))).toMatch(/no general.arch/);
    expect(refusal(() => ggufModel(parseGgufHeader(header(LLAMA, []))))).toMatch(/no tensors/);
  });
});
