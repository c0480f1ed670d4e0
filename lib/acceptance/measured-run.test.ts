import { describe, expect, it } from "vitest";
import { measuredReading, measuredRun } from "./measured-run";

describe("a measured run", () => {
  it("takes the busiest worker's memory and the smallest cache", () => {
    const facts = {
      model_weights_gib: [14.9, 15.2],
      activation_peak_gib: [1.9],
      available_kv_cache_gib: [50.1, 49.7],
      cuda_graphs_gib: null,
      version: "0.19.0",
    };
    expect(measuredRun(facts)).toEqual({
      weightsGib: 15.2,
      activationsGib: 1.9,
      cudaGraphsGib: null,
      kvAvailableGib: 49.7,
      peakGib: null,
    });
    expect(measuredRun({ peak_memory_gib: 31.5 })?.peakGib).toBe(31.5);
  });

  it("is none where nothing of it is said, or only in words", () => {
    expect(measuredRun({})).toBeNull();
    expect(measuredRun({ model_weights_gib: "15.2", available_kv_cache_gib: [] })).toBeNull();
    expect(measuredRun({ activation_peak_gib: [1.9] })).toBeNull();
    expect(measuredReading({ format: null, error: { code: "EVIDENCE_BINARY" } })).toBeNull();
    expect(measuredReading(null)).toBeNull();
    expect(measuredReading({ format: "media-job", facts: { peak_memory_gib: 9 } })?.peakGib).toBe(9);
  });
});
