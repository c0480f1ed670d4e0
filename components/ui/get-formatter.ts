import { getFormatter as getIntlFormatter, getLocale, getTimeZone } from "next-intl/server";
import { type Formatter, wholeDates } from "./whole-dates";

/** The formatter of every component that waits on the server: as `useFormatter`. */
export async function getFormatter(): Promise<Formatter> {
  const [format, locale, timeZone] = await Promise.all([getIntlFormatter(), getLocale(), getTimeZone()]);
  return wholeDates(format, { locale, timeZone });
}
