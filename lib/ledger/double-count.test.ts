import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { command } from "@/lib/cli/commands/bill";
import { Decimal } from "@/lib/money/money";
import { withSharedData } from "@/lib/testing/shared-data";
import type { BillReport } from "./bill-report";
import type { Fact, WrittenFile } from "./fixtures/bill-files";
import { CASE_FILES } from "./fixtures/double-count";

interface Worked {
  readonly id: string;
  readonly reporting: { readonly basis: string; readonly timezone: string };
  readonly rows: readonly Fact[];
  readonly not_counted: readonly { readonly row: string }[];
  readonly totals: {
    readonly components: Readonly<Record<string, string>>;
    readonly net_components: string;
    readonly payable_or_recognised: string;
    readonly tax?: string;
    readonly credit?: string;
    readonly rounding?: string;
    readonly by_month?: Readonly<Record<string, string>>;
  };
}

const BILLED = ["BilledCost", "UnblendedCost", "cost_plus_credits"];

async function report(files: readonly WrittenFile[], { basis, timezone }: Worked["reporting"]): Promise<BillReport> {
  const inputs = files.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
  const options = { basis: BILLED.includes(basis) ? "billed" : "effective", timezone };
  const { output } = await command.run({ files: inputs, options, readFile: (name) => readFileSync(name) });
  return output as BillReport;
}

const plain = (text: string | undefined): string => new Decimal(text ?? "0").toString();

/** What the case demands and what the ledger says, in one form. */
function both(worked: Worked, said: BillReport) {
  const { totals } = worked;
  const months = Object.keys(totals.by_month ?? {});
  const demanded = {
    components: Object.fromEntries(Object.entries(totals.components).map(([name, amount]) => [name, plain(amount)])),
    net: plain(totals.net_components),
    payable: plain(totals.payable_or_recognised),
    tax: plain(totals.tax),
    credit: plain(totals.credit),
    rounding: plain(totals.rounding),
    months: Object.fromEntries(months.map((month) => [month, plain(totals.by_month?.[month])])),
    unclassified: "0",
  };
  const found = {
    components: { ...said.totals.components },
    net: said.totals.netComponents,
    payable: said.totals.payable,
    tax: said.totals.tax,
    credit: said.totals.credit,
    rounding: said.totals.rounding,
    months: Object.fromEntries(months.map((month) => [month, said.byMonth[month]?.netComponents ?? "0"])),
    unclassified: said.totals.unclassified,
  };
  return { demanded, found };
}

describe("worked cases of double counting, each through a file of the form it comes from", () => {
  it("totals of every case to the last digit, every row counted once or set aside with a reason", () =>
    withSharedData(async (dir) => {
      const file = path.join(dir, "billing/doublecount_cases.json");
      const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Worked[] };
      const wrong: unknown[] = [];
      for (const worked of cases) {
        const files = CASE_FILES[worked.id]?.(worked.rows);
        if (files === undefined) {
          wrong.push(`${worked.id}: no file is written for it`);
          continue;
        }
        const said = await report(files, worked.reporting);
        const { demanded, found } = both(worked, said);
        if (JSON.stringify(demanded) !== JSON.stringify(found))
          wrong.push({ id: worked.id, demanded, found, aside: said.notCounted });
        if (said.notCounted.some((row) => row.message === "")) wrong.push(`${worked.id}: a row without a reason`);
        if (said.controls.some((control) => !control.holds)) wrong.push({ id: worked.id, controls: said.controls });
        if (worked.not_counted.length > 0 && said.notCounted.length === 0)
          wrong.push(`${worked.id}: nothing set aside`);
      }
      expect(wrong).toEqual([]);
      expect(cases.length).toBe(Object.keys(CASE_FILES).length);
    }));
});
