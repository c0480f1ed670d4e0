import { describe, expect, it } from "vitest";
import { NUMBER_HABITS } from "@/lib/units/quantity";
import { readValues, type SourceValues, valuesOf } from "./source-values";

const typed = (more: Partial<SourceValues>) => readValues({ ...valuesOf("Export"), ...more }, NUMBER_HABITS.en);
const termsFrom = (more: Partial<SourceValues>) => {
  const read = typed(more);
  return read.ok ? read.terms : read.fields;
};

describe("the terms of a source as they are typed", () => {
  it("a tax of nothing is none, whatever its sign", () => {
    for (const taxIncludedPct of ["", " ", "0", "-0", "0.00"]) {
      expect(termsFrom({ taxIncludedPct }), taxIncludedPct).toMatchObject({ taxIncludedPct: null });
    }
    expect(termsFrom({ taxIncludedPct: "23" })).toMatchObject({ taxIncludedPct: "23" });
  });

  it("what cannot be meant is named by its field", () => {
    expect(termsFrom({ taxIncludedPct: "a lot" })).toEqual({ taxIncludedPct: "number" });
    expect(termsFrom({ taxIncludedPct: "-1" })).toEqual({ taxIncludedPct: "other" });
    const mappings = (count: number) => Array.from({ length: count }, (_, i) => `node-${i}- = BRF-1`).join("\n");
    expect(termsFrom({ resources: mappings(201) })).toEqual({ resources: "mappings" });
    expect(termsFrom({ resources: mappings(200) })).toHaveProperty("resources.199");
    expect(termsFrom({ resources: `${"x".repeat(301)} = BRF-1` })).toEqual({ resources: "too_big" });
    expect(termsFrom({ name: " ", resources: "= BRF-1" })).toEqual({ name: "too_small", resources: "mapping" });
  });
});
