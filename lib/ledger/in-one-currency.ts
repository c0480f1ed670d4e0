import { Decimal, decimalText } from "@/lib/money/money";
import { convert, type ExchangeRate } from "@/lib/money/rate";

/** A sum of one month (`2026-09`) in one currency, exact decimal text. */
export interface MonthAmount {
  readonly month: string;
  readonly currency: string;
  readonly amount: string;
}

export interface ConvertedMonth extends MonthAmount {
  /** In the wanted currency; null where no rate of that month is stated. */
  readonly converted: string | null;
  /** The rate that was used; null where none was needed or none is there. */
  readonly rate: ExchangeRate | null;
}

export interface InOneCurrency {
  readonly currency: string;
  readonly months: readonly ConvertedMonth[];
  /** Exact sum of all months; null while one of them cannot be converted: a part is no total. */
  readonly total: string | null;
  /** What is missing: a rate from this currency, dated in this month. */
  readonly missing: readonly { readonly currency: string; readonly month: string }[];
}

/**
 * Sums of several currencies in one. Each month takes the last rate that is dated within it, as its source states it or
 * turned round where only the other direction is stated; a month without one is not converted, and then there is no total.
 */
export function inOneCurrency(
  amounts: readonly MonthAmount[],
  wanted: string,
  rates: readonly ExchangeRate[],
): InOneCurrency {
  const months = amounts.map((a): ConvertedMonth => {
    if (a.currency === wanted) return { ...a, converted: a.amount, rate: null };
    const rate = rateOf(rates, a.currency, wanted, a.month);
    const value = rate && convert({ amount: new Decimal(a.amount), currency: a.currency }, rate);
    return { ...a, converted: value ? decimalText(value.amount) : null, rate };
  });
  const missing = months
    .filter((m) => m.converted === null)
    .map(({ currency, month }) => ({ currency, month }))
    .sort((a, b) => (a.month + a.currency).localeCompare(b.month + b.currency));
  const total = months.reduce((sum, m) => sum.plus(m.converted ?? 0), new Decimal(0));
  return { currency: wanted, months, total: missing.length > 0 ? null : decimalText(total), missing };
}

/** Digits that a turned-round rate keeps. */
const TURNED_DIGITS = 18;

function rateOf(rates: readonly ExchangeRate[], from: string, to: string, month: string): ExchangeRate | null {
  const within = rates.filter((r) => r.dated.startsWith(`${month}-`)).sort((a, b) => b.dated.localeCompare(a.dated));
  const straight = within.find((r) => r.from === from && r.to === to);
  if (straight) return straight;
  const turned = within.find((r) => r.from === to && r.to === from);
  if (!turned) return null;
  const rate = new Decimal(1).div(turned.rate).toDecimalPlaces(TURNED_DIGITS).toFixed();
  return { ...turned, from, to, rate };
}
