import { type NumberHabit, parseTypedNumber } from "./quantity";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Words for lengths of time in English, Indonesian and Polish, in milliseconds. */
const TIMES: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  sec: SECOND_MS,
  second: SECOND_MS,
  seconds: SECOND_MS,
  detik: SECOND_MS,
  sekunda: SECOND_MS,
  sekundy: SECOND_MS,
  sekund: SECOND_MS,
  min: MINUTE_MS,
  minute: MINUTE_MS,
  minutes: MINUTE_MS,
  menit: MINUTE_MS,
  minuta: MINUTE_MS,
  minuty: MINUTE_MS,
  minut: MINUTE_MS,
  h: HOUR_MS,
  hour: HOUR_MS,
  hours: HOUR_MS,
  jam: HOUR_MS,
  godz: HOUR_MS,
  godzina: HOUR_MS,
  godziny: HOUR_MS,
  godzin: HOUR_MS,
  d: DAY_MS,
  day: DAY_MS,
  days: DAY_MS,
  hari: DAY_MS,
  dzień: DAY_MS,
  dni: DAY_MS,
};

const SIZES: Readonly<Record<string, number>> = {
  gib: 2 ** 30,
  gb: 1e9,
  mib: 2 ** 20,
  mb: 1e6,
  tib: 2 ** 40,
  tb: 1e12,
};

/** Short words for thousands and millions; a bare m is left out, since it is read as minutes as often as millions. */
const STEPS: Readonly<Record<string, number>> = {
  k: 1e3,
  rb: 1e3,
  ribu: 1e3,
  tys: 1e3,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  jt: 1e6,
  juta: 1e6,
};

const FAMILIES: Readonly<Record<string, { readonly words: Readonly<Record<string, number>>; readonly one: number }>> = {
  ms: { words: TIMES, one: 1 },
  s: { words: TIMES, one: SECOND_MS },
  min: { words: TIMES, one: MINUTE_MS },
  h: { words: TIMES, one: HOUR_MS },
  days: { words: TIMES, one: DAY_MS },
  GiB: { words: SIZES, one: 2 ** 30 },
};

/** At most this many digits behind the point survive a change of unit: enough for a millisecond of an hour. */
const PLACES = 9;

const bare = (word: string): string => word.toLowerCase().replace(/[\s.]/g, "");

/**
 * Reads a number that may carry its unit: `2 s` where milliseconds are asked is 2000, `1.5 h` in minutes is 90, `8k` is
 * 8000. `words` are the unit's own words in the reader's language ("tokens", "days/week"). Null where the number or the
 * word behind it cannot be read; a unit of another kind is never taken for this one.
 */
export function parseTypedAmount(
  text: string,
  habit: NumberHabit,
  unit: string | null,
  words: readonly string[] = [],
): number | null {
  const m = /^\s*(.*\d)\s*(\D*?)\s*$/.exec(text);
  const canonical = m?.[1] === undefined ? null : parseTypedNumber(m[1], habit);
  if (canonical === null) return null;
  const amount = Number(canonical);
  const word = bare(m?.[2] ?? "");
  if (word === "") return amount;
  const family = unit === null ? undefined : FAMILIES[unit];
  const factor = family?.words[word];
  if (family !== undefined && factor !== undefined) return Number(((amount * factor) / family.one).toFixed(PLACES));
  const own = [...(unit === null ? [] : [unit]), ...words].map(bare);
  if (own.includes(word)) return amount;
  const step = Object.entries(STEPS).find(([short]) => word === short || own.some((o) => word === short + o))?.[1];
  return step === undefined ? null : Number((amount * step).toFixed(PLACES));
}
