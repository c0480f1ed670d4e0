import { describe, expect, it } from "vitest";
import { findModelPreset, listModelPresets } from "./models";

const idOf = (typed: string) => findModelPreset(typed)?.id ?? null;

describe("a model by what people call it", () => {
  it("is found by its id in whatever case, and by its name without the owner", () => {
    for (const typed of ["meta-llama/Llama-3.1-8B", "META-LLAMA/llama-3.1-8b", "Llama-3.1-8B", "llama 3.1 8b"]) {
      expect(idOf(typed), typed).toBe("meta-llama/Llama-3.1-8B");
    }
  });

  it("is none where another owner is named, where nothing or several are called so", () => {
    for (const typed of ["somebody/Llama-3.1-8B", "", " ", "-", "/", "Llama", "constructor", "__proto__"]) {
      expect(idOf(typed), typed).toBe(null);
    }
  });

  it("never stands in for another: every id finds itself", () => {
    for (const { id } of listModelPresets()) expect(idOf(id)).toBe(id);
  });
});
