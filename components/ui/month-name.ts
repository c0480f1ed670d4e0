import type { useFormatter } from "next-intl";

/** `2026-09` as "September 2026" in the reader's language; its middle is named, so that no zone moves it into another. */
export function monthName(format: ReturnType<typeof useFormatter>, month: string): string {
  return format.dateTime(new Date(`${month}-15T00:00:00Z`), { year: "numeric", month: "long", timeZone: "UTC" });
}
