import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvReader, type CsvRecord, csvRecords, delimiterOf } from "./csv";

const fieldsOf = (text: string): (readonly string[])[] => [...csvRecords(text, ",")].map((r) => r.fields);

describe("csv", () => {
  it("reads well-formed text as csv-parse does", () => {
    const field = fc.string({ unit: fc.constantFrom("a", "ł", " ", ",", '"', "\n", "\r\n", "1") });
    const quote = (f: string): string => (/[",\r\n]/.test(f) ? `"${f.replaceAll('"', '""')}"` : f);
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.constantFrom("\n", "\r\n"))
      .chain(([width, end]) =>
        fc.tuple(
          fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
          fc.constant(end),
        ),
      );
    fc.assert(
      fc.property(table, ([rows, end]) => {
        const text = rows.map((row) => row.map(quote).join(",")).join(end) + end;
        expect(fieldsOf(text)).toEqual(parse(text, { skip_empty_lines: false, record_delimiter: end }));
        expect(fieldsOf(text)).toEqual(rows);
      }),
    );
  });

  it("goes on at the next line after broken quoting, and keeps the record numbers", () => {
    const text = 'a,b\n1,2\n"3,4\n5,6\n"7"x,8\n"9","10"\n';
    const records = [...csvRecords(text, ",")];
    expect(records.map((r) => [r.record, r.broken, r.fields])).toEqual([
      [1, false, ["a", "b"]],
      [2, false, ["1", "2"]],
      [3, true, ['"3,4']],
      [4, false, ["5", "6"]],
      [5, true, ['"7"x,8']],
      [6, false, ["9", "10"]],
    ]);
  });

  it("does not let one stray quote swallow the lines up to the next quoted field", () => {
    const text = 'a,b\n"1,2\n3,4\n5,"6"\n7,8';
    expect([...csvRecords(text, ",")].map((r) => r.broken)).toEqual([false, true, false, false, false]);
  });

  it("reads every line end, skips blank lines and keeps quotes inside plain fields", () => {
    expect(fieldsOf('a,b\r\r1,2\r3" disk,4')).toEqual([
      ["a", "b"],
      ["1", "2"],
      ['3" disk', "4"],
    ]);
    expect(fieldsOf("a,b\r\n\r\n1,\r\n")).toEqual([
      ["a", "b"],
      ["1", ""],
    ]);
  });

  it("finds the delimiter from the header", () => {
    expect(delimiterOf("a,b;c,d\n1;2;3;4;5")).toBe(",");
    expect(delimiterOf("a;b;c\n1,5;2")).toBe(";");
    expect(delimiterOf("a\tb\tc")).toBe("\t");
  });

  const inPieces = (text: string, cuts: readonly number[]): CsvRecord[] => {
    const reader = new CsvReader(",");
    const at = [0, ...[...cuts].map((c) => c % (text.length + 1)).sort((a, b) => a - b), text.length];
    const records = at.slice(1).flatMap((end, i) => [...reader.push(text.slice(at[i], end))]);
    return [...records, ...reader.end()];
  };

  it("reads a text in pieces as it reads it whole, wherever it is cut and whatever it holds", () => {
    const text = fc.string({ unit: fc.constantFrom("a", ",", ",", '"', "\n", "\r", "\r\n", " ", "ł"), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), (t, cuts) => {
        expect(inPieces(t, cuts)).toEqual([...csvRecords(t, ",")]);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives up a line or an open quote of a million characters, and goes on behind it", () => {
    const long = "x".repeat(1_200_000);
    const quote = `"${`${"y".repeat(99)}\n`.repeat(12_000)}`;
    const text = `a,b\n${long}\n1,2\n${quote},2\n3,4\n`;
    const whole = [...csvRecords(text, ",")];
    expect(whole[1]).toEqual({ record: 2, fields: ["x".repeat(400)], broken: true });
    expect(whole[2]?.fields).toEqual(["1", "2"]);
    expect(whole[3]?.broken).toBe(true);
    expect(whole.at(-1)?.fields).toEqual(["3", "4"]);
    const cuts = Array.from({ length: 40 }, (_, i) => i * 65_536);
    expect(inPieces(text, cuts)).toEqual(whole);
  });
});
