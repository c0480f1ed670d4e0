import "server-only";
import { instantText } from "../../period";
import { anyComponentSchema, type Entry, kindSchema } from "../../schema";
import { rawRows } from "./bill-raw";
import { EntryIds, ofImport } from "./entry-ids";
import { msOf, type RunSql } from "./run-sql";

export interface EntryAddress {
  readonly month: string;
  readonly id: string;
}

/** An entry as it is stored, money as text. */
export interface StoredEntry extends EntryAddress {
  readonly entry: Omit<Entry, "rule"> & { readonly rule: string };
  readonly importId: string | null;
  readonly rentalId: string | null;
  readonly briefId: string | null;
  readonly raw: readonly string[] | null;
  readonly reason: string | null;
  readonly reverses: EntryAddress | null;
  readonly reversedBy: EntryAddress | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

interface Row {
  month: string;
  id: string;
  import_id: string | null;
  record: number | null;
  component: string;
  kind: string;
  rule: string;
  billed: string;
  effective: string;
  currency: string;
  start_ms: string;
  end_ms: string;
  billing_period: string | null;
  invoice_id: string | null;
  issuer: string | null;
  account: string | null;
  resource: string | null;
  sku: string | null;
  meter: string | null;
  service: string | null;
  region: string | null;
  description: string | null;
  tags: Record<string, string> | null;
  raw: string[] | null;
  lane: number | null;
  fingerprint: string | null;
  bundled_host: boolean;
  rental_id: string | null;
  brief_id: string | null;
  reverses_month: string | null;
  reverses_id: string | null;
  reason: string | null;
  created_by: string;
  created_ms: string;
  reversal_id: string | null;
}

const COLUMNS = `e.month::text, e.id::text, e.import_id::text, e.record, e.component, e.kind, e.rule,
  trim_scale(e.billed)::text AS billed, trim_scale(e.effective)::text AS effective, e.currency,
  ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms, e.billing_period::text, e.invoice_id, e.issuer, e.account,
  e.resource, e.sku, e.meter, e.service, e.region, e.description, e.tags, e.raw, e.lane, e.fingerprint, e.bundled_host, e.rental_id::text,
  e.brief_id::text, e.reverses_month::text, e.reverses_id::text, e.reason, e.created_by::text, ${msOf("e.created_at")} AS created_ms`;

/** The reversal of an entry lies in the entry's own month, so that one look-up in one partition finds it. */
const REVERSAL = `LEFT JOIN ledger_entry v ON v.workspace_id = e.workspace_id AND v.month = e.month
  AND v.reverses_month = e.month AND v.reverses_id = e.id`;

export async function findEntry(sql: RunSql, at: EntryAddress): Promise<StoredEntry | null> {
  const rows = await sql<Row>(
    `SELECT ${COLUMNS}, v.id::text AS reversal_id FROM ledger_entry e ${REVERSAL} WHERE e.month = $1::date AND e.id = $2::uuid`,
    [at.month, at.id],
  );
  const [stored] = await withRaw(sql, rows.map(storedOf));
  return stored ?? null;
}

/**
 * Entries with the rows of the file that they were made of: beside the entry where it is a correction or an old one, beside
 * the file for all others.
 */
async function withRaw(sql: RunSql, entries: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const lacking = new Map<string, number[]>();
  for (const { importId, entry, raw } of entries)
    if (importId !== null && raw === null && entry.record > 0) {
      const records = lacking.get(importId) ?? [];
      records.push(entry.record);
      lacking.set(importId, records);
    }
  const found = new Map<string, ReadonlyMap<number, readonly string[]>>();
  for (const [importId, records] of lacking) found.set(importId, await rawRows(sql, importId, records));
  return entries.map((e) => ({ ...e, raw: e.raw ?? found.get(e.importId ?? "")?.get(e.entry.record) ?? null }));
}

/** Standing entries of an import that no brief holds yet. */
export async function unallocatedOf(sql: RunSql, importId: string): Promise<StoredEntry[]> {
  const ids = new EntryIds(importId);
  const rows = await sql<Row>(
    `SELECT ${COLUMNS}, NULL AS reversal_id FROM ledger_entry e ${REVERSAL}
      WHERE ${ofImport("$1::uuid", "$2::uuid", "$3::uuid")} AND e.brief_id IS NULL AND e.reverses_id IS NULL AND v.id IS NULL
      ORDER BY e.record`,
    [importId, ids.first, ids.last],
  );
  return withRaw(sql, rows.map(storedOf));
}

function storedOf(r: Row): StoredEntry {
  return {
    month: r.month,
    id: r.id,
    entry: {
      record: r.record ?? 0,
      part: 0,
      component: anyComponentSchema.parse(r.component),
      kind: kindSchema.parse(r.kind),
      rule: r.rule,
      billed: r.billed,
      effective: r.effective,
      currency: r.currency,
      chargeStart: instantText(Number(r.start_ms)),
      chargeEnd: instantText(Number(r.end_ms)),
      billingPeriodStart: r.billing_period === null ? null : `${r.billing_period}T00:00:00Z`,
      invoiceId: r.invoice_id,
      issuer: r.issuer,
      account: r.account ?? "",
      resource: r.resource,
      sku: r.sku,
      meter: r.meter ?? "",
      service: r.service,
      region: r.region,
      description: r.description,
      tags: r.tags,
      bundledHost: r.bundled_host,
      lane: r.lane,
      fingerprint: r.fingerprint,
    },
    importId: r.import_id,
    rentalId: r.rental_id,
    briefId: r.brief_id,
    raw: r.raw,
    reason: r.reason,
    reverses: r.reverses_id && r.reverses_month ? { month: r.reverses_month, id: r.reverses_id } : null,
    reversedBy: r.reversal_id ? { month: r.month, id: r.reversal_id } : null,
    createdBy: r.created_by,
    createdAtMs: Number(r.created_ms),
  };
}
