import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NUMBER_HABITS } from "@/lib/units/quantity";
import { fieldAt } from "./fields";
import { readTyped, showTyped } from "./typed";

const habits = Object.values(NUMBER_HABITS);

describe("what is typed into a field", () => {
  it("is read by the reader's own habit", () => {
    const wait = fieldAt("outcome.acceptableWaitMs");
    expect(readTyped(wait, "1.500", NUMBER_HABITS.id)).toEqual({ ok: true, value: 1500 });
    expect(readTyped(wait, "1.500", NUMBER_HABITS.en)).toEqual({ ok: true, value: 1.5 });
    expect(readTyped(wait, "soon", NUMBER_HABITS.en)).toEqual({ ok: false });
    expect(readTyped(wait, " ", NUMBER_HABITS.en)).toEqual({ ok: true, value: null });
  });
  it("is refused where the schema refuses it", () => {
    expect(readTyped(fieldAt("memoryShape.contextTokens"), "0", NUMBER_HABITS.en)).toEqual({ ok: false });
    expect(readTyped(fieldAt("memoryShape.contextTokens"), "8192.5", NUMBER_HABITS.en)).toEqual({ ok: false });
    expect(readTyped(fieldAt("dataBoundary.datasetBytes"), "80", NUMBER_HABITS.en)).toEqual({ ok: false });
    expect(readTyped(fieldAt("dataBoundary.datasetBytes"), "80gb", NUMBER_HABITS.en)).toEqual({
      ok: true,
      value: 80e9,
    });
  });
  it("shows and reads back the same bytes and numbers", () => {
    const size = fieldAt("dataBoundary.datasetBytes");
    const wait = fieldAt("outcome.acceptableWaitMs");
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 }), fc.constantFrom(...habits), (n, habit) => {
        const seen = readTyped(size, showTyped(size, n, habit), habit);
        const same = readTyped(wait, showTyped(wait, n / 4, habit), habit);
        return seen.ok && seen.value === n && same.ok && same.value === n / 4;
      }),
    );
  });
});
