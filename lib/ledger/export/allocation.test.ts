import { describe, expect, it } from "vitest";
import { sumDecimals } from "@/lib/money/money";
import { sheetCsv } from "@/lib/sheet/csv";
import { allocationColumns, allocationRows, groupAllocationRows } from "./allocation";

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
    expect(rows.map((r) => [r.month, r.value, r.net, r.tax, r.accepted])).toEqual([
      ["2026-08", "BRF-1", "0.000000000000000001", "0", 4],
      ["2026-08", null, "7", "0", 0],
      ["2026-09", "BRF-2", "3.5", "1", 0],
    ]);
    expect(sumDecimals(rows.map((r) => r.net)).toFixed()).toBe("10.500000000000000001");
  });

  it("are a CSV of every column, exact, in which no title runs", () => {
    const columns = allocationColumns("brief", null);
    const [header, ...lines] = sheetCsv(columns, allocationRows(SUMS, [], BRIEFS))
      .slice(1)
      .trimEnd()
      .split("\r\n");
    expect(header?.split(",")).toEqual(columns.map((c) => c.name));
    expect(lines).toEqual([
      '2026-08,BRF-1,"Chat, live",EUR,0.000000000000000001,0,0,0,0,0.000000000000000001,0,0,0,0,',
      "2026-08,,,EUR,7,0,0,0,0,7,0,0,0,0,",
      "2026-09,BRF-2,'=HYPERLINK(1),EUR,3.5,0,0,0,0,3.5,1,0,0,0,",
    ]);
  });
});

describe("costs by another group", () => {
  const of = (value: string | null, month: string, amount: string, currency = "EUR") => ({
    value,
    month,
    amount,
    component: "accelerator" as const,
    currency,
  });

  it("go by its values, what says none last in its month, and know no outputs", () => {
    const rows = groupAllocationRows([of(null, "2026-08", "1"), of("b", "2026-09", "2"), of("a", "2026-08", "4")]);
    expect(rows.map((r) => [r.month, r.value, r.net])).toEqual([
      ["2026-08", "a", "4"],
      ["2026-08", null, "1"],
      ["2026-09", "b", "2"],
    ]);
    const names = allocationColumns("team", null).map((c) => c.name);
    expect(names.slice(0, 3)).toEqual(["month", "team", "currency"]);
    expect(names).not.toContain("accepted_outputs");
  });

  it("are in the asked currency too, by the rate of their month, and empty where none is stated", () => {
    const rates = [{ from: "EUR", to: "USD", rate: "1.1", dated: "2026-08-31", source: "ECB" }];
    const rows = groupAllocationRows([
      of("a", "2026-08", "4"),
      of("a", "2026-09", "2"),
      of("a", "2026-09", "3", "USD"),
    ]);
    const columns = allocationColumns("team", { currency: "USD", rates });
    const [header = "", ...lines] = sheetCsv(columns, rows).slice(1).trimEnd().split("\r\n");
    expect(header.split(",").slice(-4)).toEqual(["five_components_usd", "rate", "rate_dated", "rate_source"]);
    expect(lines.map((l) => l.split(",").slice(-4))).toEqual([
      ["4.4", "1.1", "2026-08-31", "ECB"],
      ["", "", "", ""],
      ["3", "", "", ""],
    ]);
  });
});
