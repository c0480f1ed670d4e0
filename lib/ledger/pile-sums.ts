import { Decimal, decimalText } from "@/lib/money/money";
import type { PileSum } from "./schema";

/** Currency of amounts whose row does not tell it (ISO 4217: no currency). */
export const NO_CURRENCY = "XXX";

/** Rows and exact sums of both bases, kept apart by currency. */
export class PileSums {
  private readonly sums = new Map<string, { rows: number; billed: Decimal; effective: Decimal }>();

  add(currency: string, billed: string, effective: string): void {
    const sum = this.sums.get(currency);
    if (sum) {
      sum.rows += 1;
      if (billed !== "0") sum.billed = sum.billed.plus(billed);
      if (effective !== "0") sum.effective = sum.effective.plus(effective);
    } else {
      this.sums.set(currency, { rows: 1, billed: new Decimal(billed), effective: new Decimal(effective) });
    }
  }

  /** Plain text by currency, in the order of the currency codes. */
  text(): Record<string, PileSum> {
    const sorted = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([currency, s]) => [
        currency,
        { rows: s.rows, billed: decimalText(s.billed), effective: decimalText(s.effective) },
      ]),
    );
  }
}
