import type { Formatter } from "@/components/ui/whole-dates";

/** `2026-09` as "September 2026" in the reader's language; its middle is named, so that no zone moves it into another. */
export function monthName(format: Formatter, month: string): string {
  return format.dateTime(new Date(`${month}-15T00:00:00Z`), { year: "numeric", month: "long", timeZone: "UTC" });
}
