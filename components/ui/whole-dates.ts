import type { DateTimeFormatOptions, useFormatter as useIntlFormatter } from "next-intl";
import { wholeDate } from "@/lib/i18n/whole-date";
import { withZone } from "@/lib/i18n/with-zone";

type IntlFormatter = ReturnType<typeof useIntlFormatter>;

/** What writes numbers, dates and lists in the reader's language. */
export interface Formatter extends Omit<IntlFormatter, "dateTime"> {
  dateTime(value: Date | number, options?: DateTimeFormatOptions): string;
}

/** Where its reader is: the language, and the zone of the clock that is shown unless a call names another. */
interface Place {
  readonly locale: string;
  readonly timeZone: string;
}

/** The same, with every date kept in one line wherever it stands, and with its zone said after every time. */
export function wholeDates(format: IntlFormatter, { locale, timeZone }: Place): Formatter {
  return {
    ...format,
    dateTime: (value, options) => {
      const said = format.dateTime(value, options);
      const zone = options?.timeZone ?? timeZone;
      return wholeDate(options?.timeStyle ? withZone(said, { locale, timeZone: zone, at: new Date(value) }) : said);
    },
  };
}
