import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { defused, sheetCsv } from "./csv";
import { amount, column, count, day, instant, text, yesNo } from "./sheet";

interface Row {
  readonly said: string | null;
  readonly paid: string;
}
const COLUMNS = [
  column<Row>("said", 20, (r) => text(r.said)),
  column<Row>("paid_usd", 12, (r) => amount(r.paid)),
  column<Row>("outputs", 12, () => count(1_234_567)),
  column<Row>("at_utc", 20, () => instant("2026-10-01T00:00:00Z")),
  column<Row>("day", 12, () => day("2026-10-01")),
  column<Row>("open", 6, () => yesNo(true)),
];

describe("a CSV file for a spreadsheet", () => {
  it("begins with the mark of UTF-8, and its rows read back as they were written", () => {
    const said = 'two lines,\n"quoted", żółw';
    const csv = sheetCsv(COLUMNS, [{ said, paid: "-0.000000000000000001" }]);
    expect([...new TextEncoder().encode(csv).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(csv.split("\r\n")).toHaveLength(3);
    expect(parse(csv, { bom: true, columns: true })).toEqual([
      {
        said,
        paid_usd: "-0.000000000000000001",
        outputs: "1234567",
        at_utc: "2026-10-01T00:00:00Z",
        day: "2026-10-01",
        open: "yes",
      },
    ]);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "＋1", "－1", "＠x"])(
    "keeps %j as text",
    (value) => {
      expect(defused(value)).toBe(`'${value}`);
      const [row] = parse(sheetCsv(COLUMNS, [{ said: value, paid: "1" }]), { bom: true, columns: true }) as Row[];
      expect(row?.said).toBe(`'${value}`);
    },
  );

  it("leaves other text, amounts and what is not there as they are", () => {
    expect([defused("plain"), defused("a-b"), defused("")]).toEqual(["plain", "a-b", ""]);
    const [row] = parse(sheetCsv(COLUMNS, [{ said: null, paid: "-1" }]), { bom: true, columns: true }) as object[];
    expect(row).toMatchObject({ said: "", paid_usd: "-1" });
  });
});
