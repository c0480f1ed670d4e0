import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findModelPreset } from "@/lib/catalog/models";
import { withSharedData } from "@/lib/testing/shared-data";
import { scorePoints, type ThroughputPoint } from "./accuracy-points";

const configOf = (model: string) => findModelPreset(model)?.config ?? null;
const point = (values: Partial<ThroughputPoint>): ThroughputPoint => ({
  id: "p",
  evidence: "third-party measurement",
  source: "a list",
  model: "meta-llama/Llama-3.1-8B",
  gpu_id: "h100-sxm",
  parallel: "TP1",
  precision: "bf16",
  engine: "vllm 0.19.0",
  isl: 1024,
  osl: 256,
  concurrency: 16,
  metric: "output tok/s",
  ...values,
});
const one = (values: Partial<ThroughputPoint>) => Object.values(scorePoints([point(values)], configOf))[0];

describe("public throughput points", () => {
  it("are held against the range where they state load and lengths", () => {
    expect(one({ per_gpu: 1500 })).toMatchObject({ compared: 1, inside: 1, bounds: 0, outliers: [] });
    expect(one({ per_gpu: 40 })).toMatchObject({ compared: 1, inside: 0, outliers: [{ id: "p" }] });
  });

  it("are an upper bound where a vendor states the best load only", () => {
    const { concurrency: _, ...vendor } = point({ evidence: "vendor benchmark" });
    const bound = (per_gpu: number) => Object.values(scorePoints([{ ...vendor, per_gpu }], configOf))[0];
    expect(bound(16_000)).toMatchObject({ compared: 0, bounds: 1, belowBound: 1 });
    expect(bound(500)).toMatchObject({ bounds: 1, belowBound: 0 });
  });

  it("say why they are not compared, and stay apart by what they are", () => {
    const { isl: _, ...audited } = point({ evidence: "audited benchmark submission", per_gpu: 1, metric: "Tokens/s" });
    const found = scorePoints(
      [audited, point({ metric: "Samples/s", per_gpu: 1 }), point({ parallel: "DEP4", per_gpu: 1 })],
      configOf,
    );
    expect(found["audited benchmark submission"]?.notCompared).toEqual({ "states no lengths": 1 });
    expect(found["third-party measurement"]?.notCompared).toEqual({
      "counts no tokens": 1,
      "data or expert parallelism": 1,
    });
  });

  it("of the public list pass the sanity check", () =>
    withSharedData((dir) => {
      const { points } = JSON.parse(readFileSync(path.join(dir, "catalog/perf.json"), "utf8")) as {
        points: ThroughputPoint[];
      };
      const kinds = scorePoints(points, configOf);
      expect(Object.values(kinds).reduce((sum, k) => sum + k.points, 0)).toBe(points.length);
      const measured = kinds["third-party measurement"];
      expect((measured?.inside ?? 0) / (measured?.compared ?? 1)).toBeGreaterThan(0.75);
    }));
});
