import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { BillReport } from "@/lib/ledger/bill-report";
import { decimalText } from "@/lib/money/money";
import { withSharedData } from "@/lib/testing/shared-data";
import { command } from "./bill";

const text = (s: string): Uint8Array => new TextEncoder().encode(s);
const never = (): Uint8Array => {
  throw new Error("no file was expected to be read");
};

const HEADER =
  "BilledCost,EffectiveCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargeCategory,ChargePeriodStart,ChargePeriodEnd,ResourceId,ServiceCategory,ServiceName,SkuId,SkuMeter,ListCost,ContractedCost,InvoiceIssuerName,InvoiceId";
const row = (amount: string, day: number, currency = "USD"): string =>
  `${amount},${amount},${currency},acc,2026-09-01T00:00:00Z,2026-10-01T00:00:00Z,Usage,2026-09-0${day}T00:00:00Z,2026-09-0${day + 1}T00:00:00Z,node-1,Compute,Pods,GPU-1,H100 hours,${amount},${amount},Rentco,INV-1`;

async function bill(
  files: { name: string; bytes: Uint8Array }[],
  options: Record<string, string> = {},
  readFile: (path: string) => Uint8Array = never,
): Promise<{ report: BillReport; exitCode: number; error: { code: string } | undefined }> {
  const result = await command.run({ files, options, readFile });
  const output = result.output as BillReport & { error?: { code: string } };
  return { report: output, exitCode: result.exitCode, error: output.error };
}

const file = (name: string, ...lines: string[]) => ({ name, bytes: text([HEADER, ...lines].join("\n")) });

