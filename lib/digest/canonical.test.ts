import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf } from "./canonical";
import { sha256Hex } from "./sha256";

describe("canonical JSON", () => {
  it("does not depend on key order", () => {
    expect(digestOf({ b: 1, a: [1, { d: null, c: "ż" }] })).toBe(digestOf({ a: [1, { c: "ż", d: null }], b: 1 }));
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });
  it("round-trips any JSON value", () => {
    fc.assert(fc.property(fc.jsonValue(), (v) => canonicalJson(JSON.parse(canonicalJson(v))) === canonicalJson(v)));
  });
  it("refuses what JSON cannot hold", () => {
    for (const bad of [Number.NaN, undefined, 1n, () => 1, new Date(0)])
      expect(() => canonicalJson(bad)).toThrow(TypeError);
  });
  it("is plain SHA-256", () => {
    expect(sha256Hex(new TextEncoder().encode("abc"))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
