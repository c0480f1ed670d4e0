import type { Offer } from "@/lib/catalog/offer";
import { Decimal, decimalText, MAX_SCALE } from "@/lib/money/money";
import { GB, GIB } from "@/lib/units/bytes";
import { billedSeconds, monthHoursOf, orderUnits } from "../planned-cost";

export interface WeeklyWork {
  readonly cards: number;
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  /** From start to ready, paid each time. */
  readonly startUpHours: number;
  readonly diskBytes: number | null;
}

export interface Windows {
  readonly currency: string;
  /** Plain decimal text, per week. */
  readonly always: string;
  readonly windowed: string;
  /** Of it, the disk while the machine is stopped: it stays until it is deleted. */
  readonly stoppedDisk: string | null;
  /** Windows a week: days that follow each other are one where the gap costs less than another start. */
  readonly starts: number;
  readonly cheaper: "always" | "windows";
}

export type WindowsAnswer =
  | { readonly ok: true; readonly windows: Windows }
  | { readonly ok: false; readonly code: "paid-anyway" | "by-use" | "no-hours" | "no-gap" | "pack-unknown" };

const HOURS_PER_WEEK = 168;
const plain = (value: Decimal): string => decimalText(value.toDecimalPlaces(MAX_SCALE));

/** Recurring work in weekly windows with an automatic stop, against capacity that is always there. */
export function weeklyWindows(offer: Offer, work: WeeklyWork): WindowsAnswer {
  const { price } = offer;
  if (price.unit === "million-tokens" || price.unit === "request") return { ok: false, code: "by-use" };
  if (price.unit === "month" || offer.purchase === "reserved" || offer.upfront)
    return { ok: false, code: "paid-anyway" };
  if (work.hoursPerDay <= 0 || work.daysPerWeek <= 0) return { ok: false, code: "no-hours" };
  if (work.hoursPerDay * Math.min(7, work.daysPerWeek) >= HOURS_PER_WEEK) return { ok: false, code: "no-gap" };
  const order = orderUnits(work.cards, offer);
  if (order === null) return { ok: false, code: "pack-unknown" };
  const rate = new Decimal(price.amount).times(order.units);
  const hoursOf = (hours: number) => new Decimal(billedSeconds(Math.ceil(hours * 3600), offer)).div(3600);
  const gap = 24 - work.hoursPerDay;
  const merge = gap <= work.startUpHours;
  const days = Math.min(7, work.daysPerWeek);
  const starts = merge ? 1 : days;
  const each = merge ? days * work.hoursPerDay + (days - 1) * gap : work.hoursPerDay;
  const paid = hoursOf(each + work.startUpHours).times(starts);
  const stopped = Decimal.max(0, new Decimal(HOURS_PER_WEEK).minus(paid));
  const disk = diskCost(offer, work.diskBytes, stopped);
  const always = rate.times(HOURS_PER_WEEK);
  const windowed = rate.times(paid).plus(disk ?? 0);
  return {
    ok: true,
    windows: {
      currency: price.currency,
      always: plain(always),
      windowed: plain(windowed),
      stoppedDisk: disk === null ? null : plain(disk),
      starts,
      cheaper: windowed.lt(always) ? "windows" : "always",
    },
  };
}

/** The disk of a stopped machine at its own price, else at that of storage; null where neither is stated. */
function diskCost(offer: Offer, bytes: number | null, hours: Decimal): Decimal | null {
  const price = offer.stoppedDisk ?? offer.storage;
  if (!price || !bytes || price.currency !== offer.price.currency) return null;
  const size = new Decimal(bytes).div(price.unit.startsWith("gib") ? GIB : GB);
  const months = price.unit.endsWith("-month") ? hours.div(monthHoursOf(offer.provider)) : new Decimal(1);
  return size.times(price.amount).times(months);
}

/** Hours that several runs take alone, each with its own set-up, and merged into one rental with one. */
export function mergedRuns(runs: number, hoursEach: number, setUpHours: number): { apart: number; merged: number } {
  return { apart: runs * (hoursEach + setUpHours), merged: runs * hoursEach + setUpHours };
}
