import { decimalText, roundForDisplay } from "@/lib/money/money";

/**
 * Plain decimal text in the reader's own writing, to its last digit. `Intl` knows twenty places on some runtimes and a
 * ledger has thirty, so the fraction is set behind the grouped whole part by hand.
 */
export function exactText(locale: string, canonical: string, leastPlaces = 0): string {
  const negative = canonical.startsWith("-");
  const [whole = "0", fraction = ""] = canonical.replace("-", "").split(".");
  const point = new Intl.NumberFormat(locale).formatToParts(1.5).find((p) => p.type === "decimal")?.value ?? ".";
  const places = fraction.padEnd(leastPlaces, "0");
  const text = new Intl.NumberFormat(locale).format(BigInt(whole || "0"));
  return `${negative ? "−" : ""}${text}${places ? point + places : ""}`;
}

/** An amount with its currency's code, never a bare sign: two decimals in lists, every digit in detail. */
export function moneyText(locale: string, amount: string, currency: string, digits: 2 | "exact" = 2): string {
  const text = digits === "exact" ? decimalText(amount) : roundForDisplay(amount, digits);
  return `${exactText(locale, text, 2)}\u00a0${currency}`;
}

/** Two decimals say nothing of a fraction of a cent: as many as the first figures need. */
export function placesFor(amount: string): number {
  const value = Math.abs(Number(amount));
  return value === 0 || value >= 1 ? 2 : Math.min(12, 2 - Math.floor(Math.log10(value)));
}
