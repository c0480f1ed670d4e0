import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import { COMPONENTS, type Component } from "./components";
import { type CostMonth, costReport } from "./cost-report";
import { movers, ratioChange } from "./ratio-change";

function months(
  costs: readonly [Partial<Record<Component, string>>, Partial<Record<Component, string>>],
  accepted: readonly [number, number],
) {
  const names = ["2026-08", "2026-09"] as const;
  const sums = costs.flatMap((cost, i) =>
    COMPONENTS.map((component) => ({
      currency: "EUR",
      component,
      month: names[i] ?? "",
      amount: cost[component] ?? "0",
    })),
  );
  const [report] = costReport(sums, { "2026-08": accepted[0], "2026-09": accepted[1] });
  return report?.byMonth as [CostMonth, CostMonth];
}

describe("why a cost per output moved", () => {
  it("is each component's change over the later outputs, and what the earlier cost is spread over now", () => {
    const [before, after] = months(
      [
        { accelerator: "100", storage: "10" },
        { accelerator: "150", storage: "10" },
      ],
      [1000, 500],
    );
    expect(ratioChange("EUR", before, after)).toEqual({
      currency: "EUR",
      before: { month: "2026-08", perOutput: "0.11000" },
      after: { month: "2026-09", perOutput: "0.32000" },
      change: "0.21",
      changePct: "190.9",
      parts: [
        { why: "outputs", before: "1000", after: "500", change: "0.11" },
        { why: "accelerator", before: "100", after: "150", change: "0.1" },
      ],
    });
  });

  it("is nothing to say where a month has no ratio", () => {
    const [before, after] = months([{ host: "1" }, { host: "1" }], [0, 5]);
    expect(ratioChange("EUR", before, after)).toBeNull();
    expect(ratioChange("EUR", after, before)).toBeNull();
  });

  it("has parts that sum to the difference of the ratios", () => {
    const cost = fc.record({
      accelerator: fc.integer({ min: -100, max: 1e6 }),
      storage: fc.integer({ min: 0, max: 1e4 }),
    });
    const text = (c: { accelerator: number; storage: number }) => ({
      accelerator: String(c.accelerator / 4),
      storage: String(c.storage / 8),
    });
    const count = fc.integer({ min: 1, max: 1e9 });
    fc.assert(
      fc.property(cost, cost, count, count, (a, b, n0, n1) => {
        const [before, after] = months([text(a), text(b)], [n0, n1]);
        const found = ratioChange("EUR", before, after);
        const wanted = new Decimal(after.net).div(n1).minus(new Decimal(before.net).div(n0));
        expect(new Decimal(found?.change ?? "NaN").minus(wanted).abs().lt("1e-20")).toBe(true);
        const sum = (found?.parts ?? []).reduce((n, p) => n.plus(p.change), new Decimal(0));
        expect(sum.toFixed()).toBe(found?.change);
      }),
    );
  });
});

it("names the resources whose cost moved most", () => {
  const sum = (resource: string | null, month: string, amount: string) => ({ resource, month, amount });
  const sums = [
    sum("a", "2026-08", "5"),
    sum("a", "2026-09", "5"),
    sum("b", "2026-08", "9"),
    sum("c", "2026-09", "4"),
    sum("c", "2026-09", "2"),
    sum(null, "2026-09", "1"),
    sum("d", "2026-07", "100"),
  ];
  expect(movers(sums, ["2026-08", "2026-09"], 2)).toEqual([
    { resource: "b", before: "9", after: "0", change: "-9" },
    { resource: "c", before: "0", after: "6", change: "6" },
  ]);
});
