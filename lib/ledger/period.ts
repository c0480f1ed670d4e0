/**
 * Instants, half-open periods and months of a time zone. Instants are milliseconds since 1970 in UTC inside and
 * `2026-01-31T00:00:00Z` outside. Durations always come from instants, so days of 23 and 25 hours are right.
 */

const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of a date of the Gregorian calendar (H. Hinnant, chrono-compatible algorithms). */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function daysInMonth(year: number, month: number): number {
  const next = month === 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, month + 1, 1);
  return next - daysFromCivil(year, month, 1);
}

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** `2026-01-31T00:00:00Z`, with milliseconds only where there are some. */
export function instantText(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  const rest = ms - days * DAY_MS;
  const { year, month, day } = civilFromDays(days);
  const seconds = Math.floor(rest / 1000);
  const fraction = rest % 1000;
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const tail = fraction === 0 ? "" : `.${String(fraction).padStart(3, "0")}`;
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${clock}${tail}Z`;
}

export type ReadInstant =
  | { readonly ok: true; readonly ms: number; readonly warning: InstantWarning | null }
  | { readonly ok: false; readonly reason: "ambiguous-date" | "invalid-date" };
type InstantWarning = "date-without-zone" | "date-with-offset" | "date-form";

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:([Tt ])(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s?([Zz]|UTC|[+-]\d{2}:?\d{2})?$/;
const DAY_MONTH_UNCLEAR = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b/;

/**
 * Reads a time as bills write it. Without zone it is UTC (warned); with an offset it is converted (warned). A date whose
 * month could be its day is refused, never guessed.
 */
export function readInstant(text: string): ReadInstant {
  const t = text.trim();
  const m = ISO.exec(t);
  if (!m) return { ok: false, reason: DAY_MONTH_UNCLEAR.test(t) ? "ambiguous-date" : "invalid-date" };
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const [hour, minute, second] = [Number(m[5] ?? 0), Number(m[6] ?? 0), Number(m[7] ?? 0)];
  const fraction = (m[8] ?? "").padEnd(9, "0");
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return { ok: false, reason: "invalid-date" };
  if (hour > 23 || minute > 59 || second > 59 || Number(fraction.slice(3)) !== 0) {
    return { ok: false, reason: "invalid-date" };
  }
  const zone = m[9] ?? "";
  const offset = /^[+-]/.test(zone) ? offsetMinutes(zone) : 0;
  if (offset === null) return { ok: false, reason: "invalid-date" };
  const clockMs = hour * 3_600_000 + minute * 60_000 + second * 1000 + Number(fraction.slice(0, 3));
  const ms = daysFromCivil(year, month, day) * DAY_MS + clockMs - offset * 60_000;
  return { ok: true, ms, warning: formWarning(zone, m[4] ?? "") };
}

function offsetMinutes(zone: string): number | null {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

function formWarning(zone: string, separator: string): InstantWarning | null {
  if (zone === "") return "date-without-zone";
  if (/^[+-]/.test(zone)) return "date-with-offset";
  return separator === "T" && zone === "Z" ? null : "date-form";
}

/**
 * Milliseconds of an instant that `instantText` wrote, read digit by digit because imports ask some hundred thousand
 * times. Throws RangeError for anything else: the caller normalised it.
 */
export function instantMs(text: string): number {
  if (text.length === 20 && text.charCodeAt(19) === 90) {
    const days = daysFromCivil(digits(text, 0) * 100 + digits(text, 2), digits(text, 5), digits(text, 8));
    return days * DAY_MS + digits(text, 11) * 3_600_000 + digits(text, 14) * 60_000 + digits(text, 17) * 1000;
  }
  const read = readInstant(text);
  if (!read.ok) throw new RangeError(`not an instant: ${text}`);
  return read.ms;
}

function digits(text: string, from: number): number {
  const tens = text.charCodeAt(from) - 48;
  const ones = text.charCodeAt(from + 1) - 48;
  if (!(tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9)) throw new RangeError(`not an instant: ${text}`);
  return tens * 10 + ones;
}

/** Compares two instants by time: their texts differ in length when one has milliseconds. False for what is no instant. */
export function isAfter(later: string, earlier: string): boolean {
  const [a, b] = [readInstant(later), readInstant(earlier)];
  return a.ok && b.ok && a.ms > b.ms;
}

/** The months of one time zone. A month is `year * 12 + (month - 1)` inside and `2026-01` outside. */
export interface Zone {
  readonly id: string;
  /** Month that contains the instant, in this zone. */
  readonly monthOf: (ms: number) => number;
  /** First instant of the month, in this zone. */
  readonly monthStart: (month: number) => number;
}

export function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${two((month % 12) + 1)}`;
}

const utcMonthOf = (ms: number): number => {
  const { year, month } = civilFromDays(Math.floor(ms / DAY_MS));
  return year * 12 + month - 1;
};
const utcMonthStart = (month: number): number => daysFromCivil(Math.floor(month / 12), (month % 12) + 1, 1) * DAY_MS;

/** Months as UTC has them. */
export const UTC: Zone = { id: "UTC", monthOf: utcMonthOf, monthStart: utcMonthStart };

/** The zone of an IANA name, or null when the name is not known. Month starts are found once per month and kept. */
export function zoneOf(timeZone: string): Zone | null {
  if (timeZone === "UTC") return UTC;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", { timeZone, year: "numeric", month: "numeric" });
  } catch {
    return null;
  }
  const localMonth = (ms: number): number => {
    const parts = format.formatToParts(ms);
    const value = (type: string): number => Number(parts.find((p) => p.type === type)?.value ?? Number.NaN);
    return value("year") * 12 + value("month") - 1;
  };
  const starts = new Map<number, number>();
  const monthStart = (month: number): number => {
    const known = starts.get(month);
    if (known !== undefined) return known;
    const found = firstInstantOf(month, localMonth);
    starts.set(month, found);
    return found;
  };
  const monthOf = (ms: number): number => {
    const guess = utcMonthOf(ms);
    if (ms < monthStart(guess)) return guess - 1;
    return ms >= monthStart(guess + 1) ? guess + 1 : guess;
  };
  return { id: timeZone, monthOf, monthStart };
}

/** Bisects the day around the month's start in UTC: offsets are under 16 hours, and a skipped midnight does no harm. */
function firstInstantOf(month: number, localMonth: (ms: number) => number): number {
  let before = utcMonthStart(month) - 16 * 3_600_000;
  let after = utcMonthStart(month) + 16 * 3_600_000;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localMonth(middle) >= month) after = middle;
    else before = middle;
  }
  return after;
}

/** Cuts the half-open period at the month starts of the zone; the durations sum to the period's. */
export function splitByMonth(zone: Zone, startMs: number, endMs: number): { month: number; durationMs: number }[] {
  const parts: { month: number; durationMs: number }[] = [];
  let from = startMs;
  for (let month = zone.monthOf(startMs); from < endMs; month += 1) {
    const until = Math.min(endMs, zone.monthStart(month + 1));
    parts.push({ month, durationMs: until - from });
    from = until;
  }
  return parts;
}
