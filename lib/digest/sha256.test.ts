import fc from "fast-check";
import { expect, it } from "vitest";
import { runningSha256, sha256Hex, sha256HexWithoutNode } from "./sha256";

it("is SHA-256, in Node and in a browser, of bytes and of any text", () => {
  // FIPS 180-4, example of one block
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect([sha256Hex("abc"), sha256HexWithoutNode("abc"), sha256Hex(new Uint8Array([97, 98, 99]))]).toEqual([
    abc,
    abc,
    abc,
  ]);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.uint8Array(), (text, bytes) => {
      expect(sha256Hex(text)).toBe(sha256HexWithoutNode(text));
      expect(sha256Hex(bytes)).toBe(sha256HexWithoutNode(bytes));
    }),
  );
  // Half of a surrogate pair is no character: both write the sign for one that is unknown.
  expect(sha256Hex("\ud800")).toBe(sha256HexWithoutNode("\ud800"));
});

it("comes to the same piece by piece", () => {
  const running = runningSha256();
  for (const piece of ["a", new Uint8Array([98]), "c"]) running.update(piece);
  expect(running.digest("hex")).toBe(sha256Hex("abc"));
});
