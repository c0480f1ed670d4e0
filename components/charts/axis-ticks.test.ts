import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ticksTo } from "./axis-ticks";

describe("marks along an axis", () => {
  it.each([
    [0.0016924, [0, 0.0005, 0.001, 0.0015, 0.002], 4],
    [0.0005, [0, 0.000_2, 0.000_4, 0.000_6, 0.000_8], 4],
    [0.00001, [0, 0.0000025, 0.000005, 0.0000075, 0.00001], 7],
    [9.0617, [0, 2.5, 5, 7.5, 10], 1],
    [4, [0, 1, 2, 3, 4], 0],
    [2400, [0, 1000, 2000, 3000, 4000], 0],
    [0, [0], 0],
  ])("up to %f", (highest, ticks, digits) => {
    expect(ticksTo(highest)).toEqual({ ticks, digits });
  });

  it("reach the highest value, and the written marks are the marks", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (highest) => {
        const { ticks, digits } = ticksTo(highest);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-6));
        expect(new Set(ticks.map((t) => t.toFixed(digits))).size).toBe(ticks.length);
      }),
    );
  });
});
