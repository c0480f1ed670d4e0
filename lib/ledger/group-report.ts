import { Decimal } from "@/lib/money/money";
import { type CostSum, type CostTotals, percentOf, totalsOfSums } from "./cost-report";

/** A sum of entries of one group's value; null where they do not say it. */
export interface GroupSum extends Pick<CostSum, "currency" | "component" | "amount"> {
  readonly value: string | null;
}

export interface GroupRow {
  readonly value: string | null;
  readonly totals: CostTotals;
  /** Of the five components of all groups, as a percentage with one digit; null where those sum to nothing. */
  readonly sharePct: string | null;
}

export interface GroupReport {
  readonly currency: string;
  readonly rows: readonly GroupRow[];
  readonly totals: CostTotals;
}

/**
 * Costs by a group's values in each currency, the dearest first. The rows sum to the total to the last digit: what says no
 * value is a row of its own.
 */
export function groupReport(sums: readonly GroupSum[]): GroupReport[] {
  return [...new Set(sums.map((s) => s.currency))].sort().map((currency) => {
    const own = sums.filter((s) => s.currency === currency);
    const totals = totalsOfSums(own);
    const byValue = new Map<string | null, GroupSum[]>();
    for (const sum of own) {
      const list = byValue.get(sum.value);
      if (list) list.push(sum);
      else byValue.set(sum.value, [sum]);
    }
    const rows = [...byValue].map(([value, list]) => {
      const ofValue = totalsOfSums(list);
      return { value, totals: ofValue, sharePct: percentOf(ofValue.net, totals.net) };
    });
    rows.sort((a, b) => new Decimal(b.totals.net).comparedTo(a.totals.net) || compare(a.value, b.value));
    return { currency, rows, totals };
  });
}

const compare = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
