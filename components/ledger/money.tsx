import { useLocale } from "next-intl";
import { Exact } from "@/components/ui/exact";
import { roundForDisplay } from "@/lib/money/money";

const PLAIN = /^-?\d+(\.\d+)?$/;

/** Exact decimal text in the reader's own number habit, rounded once for showing; hover gives every digit. */
export function decimalIn(locale: string, text: string, fractionDigits = 2): string {
  if (!PLAIN.test(text)) return text;
  const rounded = roundForDisplay(text, fractionDigits);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
  return format.format(rounded as Intl.StringNumericLiteral);
}

/** The same with all its digits, two at least. */
export function exactIn(locale: string, text: string): string {
  return decimalIn(locale, text, Math.max(2, text.split(".")[1]?.length ?? 0));
}

/** An amount in text and links: rounded, every digit on pointing at it. */
export function Money({ amount, currency, digits = 2 }: { amount: string; currency?: string; digits?: number }) {
  const locale = useLocale();
  const shown = decimalIn(locale, amount, digits);
  return (
    <span className="tabular whitespace-nowrap" title={currency ? `${amount} ${currency}` : amount}>
      {shown}
      {currency ? `\u00a0${currency}` : ""}
    </span>
  );
}

/** An amount in a table that sums: rounded where it has more digits, and those one stop of the keyboard away. */
export function SummedMoney({ amount, currency, digits = 2 }: { amount: string; currency: string; digits?: number }) {
  const locale = useLocale();
  const shown = decimalIn(locale, amount, digits);
  const exact = exactIn(locale, amount);
  if (exact === shown) return <span className="tabular whitespace-nowrap">{shown}</span>;
  return <Exact exact={`${exact}\u00a0${currency}`}>{shown}</Exact>;
}

/** All digits of an exact amount, none rounded away. */
export function ExactMoney({ amount, currency }: { amount: string; currency: string }) {
  const locale = useLocale();
  return (
    <span className="tabular break-all">
      {exactIn(locale, amount)}
      {`\u00a0${currency}`}
    </span>
  );
}
