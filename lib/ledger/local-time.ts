import { instantText, readInstant } from "./period";

const LOCAL = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/;
const WIDEST_OFFSET_MS = 16 * 3_600_000;

/**
 * The instant of a wall-clock time (`2026-09-01` or `2026-09-01T08:30`) in a time zone, as `2026-08-31T22:00:00Z`. A time
 * that the clocks skip gives the first instant after it, one that they repeat its first pass. Null for what is no date.
 */
export function instantOfLocal(timeZone: string, local: string): string | null {
  if (!LOCAL.test(local)) return null;
  const wanted = local.length === 10 ? `${local}T00:00` : local;
  const asUtc = readInstant(`${wanted}:00Z`);
  if (!asUtc.ok) return null;
  const clock = clockOf(timeZone);
  if (clock === null) return null;
  let before = asUtc.ms - WIDEST_OFFSET_MS;
  let after = asUtc.ms + WIDEST_OFFSET_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock(middle) >= wanted) after = middle;
    else before = middle;
  }
  return instantText(firstPass(clock, after, wanted));
}

/** The wall-clock time of an instant, as a form shows it. */
export function localOfInstant(timeZone: string, instant: string): string | null {
  const read = readInstant(instant);
  return read.ok ? (clockOf(timeZone)?.(read.ms) ?? null) : null;
}

/** The clock that repeats an hour is not monotonic: when the same reading stood an hour or half an hour before, that one counts. */
function firstPass(clock: (ms: number) => string, found: number, wanted: string): number {
  for (const back of [7_200_000, 3_600_000, 1_800_000]) {
    if (clock(found) === wanted && clock(found - back) === wanted) return found - back;
  }
  return found;
}

function clockOf(timeZone: string): ((ms: number) => string) | null {
  try {
    const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    return (ms) => {
      const parts = format.formatToParts(ms);
      const value = (type: string): string => parts.find((p) => p.type === type)?.value ?? "";
      return `${value("year").padStart(4, "0")}-${value("month")}-${value("day")}T${value("hour")}:${value("minute")}`;
    };
  } catch {
    return null;
  }
}
