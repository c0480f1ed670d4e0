import { Decimal, decimalText, roundForDisplay } from "@/lib/money/money";
import { type AnyComponent, COMPONENTS, type Component } from "./components";
import { type UnitCost, unitCost, unitCostText } from "./unit-cost";

/** A sum of entries in one currency, component and month (`2026-09`), exact decimal text. */
export interface CostSum {
  readonly currency: string;
  readonly component: AnyComponent;
  readonly month: string;
  readonly amount: string;
}

export interface CostTotals {
  readonly components: Readonly<Record<Component, string>>;
  /** The five components: numerator of the cost per accepted output. */
  readonly net: string;
  readonly tax: string;
  readonly credit: string;
  readonly rounding: string;
  readonly funding: string;
  readonly unclassified: string;
  /** What ties out with the invoices: all of the above but funding. */
  readonly payable: string;
}

export interface CostMonth extends CostTotals {
  readonly month: string;
  readonly accepted: number;
  readonly perOutput: string | null;
}

export interface CurrencyReport {
  readonly currency: string;
  readonly totals: CostTotals;
  readonly unitCost: UnitCost;
  /** The ratio, rounded once for showing; null with nothing accepted. */
  readonly perOutput: string | null;
  readonly byMonth: readonly CostMonth[];
}

/**
 * Costs of some work by currency: five components that sum to the numerator, what stands outside them, and the ratio to
 * the accepted outputs, in all and by month. Currencies are never added to each other.
 *
 * @param accepted accepted outputs by month; the denominator is their sum
 */
export function costReport(sums: readonly CostSum[], accepted: Readonly<Record<string, number>>): CurrencyReport[] {
  const currencies = [...new Set(sums.map((s) => s.currency))].sort();
  const denominator = Object.values(accepted).reduce((n, count) => n + count, 0);
  if (!Number.isSafeInteger(denominator)) throw new RangeError("more outputs than can be counted exactly");
  return currencies.map((currency) => {
    const own = sums.filter((s) => s.currency === currency);
    const months = [...new Set([...own.map((s) => s.month), ...Object.keys(accepted)])].sort();
    const totals = totalsOfSums(own);
    const cost = unitCost({ amount: new Decimal(totals.net), currency }, denominator);
    return {
      currency,
      totals,
      unitCost: cost,
      perOutput: perOutputText(cost),
      byMonth: months.map((month) => {
        const monthTotals = totalsOfSums(own.filter((s) => s.month === month));
        const count = accepted[month] ?? 0;
        const monthCost = unitCost({ amount: new Decimal(monthTotals.net), currency }, count);
        return { month, ...monthTotals, accepted: count, perOutput: perOutputText(monthCost) };
      }),
    };
  });
}

/** The workspace's own currency first; the others follow by name. */
export function mainFirst<T extends { readonly currency: string }>(reports: readonly T[], currency: string): T[] {
  return [...reports.filter((r) => r.currency === currency), ...reports.filter((r) => r.currency !== currency)];
}

/** Sums of one currency by component. */
export function totalsOfSums(sums: readonly Pick<CostSum, "component" | "amount">[]): CostTotals {
  const of = (component: AnyComponent): Decimal =>
    sums.reduce<Decimal>((sum, s) => (s.component === component ? sum.plus(s.amount) : sum), new Decimal(0));
  const components = Object.fromEntries(COMPONENTS.map((c) => [c, decimalText(of(c))])) as Record<Component, string>;
  const net = COMPONENTS.reduce<Decimal>((sum, c) => sum.plus(of(c)), new Decimal(0));
  const outside = { tax: of("tax"), credit: of("credit"), rounding: of("rounding"), unclassified: of("unclassified") };
  const payable = net.plus(outside.tax).plus(outside.credit).plus(outside.rounding).plus(outside.unclassified);
  return {
    components,
    net: decimalText(net),
    tax: decimalText(outside.tax),
    credit: decimalText(outside.credit),
    rounding: decimalText(outside.rounding),
    funding: decimalText(of("funding")),
    unclassified: decimalText(outside.unclassified),
    payable: decimalText(payable),
  };
}

/** A cost per output with five significant digits, or two decimals from 100 on: 0.013750, 3.4210, 1240.51. */
export function perOutputText(cost: UnitCost): string | null {
  if (cost.kind === "undefined") return null;
  const value = new Decimal(cost.numerator).div(cost.denominator).abs();
  if (value.isZero()) return "0.00";
  if (value.gte(100)) return unitCostText(cost, 2);
  return unitCostText(cost, value.gte(1) ? 4 : Math.min(12, 3 - value.e + 1));
}

/** Share of one amount in another as a percentage with one digit, or null where there is nothing to share. */
export function percentOf(part: string, whole: string): string | null {
  const total = new Decimal(whole);
  return total.isZero() ? null : roundForDisplay(new Decimal(part).times(100).div(total), 1);
}
