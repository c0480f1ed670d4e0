import { UTC } from "./period";

/** Hours of a month that a price per month is spread over: the month's own, or a provider's fixed number. */
export const MONTH_HOURS = ["calendar", "720", "730", "744"] as const;
export type MonthHours = (typeof MONTH_HOURS)[number];

/** Seconds of a month as a price list means it; `at` is the instant whose calendar month (UTC) counts. */
export function monthSeconds(hours: MonthHours, at: number): number {
  if (hours !== "calendar") return Number(hours) * 3600;
  const month = UTC.monthOf(at);
  return (UTC.monthStart(month + 1) - UTC.monthStart(month)) / 1000;
}
