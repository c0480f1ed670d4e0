import { Decimal, parseDecimal } from "@/lib/money/money";
import { COMPONENTS, type Component } from "./components";
import { type CsvRecord, csvRecords, delimiterOf } from "./import/csv";
import { type MonthHours, monthSeconds } from "./month-hours";
import { readInstant } from "./period";

/** What one unit of a thing costs, from a day on: a dated claim with a source, like every price here. */
export interface ListPrice {
  readonly sku: string;
  readonly unit: string;
  /** Money per unit, decimal text. */
  readonly price: string;
  readonly currency: string;
  readonly component: Component;
  /** Milliseconds since 1970; half-open, null where it has no end. */
  readonly from: number;
  readonly until: number | null;
  readonly source: string;
}

export const PRICE_COLUMNS = ["sku", "unit", "price", "currency", "component", "from", "until", "source"] as const;
type PriceColumn = (typeof PRICE_COLUMNS)[number];
const NEEDED: readonly PriceColumn[] = ["sku", "unit", "price", "currency", "component", "from", "source"];

export type PriceListReading =
  | { readonly ok: true; readonly prices: readonly ListPrice[] }
  | { readonly ok: false; readonly faults: readonly { readonly record: number; readonly message: string }[] };

/** A price list as CSV with the columns of `PRICE_COLUMNS` by name; `until` may be missing. One fault refuses all of it. */
export function readPriceList(text: string): PriceListReading {
  const [header, ...records] = [...csvRecords(text.replace(/^\uFEFF/, ""), delimiterOf(text))];
  const names = (header?.fields ?? []).map((n) => n.trim().toLowerCase());
  const missing = NEEDED.filter((c) => !names.includes(c));
  if (missing.length > 0)
    return { ok: false, faults: [{ record: 1, message: `the header lacks ${missing.join(", ")}` }] };
  const prices: ListPrice[] = [];
  const faults: { record: number; message: string }[] = [];
  for (const r of records) {
    const read = readPrice((name) => (r.fields[names.indexOf(name)] ?? "").trim(), r);
    if (typeof read === "string") faults.push({ record: r.record, message: read });
    else prices.push(read);
  }
  if (prices.length === 0 && faults.length === 0) faults.push({ record: 1, message: "there are no prices" });
  for (const [i, a] of prices.entries())
    if (prices.slice(i + 1).some((b) => clash(a, b)))
      faults.push({ record: 0, message: `two prices of ${a.sku} per ${a.unit} are valid at the same time` });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, prices };
}

function readPrice(of: (name: PriceColumn) => string, record: CsvRecord): ListPrice | string {
  if (record.broken) return "the line cannot be read as fields";
  const price = parseDecimal(of("price"));
  if (price === null || price.lt(0)) return `"${of("price")}" is no price`;
  if (!/^[A-Z]{3}$/.test(of("currency"))) return `"${of("currency")}" is no currency code`;
  const component = COMPONENTS.find((c) => c === of("component"));
  if (!component) return `"${of("component")}" is none of ${COMPONENTS.join(", ")}`;
  const from = readInstant(of("from"));
  const until = of("until") === "" ? null : readInstant(of("until"));
  if (!from.ok || (until && !until.ok)) return "from and until are days such as 2026-09-01";
  if (until && until.ms <= from.ms) return "until must be after from";
  for (const name of ["sku", "unit", "source"] as const) if (of(name) === "") return `${name} is empty`;
  return {
    sku: of("sku"),
    unit: of("unit"),
    price: price.toFixed(),
    currency: of("currency"),
    component,
    from: from.ms,
    until: until ? until.ms : null,
    source: of("source"),
  };
}

const plain = (text: string): string => text.trim().toLowerCase();

function clash(a: ListPrice, b: ListPrice): boolean {
  const same = plain(a.sku) === plain(b.sku) && plain(a.unit) === plain(b.unit);
  return same && a.from < (b.until ?? Number.POSITIVE_INFINITY) && b.from < (a.until ?? Number.POSITIVE_INFINITY);
}

/** Seconds in the units of time that usage is counted in, alone or before what it is counted for: GPU-hours, GiB-hours. */
const SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const TIME = /^(.*?)[- ]?(second|sec|minute|min|hour|hr|day|month|mo)s?$/;
const LONG: Readonly<Record<string, string>> = { sec: "second", min: "minute", hr: "hour", mo: "month" };

function unitOf(text: string, secondsOfMonth: number): { readonly of: string; readonly seconds: number } {
  const m = TIME.exec(plain(text).replaceAll("_", "-"));
  if (!m) return { of: plain(text), seconds: 0 };
  const word = LONG[m[2] ?? ""] ?? m[2] ?? "";
  return { of: (m[1] ?? "").replace(/s$/, ""), seconds: word === "month" ? secondsOfMonth : (SECONDS[word] ?? 0) };
}

/**
 * How many of the price's unit one of the usage's unit is; null where the two cannot be turned into each other.
 * `secondsOfMonth` is what a month stands for between them.
 */
export function unitsFor(usage: string, priced: string, secondsOfMonth: number): Decimal | null {
  if (plain(usage) === plain(priced)) return new Decimal(1);
  const [a, b] = [unitOf(usage, secondsOfMonth), unitOf(priced, secondsOfMonth)];
  if (a.seconds === 0 || b.seconds === 0 || a.of !== b.of) return null;
  return new Decimal(a.seconds).div(b.seconds);
}

/** What of a thing was used, in which unit, from when on; and what a month is where one of the units is by month. */
export interface PricedUse {
  readonly sku: string;
  readonly unit: string;
  readonly at: number;
  readonly monthHours: MonthHours;
}

/** The price of a thing at the start of its use, by its unit or one that can be turned into it; null where there is none. */
export function priceOf(
  prices: readonly ListPrice[],
  { sku, unit, at, monthHours }: PricedUse,
): { readonly price: ListPrice; readonly factor: Decimal } | null {
  for (const price of prices) {
    if (plain(price.sku) !== plain(sku) || at < price.from || (price.until !== null && at >= price.until)) continue;
    const factor = unitsFor(unit, price.unit, monthSeconds(monthHours, at));
    if (factor) return { price, factor };
  }
  return null;
}
