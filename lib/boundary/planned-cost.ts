import type { Offer } from "@/lib/catalog/offer";
import { Decimal, decimalText, MAX_SCALE, parseDecimal, sumDecimals } from "@/lib/money/money";
import { GB, GIB } from "@/lib/units/bytes";
import { daysBetween, monthsBegun } from "./calendar";

/** What the plan will use: cards for a period [start, end), ISO dates, and the brief's storage and egress. */
export interface PlannedUse {
  readonly cards: number;
  readonly start: string;
  readonly end: string;
  readonly diskBytes: number | null;
  readonly egressBytesPerMonth: number | null;
  /** Only so many hours of the period are paid, in so many runs; absent: all of them, in one. */
  readonly runs?: { readonly hours: number; readonly starts: number };
}

export interface CostLine {
  readonly component: "accelerator" | "storage" | "network";
  readonly code: "time" | "months" | "upfront" | "storage" | "egress";
  /** Exact amount, plain decimal text. */
  readonly amount: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
}

export type PlannedCost =
  | {
      readonly ok: true;
      readonly amount: string;
      readonly currency: string;
      readonly lines: readonly CostLine[];
      /** Cards paid for: whole packs can be more than the cards asked. */
      readonly billedCards: number;
      readonly packs: number;
      readonly notIncluded: readonly NotIncluded[];
    }
  | { readonly ok: false; readonly code: "NEEDS_USAGE" | "EMPTY_PERIOD" | "OTHER_CURRENCY" | "PACK_UNKNOWN" };

/** Parts that the offer does not price: named, never taken for free. */
export type NotIncluded = "host" | "storage" | "egress" | "tax";

/** A month in prices per month of storage and traffic, where a provider's own is not known. */
const STORAGE_MONTH_HOURS = 730;
/** Hours that these providers divide a month of storage into (their price pages, read 2026-11-29). */
const MONTH_HOURS_OF: readonly (readonly [RegExp, number])[] = [
  [/^lambda\b/i, 720],
  [/^nebius\b/i, 730],
];

/** Hours of a month of storage by provider. */
export function monthHoursOf(provider: string): number {
  return MONTH_HOURS_OF.find(([name]) => name.test(provider))?.[1] ?? STORAGE_MONTH_HOURS;
}

/** Seconds billed for one allocation: full increments, at least the minimum. */
export function billedSeconds(
  seconds: number,
  offer: Pick<Offer, "billingIncrementSeconds" | "minimumSeconds">,
): number {
  const step = offer.billingIncrementSeconds ?? 1;
  return Math.max(Math.ceil(seconds / step) * step, offer.minimumSeconds ?? 0);
}

export interface OrderUnits {
  readonly packs: number;
  readonly billedCards: number;
  /** How often the price is paid: by card, or by order unit. */
  readonly units: number;
}

/**
 * Order units for a number of cards. A pack of two is an order unit, not pooled memory. A price per card says enough
 * where no pack is stated; a price per pack, node or month does not: null until somebody says how many cards it buys.
 */
export function orderUnits(cards: number, offer: Offer): OrderUnits | null {
  const perCard = offer.price.unit === "gpu-hour";
  const size = offer.cardsPerPack ?? (perCard ? 1 : null);
  if (size === null) return null;
  const packs = Math.ceil(cards / size);
  const billedCards = offer.wholePacksOnly === true || !perCard ? packs * size : cards;
  return { packs, billedCards, units: perCard ? billedCards : packs };
}

const exact = (text: string): Decimal => parseDecimal(text) ?? new Decimal(0);
const plain = (value: Decimal): string => decimalText(value.toDecimalPlaces(MAX_SCALE));

/** Each run is billed by itself, in full increments and at least the minimum. */
function paidSeconds(offer: Offer, { start, end, runs }: PlannedUse): number {
  if (runs === undefined) return billedSeconds(daysBetween(start, end) * 86_400, offer);
  return billedSeconds(Math.ceil((runs.hours * 3_600) / runs.starts), offer) * runs.starts;
}

function timeLine(offer: Offer, units: number, use: PlannedUse): CostLine {
  const price = exact(offer.price.amount);
  if (offer.price.unit === "month") {
    const months = monthsBegun(use.start, use.end) * units;
    const amount = plain(price.times(months));
    return {
      component: "accelerator",
      code: "months",
      amount,
      quantity: String(months),
      unit: "month",
      price: plain(price),
    };
  }
  const seconds = paidSeconds(offer, use);
  const hours = new Decimal(seconds).times(units).div(3_600);
  const amount = plain(price.times(units).times(seconds).div(3_600));
  return {
    component: "accelerator",
    code: "time",
    amount,
    quantity: plain(hours),
    unit: offer.price.unit,
    price: plain(price),
  };
}

/** Storage and egress in the price's own unit: GB and GiB are different amounts. */
function bytesLine(
  code: "storage" | "egress",
  price: { amount: string; unit: string },
  bytes: number,
  months: Decimal,
): CostLine {
  const size = new Decimal(bytes).div(price.unit.startsWith("gib") ? GIB : GB);
  const perMonth = code === "egress" || price.unit.endsWith("-month");
  const quantity = perMonth ? size.times(months) : size;
  const component = code === "storage" ? "storage" : "network";
  return {
    component,
    code,
    amount: plain(quantity.times(exact(price.amount))),
    quantity: plain(quantity),
    unit: price.unit,
    price: plain(exact(price.amount)),
  };
}

/**
 * What the offer's own price says the period costs, as exact decimals: increments, minimums, whole packs, upfront,
 * storage and egress where it prices them. A price per token or request needs a measured use and is not guessed.
 */
export function plannedCost(offer: Offer, use: PlannedUse): PlannedCost {
  if (offer.price.unit === "million-tokens" || offer.price.unit === "request")
    return { ok: false, code: "NEEDS_USAGE" };
  if (daysBetween(use.start, use.end) <= 0) return { ok: false, code: "EMPTY_PERIOD" };
  const { currency } = offer.price;
  const extra = [offer.upfront, offer.storage, offer.egress].filter((p) => p != null);
  if (extra.some((p) => p.currency !== currency)) return { ok: false, code: "OTHER_CURRENCY" };
  const order = orderUnits(use.cards, offer);
  if (order === null) return { ok: false, code: "PACK_UNKNOWN" };
  const { packs, billedCards, units } = order;
  const months = new Decimal(daysBetween(use.start, use.end)).times(24).div(monthHoursOf(offer.provider));
  const lines = [timeLine(offer, units, use)];
  if (offer.upfront) {
    const price = exact(offer.upfront.amount);
    const amount = plain(price.times(units));
    lines.push({
      component: "accelerator",
      code: "upfront",
      amount,
      quantity: String(units),
      unit: "order",
      price: plain(price),
    });
  }
  if (offer.storage && use.diskBytes) lines.push(bytesLine("storage", offer.storage, use.diskBytes, months));
  if (offer.egress && use.egressBytesPerMonth) {
    lines.push(bytesLine("egress", offer.egress, use.egressBytesPerMonth, months));
  }
  const notIncluded: NotIncluded[] = [];
  if (offer.hostIncluded !== true) notIncluded.push("host");
  if (!offer.storage && use.diskBytes) notIncluded.push("storage");
  if (!offer.egress && use.egressBytesPerMonth) notIncluded.push("egress");
  if (offer.taxIncluded !== true) notIncluded.push("tax");
  const amount = plain(sumDecimals(lines.map((l) => l.amount)));
  return { ok: true, amount, currency, lines, billedCards, packs, notIncluded };
}
