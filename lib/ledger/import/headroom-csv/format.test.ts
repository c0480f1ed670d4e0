import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { zoneOf } from "../../period";
import { planImport } from "../../plan";
import { EMPTY_STATE } from "../../schema";
import { totalsOf } from "../../totals";
import { readBill } from "../read";

const HEADER = "charge_start,charge_end,component,amount,currency,description,resource,row_type,effective_amount";
const line = (component: string, amount: string, type = "", effective = ""): string =>
  `2026-09-01,2026-10-01,${component},${amount},EUR,line,disk-${component},${type},${effective}`;

function read(...lines: string[]) {
  const bytes = new TextEncoder().encode([HEADER, ...lines].join("\n"));
  const file = readBill({ name: "own.csv", bytes }, null, { assumedCurrency: null });
  if (!file.ok) throw new Error(file.code);
  return file;
}

describe("our own bill columns", () => {
  it("are recognised and counted as they state", () => {
    const file = read(
      line("storage", "10.5"),
      line("tax", "2"),
      line("credit", "-1"),
      line("rounding", "-0.002"),
      line("funding", "500"),
      line("", "3"),
      line("accelerator", "100", "", "80"),
      line("accelerator", "-5", "correction"),
      line("accelerator", "113.5", "total"),
      line("host", "7", "estimate"),
    );
    expect(file.format).toBe("headroom-csv");
    const plan = planImport(file, { basis: "effective", prior: EMPTY_STATE });
    expect(plan.proof.holds).toBe(true);
    expect(totalsOf(plan.entries, "effective", zoneOf("UTC")!).EUR?.totals).toEqual({
      components: { accelerator: "75", host: "0", storage: "10.5", network: "0", support: "0" },
      tax: "2",
      credit: "-1",
      rounding: "-0.002",
      funding: "500",
      unclassified: "3",
      netComponents: "85.5",
      payable: "89.498",
    });
    expect(plan.setAside.map((r) => [r.record, r.reason])).toEqual([
      [6, "funding"],
      [10, "total-row"],
      [11, "estimate"],
    ]);
  });

  it("refuse what they do not know, row by row", () => {
    const { bill } = read(
      line("gpu", "1"),
      line("host", "1,5".replace(",", ";")),
      line("host", "1", "sum"),
      line("host", "1"),
    );
    expect(bill.rows.map((r) => r.record)).toEqual([5]);
    expect(bill.refused.map((r) => [r.record, r.reason])).toEqual([
      [2, "unknown-component"],
      [3, "number-format"],
      [4, "unknown-row-type"],
    ]);
  });

  it("are those of the example file, which is counted whole", () => {
    const bytes = readFileSync("public/headroom-bill.csv");
    const file = readBill({ name: "headroom-bill.csv", bytes }, null, { assumedCurrency: null });
    if (!file.ok) throw new Error(file.code);
    expect(file.format).toBe("headroom-csv");
    expect(file.bill.headerFaults).toEqual([]);
    const plan = planImport(file, { basis: "effective", prior: EMPTY_STATE });
    expect(plan.setAside).toEqual([]);
    expect(totalsOf(plan.entries, "effective", zoneOf("UTC")!).EUR?.totals).toMatchObject({
      components: { accelerator: "59.76", storage: "10.5" },
      tax: "16.16",
    });
  });
});
