import { Decimal, type Money, money } from "./money";

/** An exchange rate is a fact with a date and a source; it is never implied. */
export interface ExchangeRate {
  readonly from: string;
  readonly to: string;
  /** Units of `to` for one unit of `from`, decimal text. */
  readonly rate: string;
  readonly dated: string;
  readonly source: string;
}

/** Converts with a stated rate; null when the rate is for other currencies or not positive. */
export function convert(value: Money, rate: ExchangeRate): Money | null {
  if (value.currency !== rate.from || !new Decimal(rate.rate).gt(0)) return null;
  return money(value.amount.times(rate.rate), rate.to);
}
