import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withSharedData } from "@/lib/testing/shared-data";
import { scoreCases } from "./accuracy";
import type { MeasuredCase, ModelFact } from "./accuracy-request";

const json = (dir: string, file: string): unknown => JSON.parse(readFileSync(path.join(dir, file), "utf8"));

describe("accuracy on the open measured cases", () => {
  it("keeps its figures, and never says fits where it ran out of memory", () =>
    withSharedData((dir) => {
      const cases = json(dir, "memory/cases.json") as MeasuredCase[];
      const scores = scoreCases(cases, json(dir, "memory/model_facts.json") as Record<string, ModelFact>);
      const serving = scores.serving;
      expect(serving?.asked).toBeGreaterThan(130);
      expect(serving?.fields.logicalBytesPerToken?.n).toBeGreaterThan(70);
      expect(serving?.fields.weights16or32Bit?.medianPct).toBeLessThan(0.1);
      expect(serving?.fields.weights16or32Bit?.p90Pct).toBeLessThan(1);
      expect(serving?.fields.weightsQuantised?.medianPct).toBeLessThan(0.5);
      expect(serving?.fields.peak?.medianPct).toBeLessThan(3);
      expect(serving?.fields.kvAvailable?.p90Pct).toBeLessThan(3);
      expect(serving?.fields.tokens?.p90Pct).toBeLessThan(4);
      expect(serving?.fields.logicalBytesPerToken?.p90Pct).toBe(0);
      expect(serving?.fields.weights?.medianPct).toBeLessThan(0.1);
      expect(serving?.fields.kvAvailable?.medianPct).toBeLessThan(0.5);
      expect(serving?.fields.tokens?.medianPct).toBeLessThan(0.5);
      expect(scores.training?.fields.peak?.medianPct).toBeLessThan(8);
      expect(scores.media_inference?.fields.peak?.medianPct).toBeLessThan(8);
      for (const [kind, score] of Object.entries(scores)) {
        expect(score.asked + score.notAsked.length, kind).toBe(score.cases);
        expect(score.wrongFits, kind).toEqual([]);
        expect(score.wrongRefusals, kind).toEqual([]);
      }
    }));

  it("no source names a measured case", () =>
    withSharedData((dir) => {
      const ids = (json(dir, "memory/cases.json") as MeasuredCase[]).map((c) => String(c.id));
      const lib = path.join(import.meta.dirname, "..");
      const names = readdirSync(lib, { recursive: true, encoding: "utf8" });
      const sources = names.filter((name) => name.endsWith(".ts"));
      expect(sources.length).toBeGreaterThan(100);
      const text = sources.map((name) => readFileSync(path.join(lib, name), "utf8")).join("\n");
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
    }));
});
