import { Decimal as Base } from "decimal.js";

/**
 * Exact decimals for money. 60 significant digits hold every FOCUS cost (17 fraction digits) times any quantity;
 * `toExpNeg/toExpPos` keep text plain, never `1e-7`.
 */
export const Decimal = Base.clone({ precision: 60, rounding: Base.ROUND_HALF_EVEN, toExpNeg: -9e15, toExpPos: 9e15 });
export type Decimal = Base;

/** An amount in one ISO 4217 currency. The type parameter lets the compiler refuse sums across known currencies. */
export interface Money<C extends string = string> {
  readonly currency: C;
  readonly amount: Decimal;
}

export class CurrencyMismatch extends Error {
  readonly code = "CURRENCY_MISMATCH";
  constructor(
    readonly left: string,
    readonly right: string,
  ) {
    super(`cannot add ${right} to ${left} without a dated, sourced rate`);
  }
}

const PLAIN = /^-?(\d+(\.\d*)?|\.\d+)$/;
/** FOCUS allows `mEn`: exponent sign only when negative, no plus sign anywhere. */
const SCIENTIFIC = /^-?(\d+(\.\d*)?|\.\d+)[eE]-?\d{1,3}$/;

/** PostgreSQL's CHECK refuses more than 30 fraction digits; so does the reader, with a reason instead of an error. */
export const MAX_SCALE = 30;

/**
 * Reads decimal text exactly as a file carries it: `12`, `-0.5`, `3.52E-6`. No thousands separator, no plus sign, no
 * currency sign, no NaN. Returns null for anything else: the caller names row and field.
 */
export function parseDecimal(text: string): Decimal | null {
  const t = text.trim();
  if (t.length > 120 || !(PLAIN.test(t) || SCIENTIFIC.test(t))) return null;
  const value = new Decimal(t);
  return value.isFinite() && value.decimalPlaces() <= MAX_SCALE && value.abs().lt("1e30") ? value : null;
}

export function money<C extends string>(amount: string | Decimal, currency: C): Money<C> {
  return { currency, amount: new Decimal(amount) };
}

export function addMoney<C extends string>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  if (a.currency !== b.currency) throw new CurrencyMismatch(a.currency, b.currency);
  return { currency: a.currency, amount: a.amount.plus(b.amount) };
}

export function sumDecimals(values: Iterable<Decimal | string>): Decimal {
  let total: Decimal = new Decimal(0);
  for (const v of values) total = total.plus(v);
  return total;
}

/** Plain text without trailing zeros: `4.10` → `4.1`, `0` stays `0`; never an exponent. */
export function decimalText(value: Decimal | string): string {
  const d = typeof value === "string" ? new Decimal(value) : value;
  return d.isZero() ? "0" : d.toFixed();
}

/** Rounds once, half-even, for showing; the exact value stays where it was. */
export function roundForDisplay(value: Decimal | string, fractionDigits: number): string {
  return new Decimal(value).toFixed(fractionDigits, Base.ROUND_HALF_EVEN);
}

/**
 * Splits an amount by non-negative weights so that the parts sum to it to the last digit of `scale` (largest remainder).
 * Weights that sum to zero are refused with null.
 */
export function splitByShares(amount: Decimal, weights: readonly Decimal[], scale: number): Decimal[] | null {
  const total = sumDecimals(weights);
  if (weights.length === 0 || total.lte(0) || weights.some((w) => w.lt(0))) return null;
  const unit = new Decimal(10).pow(-Math.max(scale, amount.decimalPlaces()));
  const places = unit.decimalPlaces();
  const exact = weights.map((w) => amount.times(w).div(total));
  const floored = exact.map((e) => e.toDecimalPlaces(places, Base.ROUND_FLOOR));
  let left = amount.minus(sumDecimals(floored)).div(unit).round().toNumber();
  const order = exact
    .map((e, i) => ({ i, rest: e.minus(floored[i] ?? 0) }))
    .sort((a, b) => b.rest.comparedTo(a.rest) || a.i - b.i);
  for (const { i } of order) {
    if (left <= 0) break;
    floored[i] = (floored[i] ?? new Decimal(0)).plus(unit);
    left -= 1;
  }
  return floored;
}
