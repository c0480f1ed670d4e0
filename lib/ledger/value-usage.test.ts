import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { command } from "@/lib/cli/commands/bill";
import { Decimal } from "@/lib/money/money";
import { readPriceList, unitsFor } from "./price-list";
import { valueUsage } from "./value-usage";

const LIST = `sku,unit,price,currency,component,from,until,source
h100,GPU-hours,2.39,USD,accelerator,2026-01-01,2026-09-01,price page
h100,GPU-hours,2.10,USD,accelerator,2026-09-01,,contract
disk,GiB-hours,0.0001,USD,storage,2026-01-01,,price page`;

const prices = (() => {
  const read = readPriceList(LIST);
  if (!read.ok) throw new Error(read.faults[0]?.message);
  return read.prices;
})();

const FOCUS = `ProviderName,BillingAccountId,ChargePeriodStart,ChargePeriodEnd,SkuId,ConsumedQuantity,ConsumedUnit,ResourceId,BilledCost,Tags
CoreWeave,acc,2026-08-31T23:00:00Z,2026-09-01T00:00:00Z,h100,8,GPU-hours,node-1,,"{""team"":""vision""}"
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,h100,28800,GPU-seconds,node-1,,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,disk,250,GiB-Hours,vol-1,0,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,disk,0,GiB-Hours,vol-2,,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,b200,8,GPU-hours,node-2,,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,h100,8,requests,node-2,,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T00:00:00Z,h100,8,GPU-hours,node-2,,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,h100,x,GPU-hours,node-2,,
CoreWeave,acc,2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,h100,8,GPU-hours,node-2,3.50,`;

describe("valueUsage", () => {
  it("takes the price of the day, turns units of time, and names what it cannot value", () => {
    const valued = valueUsage(FOCUS, prices);
    expect(valued).toMatchObject({ ok: true, rows: 3, free: 1, sums: { USD: "35.945" } });
    if (!valued.ok) return;
    expect(valued.notValued.map((n) => [n.record, n.code])).toEqual([
      [6, "no-price"],
      [7, "no-price"],
      [8, "no-time"],
      [9, "no-quantity"],
      [10, "has-cost"],
    ]);
    expect(valued.csv).toContain("8 GPU-hours of h100 at 2.39 USD per GPU-hours, price list of 2026-01-01: price page");
  });

  it("what it writes is read as a bill of the same sum, each row once", async () => {
    const valued = valueUsage(FOCUS, prices);
    if (!valued.ok) throw new Error("not valued");
    const result = await command.run({
      files: [{ name: "valued.csv", bytes: new TextEncoder().encode(valued.csv) }],
      options: {},
      readFile: () => new Uint8Array(),
    });
    expect(result.output).toMatchObject({
      piles: { new: { USD: { rows: 3, amount: "35.945" } } },
      totals: { components: { accelerator: "35.92", storage: "0.025" } },
    });
  });

  it("reads exports that count seconds of accelerators", () => {
    const fireworks = `email,start_time,end_time,usage_type,accelerator_type,accelerator_seconds
a@example.test,2026-09-02T00:00:00Z,2026-09-02T01:00:00Z,dedicated,H100,7200`;
    const list = readPriceList(LIST.replaceAll("GPU-hours", "hours"));
    if (!list.ok) throw new Error("list");
    expect(valueUsage(fireworks, list.prices)).toMatchObject({ ok: true, sums: { USD: "4.2" } });
  });

  it("says which columns are missing", () => {
    expect(valueUsage("a,b\n1,2", prices)).toMatchObject({ ok: false, missing: expect.arrayContaining([]) });
  });

  it("the sum is that of quantity × price, exactly", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 }), (quantities) => {
        const rows = quantities.map((q) => `2026-09-01T00:00:00Z,2026-09-01T01:00:00Z,h100,${q / 1000},GPU-hours`);
        const valued = valueUsage(
          `ChargePeriodStart,ChargePeriodEnd,SkuId,ConsumedQuantity,ConsumedUnit\n${rows.join("\n")}`,
          prices,
        );
        if (!valued.ok) throw new Error("not valued");
        const sum = quantities.reduce((s, q) => s.plus(new Decimal(q).div(1000).times("2.10")), new Decimal(0));
        expect(new Decimal(valued.sums.USD ?? 0).eq(sum)).toBe(true);
      }),
    );
  });
});

describe("readPriceList", () => {
  it.each([
    ["sku,unit\nx,y", "the header lacks"],
    [LIST.replace("2.39", "cheap"), '"cheap" is no price'],
    [LIST.replace("accelerator", "gpu"), '"gpu" is none of'],
    [LIST.replace(",2026-09-01,price page", ",2025-09-01,price page"), "until must be after from"],
    [LIST.replace(",2026-09-01,price page", ",2026-10-01,price page"), "valid at the same time"],
    [LIST.split("\n")[0] ?? "", "no prices"],
  ])("refuses %#", (text, message) => {
    const read = readPriceList(text);
    expect(read.ok ? [] : read.faults.map((f) => f.message).join("\n")).toContain(message);
  });
});

describe("unitsFor", () => {
  it.each([
    ["GPU-seconds", "GPU-hours", "1/3600"],
    ["hours", "Hour", "1"],
    ["GiB-Hours", "gib-hours", "1"],
    ["minutes", "hours", "1/60"],
    ["GiB-hours", "GiB-months", "1/720"],
  ])("%s in %s is %s", (usage, priced, wanted) => {
    const [a = "0", b = "1"] = wanted.split("/");
    expect(
      unitsFor(usage, priced, 720 * 3600)
        ?.times(b)
        .toDecimalPlaces(20)
        .toFixed(),
    ).toBe(a);
  });
  it.each([
    ["GPU-hours", "CPU-hours"],
    ["requests", "hours"],
    ["GiB", "GiB-hours"],
  ])("%s is not %s", (usage, priced) => expect(unitsFor(usage, priced, 720 * 3600)).toBeNull());
});
