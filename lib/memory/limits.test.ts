import { describe, expect, it } from "vitest";
import { estimate } from "./estimate";
import { servingLimits, smallestCards } from "./limits";
import { loadGrid } from "./load-grid";
import { reliefs } from "./relief";
import { roomGib } from "./room";
import { type EstimateRequestInput, estimateRequestSchema } from "./schema";

const request = (more: Partial<EstimateRequestInput> = {}, run: object = {}) =>
  estimateRequestSchema.parse({
    model: { preset: "meta-llama/Llama-3.1-8B" },
    weightFormat: "bf16",
    gpu: "rtx-4090",
    run: {
      kind: "serve",
      engineVersion: "0.19.0",
      maxModelLen: 8192,
      concurrency: 4,
      contextTokens: 4096,
      ...run,
    } as EstimateRequestInput["run"],
    ...more,
  });

describe("what a lead asks next", () => {
  it("the count and the length are the largest that fit: one more does not", () => {
    const asked = request();
    const limits = servingLimits(asked);
    const n = limits.sequencesAtContext ?? 0;
    const fits = (concurrency: number, contextTokens: number) =>
      estimate(request({}, { concurrency, contextTokens, maxModelLen: Math.max(8192, contextTokens) })).verdict ===
      "fits";
    expect(n).toBeGreaterThan(0);
    expect([fits(n, 4096), fits(n + 1, 4096)]).toEqual([true, false]);
    const length = limits.contextAtConcurrency ?? 0;
    expect([fits(4, length), fits(4, length + 1)]).toEqual([true, false]);
  });

  it("the smallest single card, and the fewest of the asked one", () => {
    const large = request({ model: { preset: "meta-llama/Llama-3.1-70B" }, gpu: "h100-sxm" });
    const { single, same } = smallestCards(large);
    expect(same).toMatchObject({ gpu: "h100-sxm" });
    expect(same?.cards).toBeGreaterThan(1);
    expect(estimate({ ...large, gpu: single?.gpu ?? "" }).verdict).toBe("fits");
  });

  it("reliefs gain room, those that make it fit come first, and each is only one change", () => {
    const tight = request({}, { concurrency: 64, contextTokens: 8192 });
    const before = roomGib(estimate(tight)) ?? Number.NaN;
    expect(before).toBeLessThan(0);
    const found = reliefs(tight);
    expect(found.map((one) => one.code)).toContain("kv-fp8");
    for (const relief of found) expect(relief.gainedGib).toBeGreaterThan(0);
    const fitting = found.map((one) => one.verdict === "fits");
    expect(fitting).toEqual([...fitting].sort((a, b) => Number(b) - Number(a)));
    const eight = request({}, { concurrency: 64, contextTokens: 8192, kvCacheDtype: "fp8" });
    const gained = found.find((one) => one.code === "kv-fp8")?.gainedGib;
    expect((roomGib(estimate(eight)) ?? 0) - before).toBeCloseTo(gained ?? 0, 9);
  });

  it("training and video have changes of their own", () => {
    const train = estimateRequestSchema.parse({
      model: { preset: "meta-llama/Llama-3.1-8B" },
      gpu: "h100-sxm",
      run: { kind: "train", microBatchSize: 4 },
    });
    expect(reliefs(train).map((one) => one.code)).toEqual(expect.arrayContaining(["lora", "full-checkpointing"]));
    const video = estimateRequestSchema.parse({
      model: { preset: "hunyuanvideo-community/HunyuanVideo" },
      gpu: "rtx-4090",
      run: { kind: "media", width: 768, height: 512, frames: 121 },
    });
    expect(reliefs(video).map((one) => one.code)).toContain("media-offload");
  });

  it("the grid never fits more again once it stopped: further right and further down is never better", () => {
    const grid = loadGrid(request());
    expect(grid?.lengths.at(-1)).toBe(131_072);
    const room = (row: number, column: number) => grid?.cells[row]?.[column]?.roomGib ?? Number.NaN;
    for (const [row, cells] of (grid?.cells ?? []).entries()) {
      for (const column of cells.keys()) {
        if (column > 0) expect(room(row, column)).toBeLessThanOrEqual(room(row, column - 1));
        if (row > 0) expect(room(row, column)).toBeLessThanOrEqual(room(row - 1, column));
      }
    }
    expect(loadGrid(request({ run: { kind: "embed" } }))).toBeNull();
  });
});
