import "server-only";
import { decimalText, sumDecimals } from "@/lib/money/money";

interface Sum {
  readonly currency: string;
  readonly component: string;
  readonly amount: string;
}

export interface CurrencySum {
  readonly currency: string;
  readonly billed: string;
  readonly effective: string;
}

/** Both bases beside each other by currency; they are never added to each other. Wallet money is no cost and left out. */
export function sumByCurrency(billed: readonly Sum[], effective: readonly Sum[]): CurrencySum[] {
  const currencies = [...new Set([...billed, ...effective].map((s) => s.currency))].sort();
  const of = (sums: readonly Sum[], currency: string): string =>
    decimalText(
      sumDecimals(sums.filter((s) => s.currency === currency && s.component !== "funding").map((s) => s.amount)),
    );
  return currencies.map((currency) => ({
    currency,
    billed: of(billed, currency),
    effective: of(effective, currency),
  }));
}
