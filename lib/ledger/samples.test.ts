import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withSharedData } from "@/lib/testing/shared-data";
import { type BillReading, readBill } from "./import/read";
import { type ImportPlan, planImport } from "./plan";
import { type Basis, EMPTY_STATE, PILES } from "./schema";

type Read = Extract<BillReading, { ok: true }>;
const readSample = (file: string, currency: string | null = null): BillReading =>
  readBill({ name: path.basename(file), bytes: readFileSync(file) }, null, { assumedCurrency: currency });
function mustRead(file: string): Read {
  const result = readSample(file);
  if (!result.ok) throw new Error(`${result.name}: ${result.message}`);
  return result;
}
const planOf = (file: Read, basis: Basis = "effective"): ImportPlan => planImport(file, { basis, prior: EMPTY_STATE });

/** What each line of the hostile file must lead to: pile, and the warning or reason that says why. */
const HOSTILE: Record<string, [pile: string, says: string | null]> = {
  clean: ["new", null],
  "literal NULL in nullable string": ["new", "text-null"],
  "datetime without T and Z (FOCUS sample data style)": ["new", "date-without-zone"],
  "datetime with offset": ["new", "date-with-offset"],
  "month/day/year date (FOCUS spec SaaS example style)": ["refused", "ambiguous-date"],
  "end before start": ["refused", "end-not-after-start"],
  "zero-length period": ["refused", "end-not-after-start"],
  "inclusive end 23:59:59": ["new", "inclusive-end"],
  "thousands separator": ["refused", "number-format"],
  "currency sign": ["refused", "number-format"],
  "plus sign": ["refused", "number-format"],
  "E notation allowed": ["new", null],
  "E notation with + exponent": ["refused", "number-format"],
  NaN: ["refused", "number-format"],
  Infinity: ["refused", "number-format"],
  "comma decimal": ["refused", "number-format"],
  "18 fractional digits": ["new", null],
  "empty BilledCost": ["refused", "missing-value"],
  "ChargeFrequency casing": ["new", "casing-normalised"],
  "unknown ChargeCategory": ["refused", "unknown-charge-category"],
  "unknown ChargeClass": ["refused", "unknown-charge-class"],
  "currency lower case": ["new", "currency-case"],
  "second currency": ["new", null],
  "formula injection in description": ["new", null],
  "tags not JSON (Azure EA style)": ["new", "tags-not-json"],
  "unicode and newline in a quoted field": ["new", null],
  "effective non-zero on covering purchase": ["new", "effective-on-covering-purchase"],
  "status Used with BilledCost > 0": ["new", "used-commitment-billed"],
  "duplicate of the clean row": ["new", "identical-rows"],
  "missing component signal (ServiceCategory Other, no SKU)": ["unclassified", null],
};

