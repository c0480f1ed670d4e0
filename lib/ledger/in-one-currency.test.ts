import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import type { ExchangeRate } from "@/lib/money/rate";
import { inOneCurrency } from "./in-one-currency";

const rate = (from: string, to: string, dated: string, value: string): ExchangeRate => ({
  from,
  to,
  dated,
  rate: value,
  source: "table 7",
});

describe("inOneCurrency", () => {
  const amounts = [
    { month: "2026-09", currency: "USD", amount: "100.10" },
    { month: "2026-09", currency: "EUR", amount: "50" },
    { month: "2026-10", currency: "EUR", amount: "10" },
  ];

  it("takes the last rate dated in the month and adds exactly", () => {
    const rates = [
      rate("EUR", "USD", "2026-09-15", "1.09"),
      rate("EUR", "USD", "2026-09-30", "1.1"),
      rate("EUR", "USD", "2026-10-31", "1.2"),
    ];
    const all = inOneCurrency(amounts, "USD", rates);
    expect(all.total).toBe("167.1");
    expect(all.months[1]).toMatchObject({ converted: "55", rate: { dated: "2026-09-30" } });
    expect(all.months[0]?.rate).toBeNull();
  });

  it("has no total while a month's rate is missing, and names it; a rate of another month is no help", () => {
    const all = inOneCurrency(amounts, "USD", [rate("EUR", "USD", "2026-09-30", "1.1")]);
    expect(all.total).toBeNull();
    expect(all.missing).toEqual([{ currency: "EUR", month: "2026-10" }]);
  });

  it("turns a rate round where only the other direction is stated", () => {
    const all = inOneCurrency([{ month: "2026-09", currency: "PLN", amount: "8" }], "USD", [
      rate("USD", "PLN", "2026-09-30", "4"),
    ]);
    expect(all.total).toBe("2");
  });

  it("in one currency alone is the plain sum", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (cents) => {
        const sums = cents.map((c) => ({
          month: "2026-09",
          currency: "USD",
          amount: new Decimal(c).div(100).toFixed(),
        }));
        const plain = cents.reduce((n, c) => n + c, 0);
        expect(inOneCurrency(sums, "USD", []).total).toBe(new Decimal(plain).div(100).toFixed());
      }),
    );
  });
});
