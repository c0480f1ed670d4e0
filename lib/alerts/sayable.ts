import { wholeDate } from "@/lib/i18n/whole-date";
import { withZone } from "@/lib/i18n/with-zone";
import { roundForDisplay } from "@/lib/money/money";

const AMOUNTS = ["limit", "soFar", "forecast"];
const PLAIN = /^-?\d+(\.\d+)?$/;

/**
 * The values of an alert as its reader writes them: instants in the workspace's zone, amounts with the reader's own marks
 * and no more digits than they have, the unit of the measure.
 *
 * @param unitOf word for a measure that has no currency
 */
export function sayable(
  values: Readonly<Record<string, string>>,
  locale: string,
  timeZone: string,
  unitOf: (measure: string) => string,
): Record<string, string> {
  const { at, measure, month, ...rest } = values;
  const said: Record<string, string> = { ...rest };
  for (const key of AMOUNTS) {
    const amount = rest[key];
    if (amount && PLAIN.test(amount)) said[key] = amountIn(locale, amount);
  }
  if (at) {
    const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
    said.at = wholeDate(withZone(time.format(new Date(at)), { locale, timeZone, at: new Date(at) }));
  }
  if (month)
    said.month = wholeDate(
      new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    );
  if (measure) said.unit = values.currency || unitOf(measure);
  return said;
}

function amountIn(locale: string, amount: string): string {
  const digits = Math.min(6, Math.max(amount.startsWith("0.00") ? 4 : 2, 0));
  const rounded = roundForDisplay(amount, digits);
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 0, maximumFractionDigits: digits });
  return format.format(rounded as Intl.StringNumericLiteral);
}
