import { describe, expect, it } from "vitest";
import { NotEstimable } from "./not-estimable";
import { safetensorsHeaderLength, safetensorsSize } from "./safetensors";

describe("safetensors headers", () => {
  it("count packed 4-bit weights by bytes, their parameters by what they unpack to, and no scales", () => {
    const header = JSON.stringify({
      __metadata__: { format: "pt" },
      "a.weight": { dtype: "BF16", shape: [10, 10], data_offsets: [0, 200] },
      "b.qweight": { dtype: "I32", shape: [10, 10], data_offsets: [200, 600] },
      "b.scales": { dtype: "F16", shape: [10], data_offsets: [600, 620] },
      "c.weight": { dtype: "U8", shape: [10, 10], data_offsets: [620, 720] },
      "c.weight_scale": { dtype: "F8_E4M3", shape: [10], data_offsets: [720, 730] },
      "d.weight": { dtype: "F8_E4M3", shape: [10, 10], data_offsets: [730, 830] },
    });
    expect(safetensorsSize(header)).toEqual({ bytes: 830, parameters: 100 + 800 + 200 + 100 });
  });

  it("are refused when they are none", () => {
    expect(() => safetensorsSize("{")).toThrow(NotEstimable);
    expect(() => safetensorsSize('{"a": {"dtype": "BF16"}}')).toThrow(/data_offsets/);
    expect(() => safetensorsSize('{"a": {"dtype": "X9", "data_offsets": [0, 2]}}')).toThrow(/X9/);
    expect(safetensorsHeaderLength(Uint8Array.from([16, 1, 0, 0, 0, 0, 0, 0]))).toBe(272);
    expect(() => safetensorsHeaderLength(Uint8Array.from([255, 255, 255, 255, 255, 0, 0, 0]))).toThrow(NotEstimable);
    expect(() => safetensorsHeaderLength(Uint8Array.from([1, 0]))).toThrow(/ends inside/);
  });
});
