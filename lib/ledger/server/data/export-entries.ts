import "server-only";
import { reference } from "@/lib/access/reference";
import type { ExportEntry } from "../../export/entry";
import { instantText } from "../../period";
import { anyComponentSchema, kindSchema } from "../../schema";
import { type EntryFilter, whereOf } from "./entry-filter";
import { msOf, type RunSql } from "./run-sql";

/** More entries than this are exported month by month. */
export const MOST_EXPORTED = 200_000;

type Row = Omit<
  ExportEntry,
  "component" | "kind" | "chargeStart" | "chargeEnd" | "billingPeriodStart" | "brief" | "bill"
> & {
  component: string;
  kind: string;
  start_ms: string;
  end_ms: string;
  period: string | null;
  brief: number | null;
  bill: number | null;
};

/** Entries of the filter in the order of their charge, the oldest first. */
export async function exportEntries(sql: RunSql, filter: EntryFilter): Promise<ExportEntry[]> {
  const where = whereOf(filter);
  const rows = await sql<Row>(
    `SELECT e.id::text, e.component, e.kind, trim_scale(e.billed)::text AS billed, trim_scale(e.effective)::text AS effective,
            e.currency, ${msOf("e.charge_start")} AS start_ms, ${msOf("e.charge_end")} AS end_ms,
            to_char(e.billing_period, 'YYYY-MM-DD') AS period, e.invoice_id AS "invoiceId", e.issuer, e.account, e.resource,
            e.sku, e.meter, e.service, e.region, e.description, e.tags, e.record, e.reverses_id IS NOT NULL AS reversal,
            b.number AS brief, i.number AS bill
       FROM ledger_entry e
       LEFT JOIN brief b ON b.workspace_id = e.workspace_id AND b.id = e.brief_id
       LEFT JOIN bill_import i ON i.workspace_id = e.workspace_id AND i.id = e.import_id
      WHERE ${where.text} ORDER BY e.charge_start, e.id LIMIT ${MOST_EXPORTED}`,
    where.values,
  );
  return rows.map(({ start_ms, end_ms, period, brief, bill, ...row }) => ({
    ...row,
    component: anyComponentSchema.parse(row.component),
    kind: kindSchema.parse(row.kind),
    chargeStart: instantText(Number(start_ms)),
    chargeEnd: instantText(Number(end_ms)),
    billingPeriodStart: period === null ? null : `${period}T00:00:00Z`,
    brief: brief === null ? null : reference("BRF", brief),
    bill: bill === null ? null : reference("BILL", bill),
  }));
}
