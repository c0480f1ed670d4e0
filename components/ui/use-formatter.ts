import { useFormatter as useIntlFormatter, useLocale, useTimeZone } from "next-intl";
import { useMemo } from "react";
import { type Formatter, wholeDates } from "./whole-dates";

/** The formatter of every component: no date that it writes can break across lines, and every time names its zone. */
export function useFormatter(): Formatter {
  const format = useIntlFormatter();
  const locale = useLocale();
  const timeZone = useTimeZone() ?? "UTC";
  return useMemo(() => wholeDates(format, { locale, timeZone }), [format, locale, timeZone]);
}
