import type { DateTimeFormatOptions, useFormatter as useIntlFormatter } from "next-intl";
import { wholeDate } from "@/lib/i18n/whole-date";

type IntlFormatter = ReturnType<typeof useIntlFormatter>;

/** What writes numbers, dates and lists in the reader's language. */
export interface Formatter extends Omit<IntlFormatter, "dateTime"> {
  dateTime(value: Date | number, options?: DateTimeFormatOptions): string;
}

/** The same, with every date kept in one line wherever it stands. */
export function wholeDates(format: IntlFormatter): Formatter {
  return { ...format, dateTime: (value, options) => wholeDate(format.dateTime(value, options)) };
}
