import { describe, expect, it } from "vitest";
import { bytes, ceilBytes, fromGib, GIB, sumBytes } from "./bytes";
import { NUMBER_HABITS, parseTypedBytes, parseTypedNumber } from "./quantity";

describe("bytes", () => {
  it("are whole", () => {
    expect(() => bytes(0.5)).toThrow(RangeError);
    expect(ceilBytes(0.5)).toBe(1);
    expect(sumBytes([bytes(1), fromGib(1)])).toBe(GIB + 1);
  });
});

describe("typed numbers", () => {
  it("reads 1.234 by the reader's own habit", () => {
    expect(parseTypedNumber("1.234", NUMBER_HABITS.en)).toBe("1.234");
    expect(parseTypedNumber("1.234", NUMBER_HABITS.id)).toBe("1234");
    expect(parseTypedNumber("1.234", NUMBER_HABITS.pl)).toBeNull();
    expect(parseTypedNumber("1\u00a0234,5", NUMBER_HABITS.pl)).toBe("1234.5");
    expect(parseTypedNumber("1,234.5", NUMBER_HABITS.en)).toBe("1234.5");
    expect(parseTypedNumber("1.23", NUMBER_HABITS.id)).toBeNull();
  });
  it("reads bytes with their unit", () => {
    expect(parseTypedBytes("80gb", NUMBER_HABITS.en)).toBe(80e9);
    expect(parseTypedBytes("74,5 GiB", NUMBER_HABITS.pl)).toBe(74.5 * GIB);
    expect(parseTypedBytes("80", NUMBER_HABITS.en)).toBeNull();
  });
});
