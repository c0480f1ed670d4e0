import { getFormatter as getIntlFormatter } from "next-intl/server";
import { type Formatter, wholeDates } from "./whole-dates";

/** The formatter of every component that waits on the server: no date that it writes can break across lines. */
export async function getFormatter(): Promise<Formatter> {
  return wholeDates(await getIntlFormatter());
}
