import { describe, expect, it } from "vitest";
import { sheetCsv } from "@/lib/sheet/csv";
import { readBill } from "../import/read";
import { UTC } from "../period";
import { planImport } from "../plan";
import { EMPTY_STATE } from "../schema";
import { totalsOf } from "../totals";
import type { ExportEntry } from "./entry";
import { EXPORT_VERSIONS, focusCsv } from "./focus";
import { ENTRY_COLUMNS } from "./spreadsheet";

const entry = (more: Partial<ExportEntry>): ExportEntry => ({
  id: "e1",
  component: "accelerator",
  kind: "usage",
  billed: "10.5",
  effective: "9.25",
  currency: "USD",
  chargeStart: "2026-01-31T00:00:00Z",
  chargeEnd: "2026-02-01T00:00:00Z",
  billingPeriodStart: null,
  invoiceId: "INV-1",
  issuer: "Provider",
  account: "acct/sub",
  resource: "i-1",
  sku: "gpu-h100-hour",
  meter: "gpu-hours",
  service: "GPU instances",
  region: "eu-1",
  description: 'one day, "whole"',
  tags: { team: "a" },
  brief: "BRF-1",
  bill: "BILL-2",
  record: 7,
  reversal: false,
  ...more,
});
const ENTRIES = [
  entry({}),
  entry({
    id: "e2",
    component: "storage",
    sku: "disk-gib-month",
    resource: "d-1",
    billed: "0.000000000000000001",
    effective: "3",
  }),
  entry({ id: "e3", component: "tax", kind: "tax", sku: null, resource: null, billed: "2.1", effective: "2.1" }),
  entry({
    id: "e4",
    billed: "-10.5",
    effective: "-9.25",
    kind: "correction",
    reversal: true,
    chargeStart: "2026-01-31T00:00:00Z",
  }),
];

describe("export of what the ledger holds", () => {
  it.each(EXPORT_VERSIONS)("FOCUS %s is read back by the importer with equal totals and no header fault", (version) => {
    const text = focusCsv(ENTRIES, version);
    const read = readBill({ name: "export.csv", bytes: new TextEncoder().encode(text) }, null, {
      assumedCurrency: null,
    });
    if (!read.ok) throw new Error(read.message);
    expect([read.format, read.bill.version, read.bill.headerFaults, read.bill.refused]).toEqual([
      "focus",
      version,
      [],
      [],
    ]);
    const plan = planImport(read, { basis: "effective", prior: EMPTY_STATE });
    const again = totalsOf(plan.entries, "billed", UTC).USD?.totals;
    const before = totalsOf(ENTRIES, "billed", UTC).USD?.totals;
    expect(again).toEqual(before);
    expect(read.bill.rows[0]).toMatchObject({ billingPeriodStart: "2026-01-01T00:00:00Z", subAccount: "sub" });
  });

  it("a spreadsheet gets plain numbers and text that cannot run", () => {
    const text = sheetCsv(ENTRY_COLUMNS, [entry({ description: '=HYPERLINK("x")', billed: "-1" })]);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain(",-1,");
  });
});
