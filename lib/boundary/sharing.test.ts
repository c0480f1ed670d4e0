import { describe, expect, it } from "vitest";
import { contentOf } from "@/lib/brief/content";
import type { FieldPath, FieldValue } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import { interactive } from "@/lib/sample/fixtures/briefs";
import { changed } from "./fixtures/briefs";
import { sliceFor, withoutWalls } from "./sharing";

const brief = (changes: Partial<Record<FieldPath, FieldValue>> = {}) =>
  contentOf(
    changed(interactive, {
      "controlBoundary.isolation": "shared",
      "memoryShape.concurrency": 4,
      "memoryShape.contextTokens": 2048,
      "memoryShape.maxModelLenTokens": 2048,
      "memoryShape.maxNumSeqs": 16,
      "memoryShape.maxNumBatchedTokens": 2048,
      ...changes,
    }),
  );
const card = (id: string) => {
  const found = findAccelerator(id);
  if (!found) throw new Error(id);
  return found;
};
const H100 = card("h100-sxm");

describe("sharing a card", () => {
  it("takes the smallest slice that holds the brief over the whole range", () => {
    const small = sliceFor(brief(), H100);
    expect(small.profile).toMatch(/^[123]g\./);
    const large = sliceFor(
      brief({
        "memoryShape.concurrency": 64,
        "memoryShape.contextTokens": 8192,
        "memoryShape.maxModelLenTokens": 8192,
      }),
      H100,
    );
    const size = (name: string | null) =>
      H100.mig?.find((p) => p.profile === name)?.memoryGb ?? Number.POSITIVE_INFINITY;
    expect(size(large.profile)).toBeGreaterThan(size(small.profile));
    expect(large.cardShare ?? 0).toBeGreaterThan(small.cardShare ?? 1);
  });

  it("says what speaks against each way", () => {
    const against = (changes: Partial<Record<FieldPath, FieldValue>>, on = H100) =>
      sliceFor(brief(changes), on).against;
    expect(against({})).toEqual({ mig: null, mps: null, "time-slicing": "tail-limit" });
    expect(against({ "controlBoundary.isolation": "own-card" })).toMatchObject({ mig: null, mps: "own-card" });
    expect(against({ "controlBoundary.isolation": "own-host" }).mig).toBe("own-host");
    expect(against({ "memoryShape.tensorParallel": 2 })).toEqual({
      mig: "several-cards",
      mps: "several-cards",
      "time-slicing": "several-cards",
    });
    expect(against({}, card("l40s")).mig).toBe("no-mig");
    expect(against({ "memoryShape.modelPreset": "meta-llama/Llama-3.1-70B" }).mig).toBe("no-slice-fits");
    expect(against({}, card("mi300x")).mps).toBe("other-maker");
  });

  it("without walls the shares add up, and more than a card does not stand together", () => {
    const choice = sliceFor(brief(), H100);
    const share = choice.cardShare ?? 1;
    const wishes = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `b${i}`, choice }));
    expect(withoutWalls("mps", wishes(1))).toMatchObject({ fits: true, ids: ["b0"] });
    expect(withoutWalls("mps", wishes(Math.floor(1 / share) + 1)).fits).toBe(false);
    expect(withoutWalls("time-slicing", wishes(1))).toMatchObject({ ids: [], fits: false });
  });
});
