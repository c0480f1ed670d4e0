import { useFormatter } from "next-intl";

/** A half-open period in a zone: with its hours only where it does not run from midnight to midnight. */
export function Period({ start, end, timeZone }: { start: string; end: string; timeZone: string }) {
  const format = useFormatter();
  const [from, until] = [new Date(start), new Date(end)];
  const clock = (d: Date): string =>
    format.dateTime(d, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const day = (d: Date): string => format.dateTime(d, { dateStyle: "medium", timeZone });
  if (clock(from) === "00:00" && clock(until) === "00:00") {
    const last = new Date(until.getTime() - 1);
    return (
      <span className="whitespace-nowrap">{day(from) === day(last) ? day(from) : `${day(from)} – ${day(last)}`}</span>
    );
  }
  const end2 = day(from) === day(until) ? clock(until) : `${day(until)}, ${clock(until)}`;
  return <span className="whitespace-nowrap">{`${day(from)}, ${clock(from)} – ${end2}`}</span>;
}
