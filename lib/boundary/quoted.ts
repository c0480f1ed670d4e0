import type { BriefContent } from "@/lib/brief/schema";
import { Decimal, decimalText, roundForDisplay } from "@/lib/money/money";
import type { Plan } from "./plan";
import { type NotIncluded, plannedCost } from "./planned-cost";

/** The five components of the cost of work; tax, credits and wallet money stand outside. */
const COMPONENTS = ["accelerator", "host", "storage", "network", "support"] as const;
type Component = (typeof COMPONENTS)[number];

/** What the ledger holds of a rental in one currency and component, as decimal text. */
export interface BilledPart {
  readonly currency: string;
  readonly component: string;
  readonly amount: string;
}

export interface QuotedRental {
  readonly currency: string;
  readonly rows: readonly { readonly component: Component; readonly quoted: string; readonly billed: string }[];
  readonly quoted: string;
  readonly billed: string;
  /** Billed less quoted: positive where the bill asks for more than the whole period was quoted at. */
  readonly over: string;
  /** What was billed in percent of the quote, and how much of the time has passed; null where nothing was quoted. */
  readonly billedPct: string | null;
  readonly passedPct: string;
  /** What the offer does not price: a bill for it was not quoted. */
  readonly notIncluded: readonly NotIncluded[];
  /** Billed in other currencies: never added. */
  readonly others: readonly { readonly currency: string; readonly amount: string }[];
}

interface Rental {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly endedAt: string | null;
}

/**
 * The offer's price for a rental's whole time beside what was billed for it, by component; null where the plan's offer
 * prices no time. Instants are ISO text in UTC; a begun day of the rental is quoted as one.
 */
export function quotedBesideBilled(
  { plan, brief, rental }: { readonly plan: Plan; readonly brief: BriefContent; readonly rental: Rental },
  parts: readonly BilledPart[],
  nowMs: number,
): QuotedRental | null {
  if (plan.offer === null) return null;
  const cost = plannedCost(plan.offer, {
    cards: plan.count,
    start: rental.startsAt.slice(0, 10),
    end: dayAfterBegun(rental.endsAt),
    diskBytes: brief.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: brief.dataBoundary.egressBytesPerMonth,
  });
  if (!cost.ok) return null;
  const { currency } = cost;
  const own = parts.filter((p) => p.currency === currency);
  const sum = (list: readonly { component: string; amount: string }[], component: Component): Decimal =>
    list.reduce((n, p) => (p.component === component ? n.plus(p.amount) : n), new Decimal(0));
  const rows = COMPONENTS.map((component) => ({
    component,
    quoted: decimalText(sum(cost.lines, component)),
    billed: decimalText(sum(own, component)),
  })).filter((r) => r.quoted !== "0" || r.billed !== "0");
  const [quoted, billed] = [total(rows.map((r) => r.quoted)), total(rows.map((r) => r.billed))];
  return {
    currency,
    rows,
    quoted: decimalText(quoted),
    billed: decimalText(billed),
    over: decimalText(billed.minus(quoted)),
    billedPct: quoted.isZero() ? null : roundForDisplay(billed.times(100).div(quoted), 1),
    passedPct: passed(rental, nowMs),
    notIncluded: cost.notIncluded,
    others: othersOf(parts.filter((p) => p.currency !== currency)),
  };
}

const total = (amounts: readonly string[]): Decimal => amounts.reduce((n, a) => n.plus(a), new Decimal(0));

/** First day that the rental does not touch. */
function dayAfterBegun(instant: string): string {
  const ms = Date.parse(instant);
  const day = 86_400_000;
  return new Date(Math.ceil(ms / day) * day).toISOString().slice(0, 10);
}

function passed({ startsAt, endsAt, endedAt }: Rental, nowMs: number): string {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  const until = Math.min(nowMs, endedAt === null ? end : Math.min(end, Date.parse(endedAt)));
  return roundForDisplay(new Decimal(Math.max(0, until - start)).times(100).div(Math.max(1, end - start)), 1);
}

function othersOf(parts: readonly BilledPart[]): QuotedRental["others"] {
  const own = parts.filter((p) => COMPONENTS.some((c) => c === p.component));
  return [...new Set(own.map((p) => p.currency))].sort().map((currency) => ({
    currency,
    amount: decimalText(total(own.filter((p) => p.currency === currency).map((p) => p.amount))),
  }));
}
