import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Budget, budgetState } from "./budget";

const DAY = 86_400_000;
const month = { monthStart: 0, monthEnd: 30 * DAY };
const amount: Budget = { measure: "amount", limit: "1000", warnPercent: 80 };

describe("budgetState", () => {
  it.each([
    ["799.99", "within"],
    ["800", "warn"],
    ["1000", "warn"],
    ["1000.01", "over"],
  ])("%s of 1000 is %s", (soFar, level) => {
    expect(budgetState(amount, { ...month, soFar, knownUntil: 30 * DAY }).level).toBe(level);
  });

  it("what nobody stated is unknown, never within", () => {
    expect(budgetState(amount, { ...month, soFar: null, knownUntil: 20 * DAY })).toMatchObject({
      level: "unknown",
      forecastOver: false,
    });
  });

  it("carries the pace of the known days to the month's end", () => {
    const s = budgetState(amount, { ...month, soFar: "400", knownUntil: 10 * DAY });
    expect(s).toMatchObject({ level: "within", forecast: "1200.00", forecastOver: true, usedPercent: "40.0" });
  });

  it("makes no forecast from less than a day, nor of a ratio", () => {
    expect(budgetState(amount, { ...month, soFar: "400", knownUntil: DAY - 1 }).forecast).toBeNull();
    const ratio: Budget = { measure: "per-output", limit: "0.02", warnPercent: 80 };
    expect(budgetState(ratio, { ...month, soFar: "0.019", knownUntil: 9 * DAY })).toMatchObject({
      level: "warn",
      forecast: null,
    });
  });

  it("more spent never makes the level better", () => {
    const order = ["within", "warn", "over"];
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.integer({ min: 1, max: 100 }), (a, b, warnPercent) => {
        const at = (cents: number) =>
          order.indexOf(
            budgetState({ ...amount, warnPercent }, { ...month, soFar: (cents / 100).toFixed(2), knownUntil: null })
              .level,
          );
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
    );
  });
});
