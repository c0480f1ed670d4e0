import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, sumDecimals } from "@/lib/money/money";
import { Column, Instants, Marks, TextNumbers } from "./columns";
import { ExactSum } from "./exact-sum";

describe("columns", () => {
  it("keep what was pushed", () => {
    const column = new Column(Int32Array);
    for (let i = 0; i < 5000; i++) column.push(i - 2500);
    column.set(7, 99);
    expect([column.length, column.at(0), column.at(7), column.at(4999)]).toEqual([5000, -2500, 99, 2499]);
    expect(() => column.at(5000)).toThrow(RangeError);
  });

  it("keep what was pushed over many blocks, and let go of all", () => {
    const column = new Column(Uint16Array);
    for (let i = 0; i < 200_000; i++) column.push(i % 60_000);
    for (const i of [0, 1023, 1024, 65_535, 65_536, 131_071, 131_072, 199_999]) expect(column.at(i)).toBe(i % 60_000);
    column.set(65_536, 7);
    expect([column.at(65_535), column.at(65_536), column.at(65_537)]).toEqual([5535, 7, 5537]);
    for (const beyond of [200_000, 262_144, -1]) expect(() => column.at(beyond)).toThrow(RangeError);
    expect(() => column.set(200_000, 1)).toThrow(RangeError);
    column.clear();
    expect(() => column.at(0)).toThrow(RangeError);
    column.push(5);
    expect([column.length, column.at(0)]).toEqual([1, 5]);
  });

  it("keep instants, whole seconds or not", () => {
    const second = fc.integer({ min: 0, max: 2 ** 32 }).map((s) => s * 1000);
    const any = fc.oneof(second, second, fc.integer({ min: -(10 ** 12), max: 10 ** 15 }));
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: second }, any), { maxLength: 60 }), (instants) => {
        const column = new Instants();
        for (const ms of instants) column.push(ms);
        expect(instants.map((_, i) => column.at(i))).toEqual(instants);
        expect(column.length).toBe(instants.length);
        expect(() => column.at(instants.length)).toThrow(RangeError);
      }),
    );
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
