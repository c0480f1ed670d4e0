import { describe, expect, it } from "vitest";
import type { ReadBill } from "../bill-format";
import { readBill } from "../read";

const COLUMNS =
  "ChargePeriodEnd,BilledCost,EffectiveCost,BillingCurrency,ChargeCategory,ChargePeriodStart,ResourceId,Tags";
const LINE = '2026-09-02T00:00:00Z,1.5,1.25,USD,Usage,2026-09-01T00:00:00Z,n-1,"{""team"":""a""}"';

function read(text: string, assumedCurrency: string | null = null): ReadBill {
  const result = readBill({ name: "f.csv", bytes: new TextEncoder().encode(text) }, "focus", { assumedCurrency });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.bill;
}
const codes = (bill: ReadBill): string[] => bill.warnings.map((w) => `${w.code} ${w.field} ${w.records.join()}`);

describe("FOCUS by column name", () => {
  it("reads the same row whatever the order of columns", () => {
    const row = read(`${COLUMNS}\n${LINE}`).rows[0];
    expect(row).toMatchObject({
      record: 2,
      billedAmount: "1.5",
      effectiveAmount: "1.25",
      chargeStart: "2026-09-01T00:00:00Z",
      chargeEnd: "2026-09-02T00:00:00Z",
      resource: "n-1",
      tags: { team: "a" },
    });
  });

  it("reads a byte order mark, CRLF, UTF-16 and a foreign encoding", () => {
    const text = `${COLUMNS},ChargeDescription\r\n${LINE},pół dnia\r\n`;
    const utf16 = Uint8Array.of(0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]));
    const latin = Uint8Array.from([...text.replace("pół", "p\u00f3l")].map((c) => c.charCodeAt(0)));
    const description = (bytes: Uint8Array): unknown => {
      const result = readBill({ name: "f", bytes }, null, { assumedCurrency: null });
      return result.ok ? [result.bill.rows[0]?.description, result.bill.warnings.map((w) => w.code)] : result;
    };
    expect(description(new TextEncoder().encode(`\uFEFF${text}`))).toEqual(["pół dnia", []]);
    expect(description(utf16)).toEqual(["pół dnia", []]);
    expect(description(latin)).toEqual(["pól dnia", ["text-encoding"]]);
  });

  it("keeps the others when a row in the middle is broken", () => {
    const bill = read([COLUMNS, LINE, '"2026,1,1', "1,2,3", LINE, LINE.replace("1.5", "x")].join("\n"));
    expect(bill.rows.map((r) => r.record)).toEqual([2, 5]);
    expect(bill.refused.map((r) => [r.record, r.reason, r.field])).toEqual([
      [3, "broken-row", null],
      [4, "field-count", null],
      [6, "number-format", "BilledCost"],
    ]);
    expect(bill.refused[2]).toMatchObject({ billedAmount: null, effectiveAmount: "1.25", currency: "USD" });
  });

  it("refuses every row of a file that lacks a needed column, by name", () => {
    const bill = read("BilledCost,ChargeCategory,BillingCurrency\n1,Usage,USD");
    expect(bill.refused[0]).toMatchObject({ reason: "missing-column", field: "EffectiveCost", billedAmount: "1" });
  });

  it("needs a currency: from the file, or stated with the import and said so", () => {
    const noCurrency = `${COLUMNS}\n${LINE.replace("USD", "")}`;
    expect(read(noCurrency).refused[0]).toMatchObject({ reason: "missing-value", field: "BillingCurrency" });
    const stated = read(noCurrency, "EUR");
    expect(stated.rows[0]?.currency).toBe("EUR");
    expect(codes(stated)).toEqual(["currency-assumed BillingCurrency 2"]);
  });

  it("takes column names and values in another case with a warning", () => {
    const bill = read(`${COLUMNS.replace("ResourceId", "resourceid")}\n${LINE.replace("Usage", "usage")}`);
    expect(bill.rows[0]).toMatchObject({ resource: "n-1", chargeCategory: "Usage" });
    expect(codes(bill)).toEqual(["column-name-case resourceid 1", "casing-normalised ChargeCategory 2"]);
    expect(bill.headerFaults).toContain("column resourceid is written ResourceId in FOCUS");
  });

  it("finds the version by the columns it brought", () => {
    const version = (more: string): string | null => read(`${COLUMNS},${more}\n${LINE},`).version;
    expect([
      version("SkuId"),
      version("SkuMeter"),
      version("InvoiceId"),
      version("AllocatedMethodId"),
      version("InvoiceDetailId"),
    ]).toEqual(["1.0", "1.1", "1.2", "1.3", "1.4"]);
  });

  it("does not let an unreadable side column lose the charge", () => {
    const bill = read(`${COLUMNS},ListCost,BillingPeriodStart\n${LINE},$5,5/1/25`);
    expect(bill.rows[0]).toMatchObject({ listCost: null, billingPeriodStart: null });
    expect(codes(bill)).toEqual(["value-not-allowed BillingPeriodStart 2", "value-not-allowed ListCost 2"]);
  });
});
