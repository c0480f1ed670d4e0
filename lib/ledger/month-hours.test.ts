import { describe, expect, it } from "vitest";
import { monthSeconds } from "./month-hours";
import { readPriceList } from "./price-list";
import { valueUsage } from "./value-usage";

const FEBRUARY = Date.UTC(2026, 1, 3);

describe("a month as a price list means it", () => {
  it.each([
    ["calendar", 28 * 24],
    ["720", 720],
    ["730", 730],
    ["744", 744],
  ] as const)("%s: %i hours in February 2026", (hours, wanted) => {
    expect(monthSeconds(hours, FEBRUARY) / 3600).toBe(wanted);
  });

  it("spreads a price per GiB-month over the hours that the provider means", () => {
    const list = readPriceList(
      "sku,unit,price,currency,component,from,source\ndisk,GiB-month,0.073,USD,storage,2026-01-01,price page\n",
    );
    if (!list.ok) throw new Error("price list");
    const usage =
      "start,end,quantity,unit,sku\n2026-02-03T00:00:00Z,2026-02-04T00:00:00Z,240000,GiB-hours,disk\n2026-03-03T00:00:00Z,2026-03-04T00:00:00Z,240000,GiB-hours,disk\n";
    const sum = (hours: Parameters<typeof valueUsage>[2]) => {
      const valued = valueUsage(usage, list.prices, hours);
      return valued.ok ? valued.sums.USD : null;
    };
    // 2 × 240,000 ÷ 730 × 0.073
    expect(sum("730")).toBe("48");
    // 240,000 × 0.073 × (1 ÷ 672 + 1 ÷ 744)
    expect(Number(sum("calendar"))).toBeCloseTo(49.6198, 3);
  });
});
