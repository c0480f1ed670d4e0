import "server-only";
import type { AnyComponent } from "../../components";
import { instantText, monthText, type Zone } from "../../period";
import { anyComponentSchema, type Basis, kindSchema } from "../../schema";
import { amountByMonth } from "../../totals";

/** One sum of entries: exact, of one currency, component, brief and month of the zone. */
export interface MonthSum {
  readonly currency: string;
  readonly component: AnyComponent;
  readonly briefId: string | null;
  /** `2026-09` */
  readonly month: string;
  readonly amount: string;
}

export interface Months {
  readonly labels: readonly string[];
  readonly starts: readonly string[];
  readonly ends: readonly string[];
}

/** The zone's months from the one that contains `startMs` to the one that contains the last moment before `endMs`. */
export function monthsBetween(zone: Zone, startMs: number, endMs: number): Months {
  const labels: string[] = [];
  const starts: string[] = [];
  const ends: string[] = [];
  for (let month = zone.monthOf(startMs); month <= zone.monthOf(Math.max(startMs, endMs - 1)); month += 1) {
    labels.push(monthText(month));
    starts.push(instantText(zone.monthStart(month)));
    ends.push(instantText(zone.monthStart(month + 1)));
  }
  return { labels, starts, ends };
}

/** A charge that a month cuts. */
export interface Crossing {
  component: string;
  kind: string;
  currency: string;
  brief_id: string | null;
  billed: string;
  effective: string;
  start_ms: string;
  end_ms: string;
}

/** Its parts by month, which sum to it. */
export function partsOf(c: Crossing, basis: Basis, zone: Zone): MonthSum[] {
  const component = anyComponentSchema.parse(c.component);
  const entry = {
    component,
    kind: kindSchema.parse(c.kind),
    currency: c.currency,
    billed: c.billed,
    effective: c.effective,
    chargeStart: instantText(Number(c.start_ms)),
    chargeEnd: instantText(Number(c.end_ms)),
  };
  return amountByMonth(entry, basis, zone).map(({ month, amount }) => ({
    currency: c.currency,
    component,
    briefId: c.brief_id,
    month: monthText(month),
    amount: amount.toFixed(),
  }));
}
