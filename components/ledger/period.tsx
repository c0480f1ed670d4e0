import { useFormatter } from "@/components/ui/use-formatter";

/** Languages part hours and minutes in their own way: 00:00, 00.00. */
const MIDNIGHT = /^00\D00$/;

/**
 * A half-open period in a zone: with its hours only where it does not run from midnight to midnight. A line
 * may end between its dates, and between a date and its hours.
 */
export function Period({ start, end, timeZone }: { start: string; end: string; timeZone: string }) {
  const format = useFormatter();
  const [from, until] = [new Date(start), new Date(end)];
  const clock = (d: Date): string =>
    format.dateTime(d, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const day = (d: Date): string => format.dateTime(d, { dateStyle: "medium", timeZone });
  const said = (first: string, last: string) => (first === last ? first : `${first}\u00a0– ${last}`);
  if (MIDNIGHT.test(clock(from)) && MIDNIGHT.test(clock(until)))
    return said(day(from), day(new Date(until.getTime() - 1)));
  if (day(from) === day(until)) return `${day(from)}, ${clock(from)}\u00a0–\u00a0${clock(until)}`;
  return said(`${day(from)}, ${clock(from)}`, `${day(until)}, ${clock(until)}`);
}
