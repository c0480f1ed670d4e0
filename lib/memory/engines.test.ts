import { describe, expect, it } from "vitest";
import { engineFacts } from "./engines";
import { english, word } from "./word";

const label = (engine: Parameters<typeof engineFacts>[0], version: string | null) =>
  english(word(engineFacts(engine, version).facts.label));

describe("engine versions", () => {
  it("are read as people write them: a v before the number, a release candidate, a build", () => {
    for (const version of ["0.19.0", "v0.19.0", "V0.19", "0.19.1rc2", "0.19.0+cu128", "vllm-0.19.0", "0.20.x"]) {
      expect(label("vllm", version), version).toBe("vLLM 0.18–0.20");
    }
    expect(label("sglang", "v0.5.3")).toBe("SGLang 0.5 and later");
    expect(label("sglang", "0.4.6.post1")).toBe("SGLang up to 0.4");
  });

  it("V0 and V1 are the two cores of vLLM where they stand by themselves", () => {
    expect(label("vllm", "0.8.5 V0")).toBe("vLLM V0 (up to 0.7)");
    expect(label("vllm", "0.8.5 (V0)")).toBe("vLLM V0 (up to 0.7)");
    expect(label("vllm", "0.7.3 V1")).toBe("vLLM V1 0.8–0.16");
    expect(label("vllm", "0.7.3")).toBe("vLLM V0 (up to 0.7)");
    expect(label("sglang", "0.5.3 V0")).toBe("SGLang 0.5 and later");
  });

  it("say so wherever their constants were not measured", () => {
    const note = (engine: Parameters<typeof engineFacts>[0], version: string | null) => {
      const words = engineFacts(engine, version).note;
      return words === null ? null : english(words);
    };
    expect(note("vllm", "0.19.0")).toBeNull();
    expect(note("vllm", "0.2.0")).toMatch(/older than any measured/);
    expect(note("vllm", "0.99.0")).toMatch(/newer than any measured/);
    expect(note("vllm", "nightly")).toMatch(/not known/);
    expect(note("vllm", "0.2x (2026-06)")).toMatch(/not known/);
    expect(note("vllm", " ")).toMatch(/no version stated/);
    for (const engine of ["tensorrt-llm", "llama.cpp", "transformers"] as const) {
      expect(note(engine, "9.9"), engine).toMatch(/every version/);
      expect(note(engine, null), engine).toBeNull();
    }
  });
});
