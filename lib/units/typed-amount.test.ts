import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NUMBER_HABITS } from "./quantity";
import { parseTypedAmount } from "./typed-amount";

const { en, id, pl } = NUMBER_HABITS;

describe("a typed amount", () => {
  it.each([
    ["2,000 ms", en, "ms", 2000],
    ["2 s", en, "ms", 2000],
    ["2.000 ms", id, "ms", 2000],
    ["1,5 h", pl, "min", 90],
    ["90 min", en, "h", 1.5],
    ["30 hari", id, "days", 30],
    ["30 dni", pl, "days", 30],
    ["2 days", en, "h", 48],
    ["0.5 %", en, "%", 0.5],
    ["0.5%", en, "%", 0.5],
    ["4 GiB", en, "GiB", 4],
    ["8.589934592 GB", en, "GiB", 8],
    ["8k", en, "tokens", 8000],
    ["1.2 mln", en, "outputs", 1_200_000],
    ["300 rb", id, "outputs", 300_000],
    ["10", en, "h/day", 10],
    ["10 h/day", en, "h/day", 10],
  ] as const)("%s is read", (text, habit, unit, value) => {
    expect(parseTypedAmount(text, habit, unit)).toBe(value);
  });

  it("may carry the word of its unit in the reader's language", () => {
    expect(parseTypedAmount("8 tokenów", pl, "tokens", ["token", "tokeny", "tokenów"])).toBe(8);
    expect(parseTypedAmount("8k tokens", en, "tokens", ["token", "tokens"])).toBe(8000);
  });

  it.each([
    ["2 GB", "ms"],
    ["2 s", "tokens"],
    ["2 m", "min"],
    ["soon", "ms"],
    ["", "ms"],
    ["1,23 ms", "ms"],
    ["2 ms 3", "ms"],
    ["5 h", null],
  ] as const)("%s is not taken for %s", (text, unit) => {
    expect(parseTypedAmount(text, en, unit)).toBeNull();
  });

  it("reads a whole number of hours as the same number of minutes, whatever the habit", () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.constantFrom(en, id, pl), (n, habit) => {
        expect(parseTypedAmount(`${n} h`, habit, "min")).toBe(n * 60);
        expect(parseTypedAmount(String(n), habit, "min")).toBe(n);
      }),
    );
  });
});
