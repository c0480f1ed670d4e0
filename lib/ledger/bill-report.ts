import { decimalText, sumDecimals } from "@/lib/money/money";
import type { Check } from "./check";
import { invoiceSums } from "./checks-money";
import { lineKey } from "./line-key";
import type { Zone } from "./period";
import type { ImportPlan, PlanFile } from "./plan";
import { type Basis, type Entry, PILES, type PileName, type PriorState } from "./schema";
import { amountOn, type CurrencyTotals, type Totals, totalsOf, ZERO_TOTALS } from "./totals";

/** A pile in one currency; `amount` is on the basis of the report. */
interface PileAmount {
  readonly rows: number;
  readonly amount: string;
  readonly billed: string;
  readonly effective: string;
}

interface Control {
  readonly file: string;
  readonly name: string;
  readonly stated: string;
  readonly computed: string;
  readonly holds: boolean;
}

interface ReportEntry {
  readonly file: string;
  readonly row: number;
  readonly component: Entry["component"];
  readonly kind: Entry["kind"];
  readonly amount: string;
  readonly billed: string;
  readonly effective: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  readonly resource: string | null;
  readonly invoice: string | null;
  readonly rule: Entry["rule"];
}

/** The answer of `headroom bill`: what was counted, what was not and why, and totals that tie out with both. */
export interface BillReport {
  readonly source: string;
  readonly files: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly format: string;
    readonly version: string | null;
    readonly rows: number;
  }[];
  readonly basis: Basis;
  readonly timezone: string;
  readonly rows: number;
  readonly piles: Readonly<Record<PileName, Readonly<Record<string, PileAmount>>>>;
  readonly entries: readonly ReportEntry[];
  readonly notCounted: readonly {
    readonly file: string;
    readonly row: number;
    readonly pile: PileName;
    readonly reason: string;
    readonly message: string;
  }[];
  /** Currency of `totals` and `byMonth`; every other currency stands in `otherCurrencies`, never added. */
  readonly currency: string | null;
  readonly totals: Totals;
  readonly byMonth: Readonly<Record<string, Totals>>;
  readonly byKind: Readonly<Record<string, string>>;
  readonly otherCurrencies: Readonly<Record<string, CurrencyTotals>>;
  readonly invoices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly controls: readonly Control[];
  readonly checks: readonly (Check & { readonly file: string })[];
  readonly warnings: readonly {
    readonly file: string;
    readonly code: string;
    readonly field: string | null;
    readonly message: string;
    readonly rows: readonly number[];
  }[];
  readonly state: PriorState;
}

export interface ReportInput {
  readonly planned: readonly { readonly file: PlanFile; readonly plan: ImportPlan }[];
  readonly basis: Basis;
  readonly zone: Zone;
  /** Currency that `totals` should show; null takes the one with most entries. */
  readonly currency: string | null;
  readonly state: PriorState;
}

/** Joins the plans of one or more files into one answer. */
export function billReport({ planned, basis, zone, currency, state }: ReportInput): BillReport {
  const plans = planned.map((p) => p.plan);
  const entries = plans.flatMap((plan) => plan.entries);
  const totals = totalsOf(entries, basis, zone);
  const main = currency ?? commonest(entries);
  const mainTotals = main === null ? undefined : totals[main];
  const asideRows = new Map(plans.map((plan) => [plan, new Set(plan.setAside.map(lineKey))]));
  return {
    source: [...new Set(plans.map((p) => p.file.format))].join("+"),
    files: plans.map((p) => ({
      name: p.file.name,
      sha256: p.file.digest,
      format: p.file.format,
      version: p.file.version,
      rows: p.rows,
    })),
    basis,
    timezone: zone.id,
    rows: plans.reduce((sum, p) => sum + p.rows, 0),
    piles: joinPiles(plans, basis),
    entries: plans.flatMap((plan) =>
      plan.entries
        .filter((e) => !asideRows.get(plan)?.has(lineKey(e)))
        .map((e) => reportEntry(plan.file.name, e, basis)),
    ),
    notCounted: plans.flatMap((plan) =>
      plan.setAside.map((r) => ({
        file: plan.file.name,
        row: r.record,
        pile: r.pile,
        reason: r.reason,
        message: r.message,
      })),
    ),
    currency: main,
    totals: mainTotals?.totals ?? ZERO_TOTALS,
    byMonth: mainTotals?.byMonth ?? {},
    byKind: mainTotals?.byKind ?? {},
    otherCurrencies: Object.fromEntries(Object.entries(totals).filter(([c]) => c !== main)),
    invoices: invoicesOf(planned),
    controls: planned.flatMap(({ file, plan }) => [...controlsOf(plan), ...statedControls(file)]),
    checks: plans.flatMap((plan) => plan.checks.map((c) => ({ file: plan.file.name, ...c }))),
    warnings: plans.flatMap((plan) =>
      plan.warnings.map(({ records, ...w }) => ({ file: plan.file.name, ...w, rows: records })),
    ),
    state,
  };
}

