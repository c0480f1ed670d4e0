import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnostic } from "./diagnostic";
import {
  addMoney,
  CurrencyMismatch,
  Decimal,
  decimalText,
  money,
  parseDecimal,
  roundForDisplay,
  splitByShares,
  sumDecimals,
} from "./money";
import { convert } from "./rate";

describe("exact money", () => {
  it("adds ten times 0.1 to exactly 1", () => {
    expect(decimalText(sumDecimals(Array.from({ length: 10 }, () => "0.1")))).toBe("1");
  });
  it("reads what FOCUS allows and refuses the rest", () => {
    expect(decimalText(parseDecimal("3.52E-6")!)).toBe("0.00000352");
    expect(decimalText(parseDecimal("-0.000000000000000001")!)).toBe("-0.000000000000000001");
    for (const bad of ["1,000.00", "$1", "+1", "1E+3", "NaN", "Infinity", "1,5", "", " ", "1e999", "0x10"]) {
      expect(parseDecimal(bad), bad).toBeNull();
    }
  });
  it("refuses to add two currencies", () => {
    const eur: { currency: string; amount: Decimal } = money("1", "EUR");
    expect(() => addMoney<string>(money("1", "USD"), eur)).toThrow(CurrencyMismatch);
  });
  it("does not compile sums of currencies or of diagnostics", () => {
    // @ts-expect-error two known currencies
    expect(() => addMoney(money("1", "USD"), money("1", "EUR"))).toThrow();
    // @ts-expect-error a diagnostic is no money
    expect(() => addMoney(money("1", "USD"), diagnostic("1"))).toThrow();
    // @ts-expect-error a diagnostic is no decimal
    expect(() => sumDecimals([diagnostic("1")])).toThrow();
  });
  it("rounds half to even, once, at the edge", () => {
    expect(roundForDisplay("0.125", 2)).toBe("0.12");
    expect(roundForDisplay("0.135", 2)).toBe("0.14");
  });
  it("converts only with a fitting rate", () => {
    const rate = { from: "EUR", to: "USD", rate: "1.1", dated: "2026-11-01", source: "ECB" };
    expect(decimalText(convert(money("2", "EUR"), rate)!.amount)).toBe("2.2");
    expect(convert(money("2", "PLN"), rate)).toBeNull();
  });
  it("splits so that the parts sum to the last digit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 }),
        (cents, weights) => {
          const amount = new Decimal(cents.toString()).div(1000);
          const parts = splitByShares(
            amount,
            weights.map((w) => new Decimal(w)),
            6,
          );
          if (weights.every((w) => w === 0)) return parts === null;
          return parts !== null && sumDecimals(parts).eq(amount);
        },
      ),
    );
  });
});
