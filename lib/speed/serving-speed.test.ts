import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModelPreset } from "@/lib/catalog/models";
import { csvRecords } from "@/lib/ledger/import/csv";
import { withSharedData } from "@/lib/testing/shared-data";
import { scoreServingRuns } from "./accuracy-speed";
import { type SpeedRequestInput, speedRequestSchema } from "./schema";
import { servingSpeed } from "./serving-speed";

const BASE: SpeedRequestInput = {
  model: { preset: "meta-llama/Llama-3.1-8B" },
  weightFormat: "bf16",
  gpu: "h100-sxm",
  concurrency: 8,
  inputTokens: 1024,
  outputTokens: 256,
};
const ask = (more: Partial<SpeedRequestInput> = {}) => servingSpeed(speedRequestSchema.parse({ ...BASE, ...more }));

describe("planning figures of serving speed", () => {
  it("a small dense model on one H100: the roofline by hand, its parts sum, tokens per second follow", () => {
    const answer = ask();
    const ms = answer.timePerTokenMs?.expected ?? 0;
    expect(answer.parts.reduce((sum, part) => sum + part.ms, 0)).toBeCloseTo(ms, 9);
    // 8.03 G parameters less the input embedding of 0.53 G, at two bytes; 8 × 1,152 tokens of 131,072 bytes.
    const read = (2 * (8_030_261_248 - 128_256 * 4096) + 8 * 1152 * 131_072) / (3350e9 * 0.92);
    expect(answer.parts[0]?.ms).toBeCloseTo(1000 * read, 2);
    expect(answer.outputTokensPerSecond?.expected).toBeCloseTo(8000 / ms, 6);
    expect(answer.outputTokensPerSecond?.low).toBeLessThan(answer.outputTokensPerSecond?.high ?? 0);
    expect(answer.outside).toEqual([]);
  });

  it("more sequences, longer prompts and wider formats never make a token quicker", () => {
    const sizes = fc.record({
      concurrency: fc.integer({ min: 1, max: 256 }),
      inputTokens: fc.integer({ min: 1, max: 8192 }),
      outputTokens: fc.integer({ min: 1, max: 4096 }),
    });
    const expected = (more: Partial<SpeedRequestInput>) => ask(more).timePerTokenMs?.expected ?? Number.NaN;
    for (const preset of ["meta-llama/Llama-3.1-8B", "openai/gpt-oss-120b"]) {
      const model = { preset };
      fc.assert(
        fc.property(sizes, (size) => {
          const here = expected({ model, ...size });
          expect(expected({ model, ...size, concurrency: size.concurrency + 1 })).toBeGreaterThan(here);
          expect(expected({ model, ...size, inputTokens: size.inputTokens + 64 })).toBeGreaterThan(here);
          expect(expected({ model, ...size, weightFormat: "fp32" })).toBeGreaterThan(here);
        }),
        { numRuns: 40 },
      );
    }
  });

  it("says where it leaves what was measured, and what it cannot know", () => {
    expect(ask({ gpu: "l4" }).outside).toEqual(["no run on l4 was measured"]);
    expect(ask({ tensor: 16 }).outside[0]).toMatch(/more than eight/);
    expect(ask({ gpu: "no-such-card" }).reasons[0]?.field).toBe("gpu");
    expect(ask({ model: {} }).reasons[0]?.field).toBe("model");
    expect(ask({ model: { config: { model_type: "llama" } } }).verdict).toBe("not-estimable");
  });

  it("holds its figures on the public serving runs", () =>
    withSharedData((dir) => {
      const text = readFileSync(path.join(dir, "catalog/serving_measurements.csv"), "utf8");
      const [header = [], ...rows] = [...csvRecords(text, ",")].map((record) => record.fields);
      const runs = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ""])));
      const score = scoreServingRuns(runs, (model) => findModelPreset(model)?.config ?? null);
      const { dense, mixture } = score.kinds;
      expect(dense?.timePerToken.n).toBeGreaterThan(500);
      expect(mixture?.timePerToken.n).toBeGreaterThan(900);
      expect(dense?.timePerToken.medianPct).toBeLessThan(10);
      expect(mixture?.timePerToken.medianPct).toBeLessThan(18);
      for (const kind of [dense, mixture]) {
        expect(kind?.timeToFirstToken.medianPct).toBeLessThan(25);
        for (const field of [kind?.timePerToken, kind?.timeToFirstToken]) {
          expect(field?.coveragePct).toBeGreaterThan(85);
          expect(field?.coveragePct).toBeLessThan(95);
        }
      }
    }));
});