describe("public samples", () => {
  it("give the hostile file its verdicts row by row", async () => {
    await withSharedData((dir) => {
      const file = mustRead(path.join(dir, "billing/synthetic/focus_gpu_1_2_hostile.csv"));
      const plan = planOf(file);
      const cases: { line: number; case: string; expect: string }[] = JSON.parse(
        readFileSync(path.join(dir, "billing/synthetic/hostile.expected.json"), "utf8"),
      ).cases;
      expect(cases.length).toBe(Object.keys(HOSTILE).length);
      for (const { line, case: name, expect: verdict } of cases) {
        const [pile, says] = HOSTILE[name]!;
        const aside = plan.setAside.find((r) => r.record === line);
        const entry = plan.entries.find((e) => e.record === line);
        const found = aside?.pile ?? (entry?.component === "unclassified" ? "unclassified" : "new");
        expect([name, found]).toEqual([name, pile]);
        const warnings = plan.warnings.filter((w) => w.records.includes(line)).map((w) => w.code as string);
        if (says !== null) expect([aside?.reason, ...warnings], name).toContain(says);
        // The verdict of the data's own author, in words: what it rejects is refused, what it accepts is not.
        const may = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(verdict);
        if (pile === "refused") expect(may("reject"), `${name}: ${verdict}`).toBe(true);
        else expect(may("accept") || may("warn") || may("warning") || may("park"), `${name}: ${verdict}`).toBe(true);
      }
      const amountOf = (line: number) => plan.entries.find((e) => e.record === line)?.billed;
      expect(amountOf(13)).toBe("0.00000352");
      expect(amountOf(18)).toBe("0.011612903333333001");
      expect(plan.entries.find((e) => e.record === 5)?.chargeStart).toBe("2026-09-01T00:00:00Z");
      expect(plan.entries.find((e) => e.record === 27)?.description).toBe("kartu H100 – pół dnia\nbaris kedua");
      expect(plan.piles.new.EUR?.rows).toBe(1);
      expect(plan.proof.holds).toBe(true);
    });
  });

  it("classify every row of the synthetic file as its labels say, with claims that do not overlap", async () => {
    await withSharedData((dir) => {
      const plan = planOf(mustRead(path.join(dir, "billing/synthetic/focus_gpu_1_2.csv")));
      const labels: { line: number; component: string; kind: string }[] = JSON.parse(
        readFileSync(path.join(dir, "billing/synthetic/focus_gpu_1_2.labels.json"), "utf8"),
      );
      expect(labels.length).toBe(373);
      expect(plan.entries.map((e) => ({ line: e.record, component: e.component, kind: e.kind }))).toEqual(labels);
      expect(plan.setAside.map((r) => r.reason)).toEqual(["covered-purchase"]);
      const failing = plan.checks.filter((c) => c.holds === false).map((c) => c.id);
      expect(failing).toEqual([]);
      const keys = new Map<string, string>();
      for (const c of [...plan.claims].sort((a, b) => (a.start < b.start ? -1 : 1))) {
        const key = [c.account, c.resource, c.meter, c.lane].join("|");
        expect((keys.get(key) ?? "") < c.start, key).toBe(true);
        keys.set(key, c.end);
      }
    });
  });

  it("import the Foundation's sample with its defects named", async () => {
    await withSharedData((dir) => {
      const file = mustRead(path.join(dir, "billing/focus/focus_sample_1000_v1.0.csv"));
      const plan = planOf(file);
      expect(file.bill.version).toBe("1.0");
      expect([plan.rows, file.bill.refused.length, plan.proof.holds]).toEqual([1000, 0, true]);
      const detail = (id: string): string => plan.checks.find((c) => c.id === id && c.holds === false)?.detail ?? "";
      const records = (code: string, field: string): number =>
        plan.warnings.find((w) => w.code === code && w.field === field)?.records.length ?? 0;
      expect(detail("F1")).toContain("column Id");
      expect(records("date-without-zone", "ChargePeriodStart")).toBe(1000);
      expect(records("text-null", "ChargeClass")).toBe(1000);
      expect(records("text-null", "ResourceId")).toBe(75);
      expect(records("casing-normalised", "ChargeFrequency")).toBe(7);
      expect(detail("F2")).toContain("ContractedCost must not be empty (7)");
      expect(detail("F3")).toContain("ListCost differs in 31 of 999 rows");
      for (const finding of [
        "EffectiveCost of Amazon Web Services, Inc.: all 909 values are whole numbers",
        "ContractedCost of Amazon Web Services, Inc.: all 909 values are whole numbers",
        "EffectiveCost of Oracle: all 7 values are 0",
      ]) {
        expect(detail("F12")).toContain(finding);
      }
    });
  });

  it("import every other sample with its sums proven, or refuse it by name", async () => {
    await withSharedData((dir) => {
      let imported = 0;
      for (const folder of ["toolkit", "spec_examples", "azure", "opencost"]) {
        const at = path.join(dir, "billing", folder);
        for (const name of readdirSync(at).filter((n) => n.endsWith(".csv"))) {
          const file = readSample(path.join(at, name), "USD");
          if (!file.ok) {
            expect(["not-a-charge-dataset", "unknown-format", "no-rows", "empty-file"], name).toContain(file.code);
            expect(file.message).not.toBe("");
            continue;
          }
          imported += 1;
          const lines = plainRecords(readFileSync(path.join(at, name), "utf8"));
          for (const basis of ["effective", "billed"] as const) {
            const plan = planOf(file, basis);
            expect([name, plan.rows]).toEqual([name, lines]);
            expect([name, plan.proof.holds]).toEqual([name, true]);
            const counted = PILES.flatMap((p) => Object.values(plan.piles[p])).reduce((n, s) => n + s.rows, 0);
            expect(counted).toBe(lines);
            for (const row of file.bill.refused) expect(row.message).not.toBe("");
          }
        }
      }
      expect(imported).toBeGreaterThan(40);
    });
  });

  it("name the known faults of the specification's examples", async () => {
    await withSharedData((dir) => {
      const refusals = (name: string): string[] => {
        const file = readSample(path.join(dir, "billing/spec_examples", name), "USD");
        return file.ok ? [...new Set(file.bill.refused.map((r) => r.reason))] : [file.code];
      };
      expect(refusals("simple_saas_agreements_c.csv")).toEqual(["number-format"]);
      expect(refusals("saas_spend_agreements_a1.csv")).toEqual(["ambiguous-date"]);
      expect(refusals("commitment_discount_usage_scenario_4.csv")).toEqual([]);
    });
  });
});

/** Records after the header, counted without our reader: none of these samples has a newline inside quotes. */
function plainRecords(text: string): number {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "").length - 1;
}
