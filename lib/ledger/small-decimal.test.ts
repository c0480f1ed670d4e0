import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "@/lib/money/money";
import { isWhole, productOf, sameUnits, unitsOf } from "./small-decimal";

const text = fc
  .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.nat(12), fc.nat(16))
  .map(([sign, n, scale, digits]) => {
    const whole = (n % 10n ** BigInt(digits + 1)).toString().padStart(scale + 1, "0");
    return scale === 0 ? sign + whole : `${sign}${whole.slice(0, -scale)}.${whole.slice(-scale)}`;
  });

describe("decimals of few digits", () => {
  it("multiply, compare and are whole as Decimal says, or say nothing", () => {
    let said = 0;
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const product = productOf(a, b);
        if (product === null) return;
        said += 1;
        const exact = new Decimal(a).times(b);
        expect(new Decimal(product.units).times(new Decimal(10).pow(-product.scale)).eq(exact)).toBe(true);
        expect([null, exact.isInteger()]).toContain(isWhole(product));
        for (const other of [c, exact.toFixed()]) {
          const units = unitsOf(other);
          if (units !== null) expect([null, exact.eq(other)]).toContain(sameUnits(product, units));
        }
      }),
      { numRuns: 2000 },
    );
    expect(said).toBeGreaterThan(300);
  });

  it("say something of what bills hold", () => {
    const product = productOf("2.490123", "744");
    expect(product).toEqual({ units: 1_852_651_512, scale: 6 });
    expect(sameUnits(product ?? { units: 0, scale: 0 }, unitsOf("1852.651512") ?? { units: 0, scale: 0 })).toBe(true);
    expect(isWhole(productOf("2.5", "4") ?? { units: 1, scale: 1 })).toBe(true);
    expect(unitsOf("1234567890.123456")).toBeNull();
  });
});
