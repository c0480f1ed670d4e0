import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decimal, money, sumDecimals } from "@/lib/money/money";
import { acceleratorDiagnostics } from "./diagnostics";
import { operationsEffort } from "./effort";
import { unitCost, unitCostText } from "./unit-cost";

describe("cost per accepted output", () => {
  const total = money("567.20", "USD");
  it("is a ratio that is divided once, when shown", () => {
    const cost = unitCost(total, 41_250);
    expect(cost).toEqual({ kind: "ratio", numerator: "567.2", currency: "USD", denominator: "41250" });
    expect(unitCostText(cost, 6)).toBe("0.013750");
    expect(unitCostText(unitCost(total, 45_000), 6)).toBe("0.012604");
  });
  it("is not zero and not infinite before anything was accepted", () => {
    const cost = unitCost(total, 0);
    expect(cost).toEqual({ kind: "undefined", reason: "no accepted output yet", costSoFar: "567.2", currency: "USD" });
    expect(unitCostText(cost, 2)).toBeNull();
  });
  it("takes whole counts only", () => {
    for (const bad of [-1, 0.5, Number.NaN]) expect(() => unitCost(total, bad)).toThrow();
  });
});

describe("diagnostics of accelerator time", () => {
  const outputs = { attempted: 45_000, accepted: 41_250, rejected: 2_250, failed: 1_500, retried: 0 };
  it("say what idle time cost inside the total", () => {
    expect(acceleratorDiagnostics("516.48", "0.28", outputs).idle?.insideTotal).toBe("144.6144");
  });
  it("are unknown, not zero, where nothing was measured", () => {
    const unmeasured = acceleratorDiagnostics("516.48", null, { ...outputs, attempted: 0, retried: 0 });
    expect(unmeasured).toEqual({ idle: null, failed: null, rejected: null, retried: null, accepted: null });
    expect(() => acceleratorDiagnostics("1", "1.2", outputs)).toThrow(RangeError);
  });
  it("make up the accelerator cost exactly, with what was accepted", () => {
    const count = fc.nat(1000);
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.nat(100),
        count,
        count,
        count,
        fc.integer({ min: 1, max: 1000 }),
        (cost, idle, rejected, failed, retried, accepted) => {
          const amount = `${cost}.123456789`;
          const attempted = accepted + rejected + failed;
          const d = acceleratorDiagnostics(amount, String(idle / 100), {
            attempted,
            accepted,
            rejected,
            failed,
            retried,
          });
          const parts = [d.idle, d.failed, d.rejected, d.retried, d.accepted].map((p) => p?.insideTotal ?? "");
          const sum: Decimal = sumDecimals(parts);
          expect(sum.eq(amount)).toBe(true);
        },
      ),
    );
  });
});

describe("operations effort", () => {
  it("stands beside the ratio in hours", () => {
    expect(operationsEffort(["1.5", "0.25"], 41_250)).toEqual({
      beside: true,
      personHours: "1.75",
      hoursPerThousandAccepted: "0.042",
    });
    expect(operationsEffort([], 0).hoursPerThousandAccepted).toBeNull();
    expect(() => operationsEffort(["-1"], 1)).toThrow(RangeError);
  });
});
