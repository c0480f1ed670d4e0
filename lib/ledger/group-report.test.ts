import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, sumDecimals } from "@/lib/money/money";
import { totalsOfSums } from "./cost-report";
import { type GroupSum, groupReport } from "./group-report";

const sum = (value: string | null, amount: string, more: Partial<GroupSum> = {}): GroupSum => ({
  value,
  amount,
  currency: "USD",
  component: "accelerator",
  ...more,
});

describe("costs by group", () => {
  it("have the dearest first, and a row for what says no value", () => {
    const [report] = groupReport([
      sum("eu", "1"),
      sum(null, "2"),
      sum("us", "5"),
      sum("eu", "0.5", { component: "host" }),
    ]);
    expect(report?.rows.map((r) => [r.value, r.totals.net, r.sharePct])).toEqual([
      ["us", "5", "58.8"],
      [null, "2", "23.5"],
      ["eu", "1.5", "17.6"],
    ]);
  });

  it("sum to the whole in each currency, to the last digit, in whatever order they come", () => {
    const any = fc.record({
      value: fc.constantFrom("a", "b", null),
      currency: fc.constantFrom("USD", "EUR"),
      component: fc.constantFrom("accelerator", "storage", "tax"),
      amount: fc.constantFrom("0.1", "-0.2", "3.000000000000000001", "12"),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), (sums) => {
        const all = sums as GroupSum[];
        for (const report of groupReport(all)) {
          const own = all.filter((s) => s.currency === report.currency);
          expect(report.totals).toEqual(totalsOfSums(own));
          const net = sumDecimals(report.rows.map((r) => new Decimal(r.totals.net)));
          expect(net.eq(report.totals.net)).toBe(true);
        }
        expect(groupReport([...all].reverse())).toEqual(groupReport(all));
      }),
    );
  });
});
