import { decimalText } from "@/lib/money/money";
import type { Entry, Kind, ManualEntry } from "./schema";

const TYPED = "typed by hand";

/**
 * Meter of entries that people type, so that they never meet a provider's meter by chance. A typed line names none: its
 * component stands in, so that host and storage of one machine and hour both count.
 */
export const manualMeter = (component: string): string => `${TYPED}: ${component}`;

export const isManualMeter = (meter: string | null): boolean => meter?.startsWith(`${TYPED}:`) ?? false;

const KIND_OF: Partial<Record<ManualEntry["component"], Kind>> = {
  support: "support",
  tax: "tax",
  credit: "credit",
  rounding: "rounding",
  funding: "funding",
};

/**
 * The entry of a typed line: billed and effective are the same amount. It claims time when it names a resource and is a
 * positive cost, so the same hours cannot be typed twice.
 */
export function manualEntry(input: ManualEntry): Entry {
  const amount = decimalText(input.amount);
  const costs = !["tax", "credit", "rounding", "funding"].includes(input.component) && !amount.startsWith("-");
  return {
    part: 0,
    record: 0,
    component: input.component,
    kind: input.kind ?? KIND_OF[input.component] ?? "usage",
    rule: "typed-by-hand",
    billed: amount,
    effective: amount,
    currency: input.currency,
    chargeStart: input.chargeStart,
    chargeEnd: input.chargeEnd,
    billingPeriodStart: null,
    invoiceId: input.invoiceId || null,
    issuer: null,
    account: input.account,
    resource: input.resource || null,
    sku: null,
    meter: manualMeter(input.component),
    service: null,
    region: null,
    description: input.description,
    tags: null,
    bundledHost: false,
    lane: input.resource && costs ? 0 : null,
    fingerprint: null,
  };
}
