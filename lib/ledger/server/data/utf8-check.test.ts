import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Utf8Check } from "./utf8-check";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function holds(bytes: Uint8Array, cuts: readonly number[]): boolean {
  const check = new Utf8Check();
  let from = 0;
  for (const cut of [...cuts.filter((c) => c < bytes.length).sort((a, b) => a - b), bytes.length]) {
    check.add(bytes.subarray(from, cut));
    from = cut;
  }
  return check.holds;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe("whether bytes are UTF-8", () => {
  it("is what a decoder says of them whole, wherever they are cut", () => {
    const text = fc.string({ unit: "binary", maxLength: 30 }).map(encode);
    const damaged = fc.tuple(text, fc.nat(60), fc.nat(255)).map(([bytes, at, value]) => {
      const copy = Uint8Array.from(bytes);
      if (copy.length > 0) copy[at % copy.length] = value;
      return copy;
    });
    const bytes = fc.oneof(text, damaged, fc.uint8Array({ maxLength: 6 }));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(60), { maxLength: 8 }), (all, cuts) => {
        expect(holds(all, cuts)).toBe(decodes(all));
      }),
      { numRuns: 2000 },
    );
  });

  it("is no for a character that never ends, and for the bytes of other encodings", () => {
    expect(holds(encode("zł").subarray(0, 2), [])).toBe(false);
    expect(holds(Uint8Array.of(0x7a, 0xb3), [])).toBe(false);
    expect(holds(Uint8Array.of(0xff, 0xfe, 0x7a, 0), [])).toBe(false);
    expect(holds(encode("\ufeffzł"), [1, 2, 3, 5])).toBe(true);
  });
});