describe("headroom bill", () => {
  it("answers with the fields that others build on", async () => {
    const { report, exitCode } = await bill([file("a.csv", row("10.50", 1), row("0.1", 2))]);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({
      source: "focus",
      rows: 2,
      basis: "effective",
      currency: "USD",
      totals: { components: { accelerator: "10.6", host: "0" }, tax: "0", netComponents: "10.6", payable: "10.6" },
      byMonth: { "2026-09": { netComponents: "10.6" } },
      piles: { new: { USD: { rows: 2, amount: "10.6" } }, refused: {}, overlapping: {} },
      notCounted: [],
      invoices: { "INV-1": { USD: "10.6" } },
    });
    expect(report.entries[0]).toEqual({
      file: "a.csv",
      row: 2,
      component: "accelerator",
      kind: "usage",
      amount: "10.5",
      billed: "10.5",
      effective: "10.5",
      currency: "USD",
      start: "2026-09-01T00:00:00Z",
      end: "2026-09-02T00:00:00Z",
      resource: "node-1",
      invoice: "INV-1",
      rule: "gpu-text",
    });
    expect(report.controls.length).toBe(3);
    expect(report.controls.every((c) => c.holds && c.stated === c.computed)).toBe(true);
    expect(report.state.claims).toEqual([
      {
        account: "acc/",
        resource: "node-1",
        component: "accelerator",
        meter: "GPU-1 / H100 hours",
        lane: 0,
        start: "2026-09-01T00:00:00Z",
        end: "2026-09-03T00:00:00Z",
      },
    ]);
  });

  it("counts a file once, whether it comes twice in one call or in two", async () => {
    const a = file("a.csv", row("10", 1), row("20", 2));
    const once = await bill([a]);
    const twice = await bill([a, { ...a, name: "copy.csv" }]);
    expect(twice.report.totals).toEqual(once.report.totals);
    expect(twice.report.piles.alreadyClaimed.USD).toMatchObject({ rows: 2, amount: "30" });
    const saved = text(JSON.stringify(once.report));
    const later = await bill([a], { state: "prior.json" }, () => saved);
    expect(later.report.totals.payable).toBe("0");
    expect(later.report.notCounted.map((r) => r.reason)).toEqual(["file-already-imported", "file-already-imported"]);
    expect(later.report.state).toEqual(once.report.state);
  });

  it("knows the same hours in another file, and a part of them", async () => {
    const first = await bill([file("a.csv", row("10", 1), row("20", 2))]);
    const state = text(JSON.stringify(first.report.state));
    const second = await bill([file("b.csv", row("20", 2), row("30", 3))], { state: "p" }, () => state);
    expect(second.report.piles.alreadyClaimed.USD?.rows).toBe(1);
    expect(second.report.totals.payable).toBe("30");
    const half = row("5", 2).replace("2026-09-03T00:00:00Z,node", "2026-09-04T00:00:00Z,node");
    const third = await bill([file("c.csv", half)], { state: "p" }, () => state);
    expect(third.report.piles.overlapping.USD?.rows).toBe(1);
    expect(third.report.notCounted[0]?.reason).toBe("range-overlaps-claim");
  });

  it("keeps currencies apart", async () => {
    const { report } = await bill([file("a.csv", row("10", 1), row("10", 3), row("7", 2, "EUR"))]);
    expect(report.currency).toBe("USD");
    expect(report.totals.payable).toBe("20");
    expect(report.otherCurrencies.EUR?.totals.payable).toBe("7");
    const euro = await bill([file("a.csv", row("10", 1), row("7", 2, "EUR"))], { currency: "EUR" });
    expect(euro.report.totals.payable).toBe("7");
  });

  it("refuses what it cannot use, by name", async () => {
    const a = file("a.csv", row("10", 1));
    expect((await bill([])).error?.code).toBe("no-file");
    expect((await bill([a], { basis: "cash" })).error?.code).toBe("unknown-basis");
    expect((await bill([a], { timezone: "Mars/Olympus" })).error?.code).toBe("unknown-time-zone");
    expect((await bill([a], { currency: "dollars" })).error?.code).toBe("invalid-currency");
    expect((await bill([a], { colour: "red" })).error?.code).toBe("unknown-option");
    expect((await bill([a], { source: "abacus" })).error?.code).toBe("unknown-source");
    expect((await bill([a], { state: "p" }, () => text("{}"))).error?.code).toBe("bad-state");
    expect((await bill([a], { state: "missing" })).error?.code).toBe("bad-state");
    const cases: [string, Uint8Array, string][] = [
      ["empty", text(""), "empty-file"],
      ["blank", text(" \r\n\n"), "empty-file"],
      ["header", text(`${HEADER}\n`), "no-rows"],
      ["binary", Uint8Array.of(1, 0, 2, 0), "binary-file"],
      ["gzip", Uint8Array.of(0x1f, 0x8b, 8), "damaged-archive"],
      ["zstd", Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), "compressed-file"],
      ["parquet", text("PAR1...."), "unreadable-parquet"],
      ["prose", text("dear finance,\nplease pay"), "unknown-format"],
      ["twice", text(`${HEADER},BilledCost\n${row("1", 1)},2`), "duplicate-column"],
      ["commitments", text("ContractCommitmentId,BillingCurrency\nc,USD"), "not-a-charge-dataset"],
    ];
    for (const [name, bytes, code] of cases) {
      const { error, exitCode } = await bill([{ name, bytes }]);
      expect([name, error?.code, exitCode]).toEqual([name, code, 2]);
    }
  });

  it("describes its state block as JSON Schema", () => {
    expect(command.schema()).toMatchObject({
      type: "object",
      required: expect.arrayContaining(["fileDigests", "claims"]),
    });
  });

  it("goes on with the other files when one cannot be read", async () => {
    const { report, exitCode } = await bill([{ name: "x", bytes: text("") }, file("a.csv", row("10", 1))]);
    expect(exitCode).toBe(2);
    expect(report.totals.payable).toBe("10");
  });

  it("gives the known totals of the synthetic file to the last digit, on both bases", async () => {
    await withSharedData(async (dir) => {
      const name = "focus_gpu_1_2.csv";
      const bytes = readFileSync(path.join(dir, "billing/synthetic", name));
      const wanted = JSON.parse(readFileSync(path.join(dir, "billing/synthetic/focus_gpu_1_2.expected.json"), "utf8"));
      const plain = (record: Record<string, string>): Record<string, string> =>
        Object.fromEntries(Object.entries(record).map(([k, v]) => [k, decimalText(v)]));
      for (const basis of ["effective", "billed"] as const) {
        const { report, exitCode } = await bill([{ name, bytes }], { basis });
        expect(exitCode).toBe(0);
        expect(report.rows).toBe(wanted.rows);
        const { credit, tax, ...five } = plain(wanted[`${basis}_by_component`]);
        expect(report.totals.components).toEqual(five);
        expect(report.totals).toMatchObject({ credit, tax, unclassified: "0", rounding: "0", funding: "0" });
        const invoices = Object.fromEntries(Object.entries(report.invoices).map(([id, sums]) => [id, sums.USD]));
        expect(invoices).toEqual(plain(wanted.billed_by_invoice));
        if (basis === "billed") continue;
        expect(report.byKind).toEqual(plain(wanted.effective_by_kind));
        const months = plain(wanted.effective_five_components_by_charge_month);
        for (const [month, totals] of Object.entries(report.byMonth)) {
          expect(totals.netComponents).toBe(months[month]);
        }
        expect(Object.keys(report.byMonth)).toEqual(["2026-09", "2026-10"]);
        for (const [key, amount] of Object.entries(plain(wanted.effective_by_component_and_charge_month))) {
          const [component = "", month = ""] = key.split("|");
          const totals = report.byMonth[month];
          expect({ ...totals?.components, ...totals }[component], key).toBe(amount);
        }
      }
    });
  });
});
