import { useFormatter as useIntlFormatter } from "next-intl";
import { useMemo } from "react";
import { type Formatter, wholeDates } from "./whole-dates";

/** The formatter of every component: no date that it writes can break across lines. */
export function useFormatter(): Formatter {
  const format = useIntlFormatter();
  return useMemo(() => wholeDates(format), [format]);
}
