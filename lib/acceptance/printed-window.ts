import type { Json } from "@/lib/digest/canonical";

/** Clocks of machines differ from UTC by at most so much: what lies further outside lies outside everywhere. */
const MOST_OFFSET_MS = 14 * 3_600_000;

interface Span {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Instants that a printed time may mean; one without a year may be of any year that the window touches. */
function readings(printed: string, { startsAt, endsAt }: Span): number[] {
  if (!printed.startsWith("--")) return [Date.parse(`${printed}Z`)];
  const years = [startsAt, endsAt].map((at) => new Date(at).getUTCFullYear());
  return years.flatMap((y) => [y - 1, y, y + 1]).map((y) => Date.parse(`${y}${printed.slice(1)}Z`));
}

/** Whether the time that a tool printed itself lies outside the window, whatever the time zone of its machine. */
export function printedOutside(printed: Json | undefined, window: Span): boolean {
  if (typeof printed !== "string") return false;
  const instants = readings(printed, window).filter((n) => !Number.isNaN(n));
  const [from, to] = [Date.parse(window.startsAt) - MOST_OFFSET_MS, Date.parse(window.endsAt) + MOST_OFFSET_MS];
  return instants.length > 0 && !instants.some((n) => n >= from && n <= to);
}
