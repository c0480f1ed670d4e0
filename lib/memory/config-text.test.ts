import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CONFIG_CHARACTERS, parseConfigText } from "./config-text";

const read = (text: string) => {
  const result = parseConfigText(text);
  if (!result.ok) throw new Error(result.message);
  return result.config;
};

describe("config text", () => {
  it("reads bare NaN and Infinity outside strings, and leaves strings alone", () => {
    expect(read('\uFEFF{"a": [0.0, Infinity, -Infinity], "b": NaN, "c": "NaN, \\"Infinity\\""}')).toEqual({
      a: [0, null, null],
      b: null,
      c: 'NaN, "Infinity"',
    });
  });
  it("names line and column of the first thing that is not JSON", () => {
    expect(parseConfigText('{\n  "a": 1,\n  "b": oops\n}')).toMatchObject({ code: "not-json", line: 3, column: 8 });
    expect(parseConfigText('{"a": 1,}')).toMatchObject({ line: 1, column: 9 });
    expect(parseConfigText('{"a": 1')).toMatchObject({ line: 1, column: 8 });
    expect(parseConfigText("<html></html>")).toMatchObject({ line: 1, column: 1 });
    expect(parseConfigText('{"a" 1}')).toMatchObject({ line: 1, column: 6 });
  });
  it("refuses what is empty, too large or not an object", () => {
    expect(parseConfigText("  ")).toMatchObject({ code: "not-json" });
    expect(parseConfigText("[1]")).toMatchObject({ code: "not-an-object" });
    expect(parseConfigText(" ".repeat(50_000_000))).toMatchObject({ code: "too-large" });
    expect(parseConfigText(`{"a": "${"x".repeat(MAX_CONFIG_CHARACTERS - 20)}"}`).ok).toBe(true);
  });
  it("reads every JSON object as JSON does", () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(objects, (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(read(text))).toBe(text);
      }),
    );
  });
  it("never throws, whatever the text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((s) => `{"a": ${s}}`),
    );
    fc.assert(
      fc.property(text, (s) => {
        expect(() => parseConfigText(s)).not.toThrow();
      }),
    );
  });
});
