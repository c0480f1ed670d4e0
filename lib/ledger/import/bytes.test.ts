import fc from "fast-check";
import { expect, it } from "vitest";
import { storable } from "@/lib/digest/storable";
import { decoded } from "./bytes";

const PIECES = ["a", "ł", "€", "😀", "\ufeff", "\n", "\ud800"];
/** Texts of one to four bytes a character, with bytes between them that belong to none. */
const anyBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES).map((c) => [...new TextEncoder().encode(c)]),
      fc.array(fc.nat(255)),
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

async function read(bytes: Uint8Array, lengths: readonly number[], fatal = false): Promise<string> {
  async function* chunks() {
    let at = 0;
    for (const length of lengths) {
      yield bytes.subarray(at, at + length);
      at += length;
    }
    yield bytes.subarray(at);
  }
  let text = "";
  for await (const piece of decoded(chunks(), "utf-8", fatal)) text += piece;
  return text;
}

it("reads the same text wherever a file is cut", async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, fc.array(fc.nat(5), { maxLength: 40 }), async (bytes, lengths) => {
      expect(await read(bytes, lengths)).toBe(storable(new TextDecoder().decode(bytes)));
    }),
    { numRuns: 500 },
  );
});

it("refuses what is not UTF-8 wherever it is cut, also at the end", async () => {
  const euro = new TextEncoder().encode("€");
  for (const cut of [0, 1, 2, 3]) {
    expect(await read(euro, [cut], true)).toBe("€");
    await expect(read(Uint8Array.of(0x41, 0xe2, 0x28), [cut], true)).rejects.toThrow(TypeError);
    await expect(read(euro.subarray(0, 2), [cut], true)).rejects.toThrow(TypeError);
  }
});

it("a mark of byte order is one at the start alone", async () => {
  const text = "\ufeffa\ufeffb";
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut < bytes.length; cut++) expect(await read(bytes, [cut]), String(cut)).toBe("a\ufeffb");
});
