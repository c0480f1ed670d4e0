import { Decimal, decimalText, splitByShares } from "@/lib/money/money";
import { type AnyComponent, COMPONENTS, type Component } from "./components";
import { instantMs, monthText, splitByMonth, type Zone } from "./period";
import type { Basis, Entry, Kind } from "./schema";

/** Sums of entries of one currency on one basis, as plain decimal text. */
export interface Totals {
  readonly components: Readonly<Record<Component, string>>;
  readonly tax: string;
  readonly credit: string;
  readonly rounding: string;
  readonly funding: string;
  readonly unclassified: string;
  /** The five components: after price discounts and corrections, before promotional credit and tax. */
  readonly netComponents: string;
  /** What ties out with the invoice: components, unclassified, tax, credit and rounding. Funding is no cost. */
  readonly payable: string;
}

export interface CurrencyTotals {
  readonly totals: Totals;
  readonly byMonth: Readonly<Record<string, Totals>>;
  readonly byKind: Readonly<Partial<Record<Kind, string>>>;
}

/** What totals need of an entry. */
export type Summand = Pick<
  Entry,
  "component" | "kind" | "billed" | "effective" | "currency" | "chargeStart" | "chargeEnd"
>;

/** Shares of a charge over months are exact to this many fraction digits; the parts always sum to the charge. */
const SHARE_SCALE = 18;

class ComponentSums {
  private readonly sums = new Map<AnyComponent, Decimal>();

  add(component: AnyComponent, amount: Decimal): void {
    this.sums.set(component, (this.sums.get(component) ?? new Decimal(0)).plus(amount));
  }

  totals(): Totals {
    const of = (component: AnyComponent): Decimal => this.sums.get(component) ?? new Decimal(0);
    const text = (component: AnyComponent): string => decimalText(of(component));
    const net = COMPONENTS.reduce<Decimal>((sum, c) => sum.plus(of(c)), new Decimal(0));
    const payable = net.plus(of("unclassified")).plus(of("tax")).plus(of("credit")).plus(of("rounding"));
    return {
      components: {
        accelerator: text("accelerator"),
        host: text("host"),
        storage: text("storage"),
        network: text("network"),
        support: text("support"),
      },
      tax: text("tax"),
      credit: text("credit"),
      rounding: text("rounding"),
      funding: text("funding"),
      unclassified: text("unclassified"),
      netComponents: decimalText(net),
      payable: decimalText(payable),
    };
  }
}

export const ZERO_TOTALS: Totals = new ComponentSums().totals();

/** Amount of the entry on the basis. */
export function amountOn(basis: Basis, entry: Pick<Entry, "billed" | "effective">): string {
  return basis === "billed" ? entry.billed : entry.effective;
}

/**
 * The amount of one entry by charge month of the zone, split by time with the parts summing to the amount to the last
 * digit. On the billed basis a purchase that covers later charges stays whole in the month in which it was charged:
 * cash moves once.
 */
export function amountByMonth(entry: Summand, basis: Basis, zone: Zone): { month: number; amount: Decimal }[] {
  const amount = new Decimal(amountOn(basis, entry));
  const startMs = instantMs(entry.chargeStart);
  const endMs = instantMs(entry.chargeEnd);
  const first = zone.monthOf(startMs);
  const paidAtOnce = basis === "billed" && entry.kind === "commitment_purchase";
  if (paidAtOnce || amount.isZero() || endMs <= zone.monthStart(first + 1)) return [{ month: first, amount }];
  const parts = splitByMonth(zone, startMs, endMs);
  const amounts = splitByShares(
    amount,
    parts.map((p) => new Decimal(p.durationMs)),
    SHARE_SCALE,
  );
  return parts.map((p, i) => ({ month: p.month, amount: amounts?.[i] ?? new Decimal(0) }));
}

/** Totals by currency. Currencies are never added to each other. */
export function totalsOf(entries: Iterable<Summand>, basis: Basis, zone: Zone): Record<string, CurrencyTotals> {
  type Sums = { all: ComponentSums; months: Map<number, ComponentSums>; kinds: Map<Kind, Decimal> };
  const byCurrency = new Map<string, Sums>();
  for (const entry of entries) {
    let sums = byCurrency.get(entry.currency);
    if (!sums) {
      sums = { all: new ComponentSums(), months: new Map(), kinds: new Map() };
      byCurrency.set(entry.currency, sums);
    }
    const amount = new Decimal(amountOn(basis, entry));
    sums.all.add(entry.component, amount);
    sums.kinds.set(entry.kind, (sums.kinds.get(entry.kind) ?? new Decimal(0)).plus(amount));
    for (const part of amountByMonth(entry, basis, zone)) {
      const month = sums.months.get(part.month) ?? new ComponentSums();
      month.add(entry.component, part.amount);
      sums.months.set(part.month, month);
    }
  }
  const sorted = [...byCurrency].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([currency, sums]) => [currency, currencyTotals(sums)]));
}

function currencyTotals(sums: {
  all: ComponentSums;
  months: Map<number, ComponentSums>;
  kinds: Map<Kind, Decimal>;
}): CurrencyTotals {
  const months = [...sums.months].sort(([a], [b]) => a - b);
  return {
    totals: sums.all.totals(),
    byMonth: Object.fromEntries(months.map(([month, s]) => [monthText(month), s.totals()])),
    byKind: Object.fromEntries([...sums.kinds].map(([kind, amount]) => [kind, decimalText(amount)])),
  };
}