function commonest(entries: readonly Entry[]): string | null {
  const counts = new Map<string, number>();
  for (const e of entries) counts.set(e.currency, (counts.get(e.currency) ?? 0) + 1);
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted[0]?.[0] ?? null;
}

function joinPiles(plans: readonly ImportPlan[], basis: Basis): BillReport["piles"] {
  const pileOf = (name: PileName): Record<string, PileAmount> => {
    const currencies = [...new Set(plans.flatMap((p) => Object.keys(p.piles[name])))].sort();
    return Object.fromEntries(
      currencies.map((currency) => {
        const sums = plans.map((p) => p.piles[name][currency]).filter((s) => s !== undefined);
        const billed = decimalText(sumDecimals(sums.map((s) => s.billed)));
        const effective = decimalText(sumDecimals(sums.map((s) => s.effective)));
        const rows = sums.reduce((n, s) => n + s.rows, 0);
        return [currency, { rows, amount: basis === "billed" ? billed : effective, billed, effective }];
      }),
    );
  };
  return Object.fromEntries(PILES.map((name) => [name, pileOf(name)])) as BillReport["piles"];
}

function reportEntry(file: string, e: Entry, basis: Basis): ReportEntry {
  return {
    file,
    row: e.record,
    component: e.component,
    kind: e.kind,
    amount: amountOn(basis, e),
    billed: e.billed,
    effective: e.effective,
    currency: e.currency,
    start: e.chargeStart,
    end: e.chargeEnd,
    resource: e.resource,
    invoice: e.invoiceId,
    rule: e.rule,
  };
}

/** Billed sums per invoice over the counted rows of all files, by currency. */
function invoicesOf(planned: ReportInput["planned"]): Record<string, Record<string, string>> {
  const sums: Record<string, Record<string, string>> = {};
  for (const { file, plan } of planned) {
    const stored = new Set(plan.entries.filter((e) => e.component !== "funding").map(lineKey));
    for (const [invoice, list] of invoiceSums(file.bill.rows.filter((r) => stored.has(lineKey(r))))) {
      const known = sums[invoice] ?? {};
      for (const { currency, billed } of list) {
        known[currency] = decimalText(sumDecimals([known[currency] ?? "0", billed]));
      }
      sums[invoice] = known;
    }
  }
  return sums;
}

/** Totals that the file itself states beside its charges. */
function statedControls({ name, bill }: PlanFile): Control[] {
  return (bill.controls ?? []).map((control) => ({
    file: name,
    ...control,
    holds: control.stated === control.computed,
  }));
}

function controlsOf(plan: ImportPlan): Control[] {
  return plan.proof.lines.map((line) => ({
    file: plan.file.name,
    name: `${line.basis === "rows" ? "rows" : `${line.basis} amount`} of the file is the sum of its six piles (${line.currency})`,
    stated: line.file,
    computed: line.piles,
    holds: line.holds,
  }));
}
