import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, sumDecimals } from "@/lib/money/money";
import { Column, Marks, TextNumbers } from "./columns";
import { ExactSum } from "./exact-sum";

describe("columns", () => {
  it("keep what was pushed", () => {
    const column = new Column(Int32Array);
    for (let i = 0; i < 5000; i++) column.push(i - 2500);
    column.set(7, 99);
    expect([column.length, column.at(0), column.at(7), column.at(4999)]).toEqual([5000, -2500, 99, 2499]);
    expect(() => column.at(5000)).toThrow(RangeError);
  });

  it("number texts as a map does", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 8 }), { maxLength: 400 }), (texts) => {
        const known = new Map<string, number>();
        const numbers = new TextNumbers();
        for (const text of texts) {
          if (!known.has(text)) known.set(text, known.size);
          expect(numbers.of(text)).toBe(known.get(text));
        }
        for (const text of texts) expect(numbers.find(text)).toBe(known.get(text));
      }),
    );
  });

  it("tell two hundred thousand texts apart that differ in one digit", () => {
    const numbers = new TextNumbers();
    for (let i = 0; i < 200_000; i++) numbers.of(`account-1/\u0000gpu-${i}\u0000H100`);
    expect(numbers.size).toBe(200_000);
  });

  it("mark numbers", () => {
    const marks = new Marks();
    for (const n of [40_000, 3, 31, 32, 3]) marks.add(n);
    expect([marks.count, marks.first(3), marks.first(9)]).toEqual([4, [3, 31, 32], [3, 31, 32, 40_000]]);
  });

  it("sum exactly, whatever the scale", () => {
    const amount = fc
      .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 22n }), fc.nat(18))
      .map(([sign, n, scale]) => {
        const digits = n.toString().padStart(scale + 1, "0");
        return decimalText(`${sign}${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}0`);
      });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 60 }), (amounts) => {
        const sum = new ExactSum();
        for (const a of amounts) sum.add(a);
        expect(decimalText(sum.total())).toBe(decimalText(sumDecimals(amounts)));
      }),
    );
    const many = new ExactSum();
    for (let i = 0; i < 100_000; i++) many.add("99999999999.9999");
    expect(decimalText(many.total())).toBe("9999999999999990");
  });
});
