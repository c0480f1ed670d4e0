import { describe, expect, it } from "vitest";
import { sumDecimals } from "@/lib/money/money";
import { sheetCsv } from "@/lib/sheet/csv";
import { ALLOCATION_COLUMNS, allocationRows } from "./allocation";

const BRIEFS = [
  { id: "a", number: 2, title: "=HYPERLINK(1)" },
  { id: "b", number: 1, title: "Chat, live" },
];
const sum = (
  briefId: string | null,
  month: string,
  amount: string,
  component: "accelerator" | "tax" = "accelerator",
) => ({
  briefId,
  month,
  amount,
  component,
  currency: "EUR",
});
const SUMS = [
  sum("a", "2026-09", "3.5"),
  sum("b", "2026-08", "0.000000000000000001"),
  sum(null, "2026-08", "7"),
  sum("a", "2026-09", "1", "tax"),
];

describe("costs by brief, month and currency", () => {
  it("go by month and brief, what belongs to none last, and sum to the whole", () => {
    const rows = allocationRows(SUMS, [{ briefId: "b", month: "2026-08", accepted: 4 }], BRIEFS);
    expect(rows.map((r) => [r.month, r.brief, r.net, r.tax, r.accepted])).toEqual([
      ["2026-08", "BRF-1", "0.000000000000000001", "0", 4],
      ["2026-08", null, "7", "0", 0],
      ["2026-09", "BRF-2", "3.5", "1", 0],
    ]);
    expect(sumDecimals(rows.map((r) => r.net)).toFixed()).toBe("10.500000000000000001");
  });

  it("are a CSV of every column, exact, in which no title runs", () => {
    const [header, ...lines] = sheetCsv(ALLOCATION_COLUMNS, allocationRows(SUMS, [], BRIEFS))
      .slice(1)
      .trimEnd()
      .split("\r\n");
    expect(header?.split(",")).toEqual(ALLOCATION_COLUMNS.map((c) => c.name));
    expect(lines).toEqual([
      '2026-08,BRF-1,"Chat, live",EUR,0.000000000000000001,0,0,0,0,0.000000000000000001,0,0,0,0,',
      "2026-08,,,EUR,7,0,0,0,0,7,0,0,0,0,",
      "2026-09,BRF-2,'=HYPERLINK(1),EUR,3.5,0,0,0,0,3.5,1,0,0,0,",
    ]);
  });
});
