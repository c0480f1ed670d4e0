import { decimalText } from "@/lib/money/money";
import { ExactSum } from "./exact-sum";
import type { PileSum } from "./schema";

/** Currency of amounts whose row does not tell it (ISO 4217: no currency). */
export const NO_CURRENCY = "XXX";

/** Rows and exact sums of both bases, kept apart by currency. */
export class PileSums {
  private readonly sums = new Map<string, { rows: number; billed: ExactSum; effective: ExactSum }>();

  add(currency: string, billed: string, effective: string): void {
    let sum = this.sums.get(currency);
    if (sum === undefined) {
      sum = { rows: 0, billed: new ExactSum(), effective: new ExactSum() };
      this.sums.set(currency, sum);
    }
    sum.rows += 1;
    sum.billed.add(billed);
    sum.effective.add(effective);
  }

  /** Plain text by currency, in the order of the currency codes. */
  text(): Record<string, PileSum> {
    const sorted = [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([currency, s]) => [
        currency,
        { rows: s.rows, billed: decimalText(s.billed.total()), effective: decimalText(s.effective.total()) },
      ]),
    );
  }
}
