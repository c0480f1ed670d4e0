import "server-only";
import type { Entry } from "../../schema";
import type { Allocation } from "../data/rentals";

/** One row of ledger_entry as text, in the order of ENTRY_COLUMNS. */
export type EntryRow = readonly (string | null)[];

/** What a charge itself fills, whichever way it is written: one list, so that the ways cannot drift apart. */
export const CHARGE_COLUMNS = {
  record: "integer",
  component: "text",
  kind: "text",
  rule: "text",
  billed: "numeric",
  effective: "numeric",
  currency: "text",
  charge_start: "timestamptz",
  charge_end: "timestamptz",
  billing_period: "date",
  invoice_id: "text",
  issuer: "text",
  account: "text",
  resource: "text",
  sku: "text",
  meter: "text",
  service: "text",
  region: "text",
  description: "text",
  tags: "jsonb",
  raw: "jsonb",
  lane: "integer",
  fingerprint: "uuid",
  bundled_host: "boolean",
  rental_id: "uuid",
  brief_id: "uuid",
} as const;

const { raw: _besideTheFile, ...READ_COLUMNS } = CHARGE_COLUMNS;
/**
 * Columns of a new entry that differ from row to row, on their way into the ledger and in `bill_stage`. The row that it was
 * made of is kept beside its file (`bill_raw`).
 */
export const INCOMING_COLUMNS = { id: "uuid", ...READ_COLUMNS } as const;

/** Columns that a write fills, with the type that their text is cast to. */
export const ENTRY_COLUMNS = {
  month: "date",
  id: "uuid",
  import_id: "uuid",
  ...CHARGE_COLUMNS,
  reverses_month: "date",
  reverses_id: "uuid",
  reason: "text",
  created_by: "uuid",
  created_at: "timestamptz",
} as const;

export interface EntryPlace extends Allocation {
  readonly id: string;
  /** Import of the file that the amount came from; a correction keeps it, so that an import's entries sum to what it now does. */
  readonly importId: string | null;
  /** Record of the file; null for corrections and typed entries. */
  readonly record: number | null;
  readonly raw: readonly string[] | null;
  readonly reverses: { readonly month: string; readonly id: string } | null;
  readonly reason: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
}

/** First day of the UTC month of the charge's start: the ledger's partition. */
export function monthOf(entry: Pick<Entry, "chargeStart">): string {
  return `${entry.chargeStart.slice(0, 7)}-01`;
}

export function entryRow(e: Entry, place: EntryPlace): EntryRow {
  return [
    monthOf(e),
    place.id,
    place.importId,
    place.record === null ? null : String(place.record),
    e.component,
    e.kind,
    e.rule,
    e.billed,
    e.effective,
    e.currency,
    e.chargeStart,
    e.chargeEnd,
    e.billingPeriodStart?.slice(0, 10) ?? null,
    e.invoiceId,
    e.issuer,
    e.account,
    e.resource,
    e.sku,
    e.meter,
    e.service,
    e.region,
    e.description,
    e.tags === null ? null : JSON.stringify(e.tags),
    place.raw === null ? null : JSON.stringify(place.raw),
    e.lane === null ? null : String(e.lane),
    e.fingerprint,
    String(e.bundledHost),
    place.rentalId,
    place.briefId,
    place.reverses?.month ?? null,
    place.reverses?.id ?? null,
    place.reason,
    place.createdBy,
    place.createdAt,
  ];
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const SPECIAL = /[\\\t\n\r]/;

/** A text as it stands in a row of COPY's text format. */
export function copyText(text: string | null): string {
  if (text === null) return "\\N";
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c] ?? c) : text;
}
