const MS_PER_DAY = 86_400_000;

/** One length for the cost of every answer of the advisor, so that they can be compared. */
export const COST_DAYS = 30;

/** Whole days from one ISO date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

/** A day some days later, both as ISO dates. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

function ordinal(date: string): { months: number; day: number } {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return { months: year * 12 + month - 1, day };
}

/** Calendar months begun from `start` to `end` (exclusive): how a price per month is charged. */
export function monthsBegun(start: string, end: string): number {
  const [a, b] = [ordinal(start), ordinal(end)];
  const whole = b.months - a.months;
  return Math.max(1, b.day > a.day ? whole + 1 : whole);
}
