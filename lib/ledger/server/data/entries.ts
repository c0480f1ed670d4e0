import "server-only";
import type { EntryLine } from "../../entry-line";
import { instantText } from "../../period";
import { type EntryFilter, whereOf } from "./entry-filter";
import { msOf, type RunSql } from "./run-sql";

export const ENTRIES_PER_PAGE = 100;

/** Where the next page begins: start of the last charge shown, and its id. */
export type Cursor = readonly [startMs: number, id: string];

type Row = Omit<EntryLine, "start" | "end"> & { start_ms: string; end_ms: string };

/** As the index by time has them. */
const LATEST_FIRST = "ORDER BY e.charge_start DESC, e.id DESC";

/** Entries, the latest charge first, one page of them. */
export async function listEntries(
  sql: RunSql,
  filter: EntryFilter,
  after: Cursor | null,
): Promise<{ readonly lines: readonly EntryLine[]; readonly next: Cursor | null }> {
  const where = whereOf(filter, after ? 3 : 1);
  const before = after ? "(e.charge_start, e.id) < ($1::timestamptz, $2::uuid) AND " : "";
  // The page is cut out first, by the index that goes by time; only its rows are joined.
  const rows = await sql<Row>(
    `SELECT e.month::text, e.id::text, e.component, e.kind, trim_scale(e.billed)::text AS billed,
            trim_scale(e.effective)::text AS effective, e.currency, ${msOf("e.charge_start")} AS start_ms,
            ${msOf("e.charge_end")} AS end_ms, e.resource, coalesce(e.description, e.meter, e.sku) AS what, b.number AS brief,
            i.number AS bill, e.reverses_id IS NOT NULL AS reversal, v.id IS NOT NULL AS reversed
       FROM (SELECT e.* FROM ledger_entry e WHERE ${before}${where.text}
              ${LATEST_FIRST} LIMIT ${ENTRIES_PER_PAGE + 1}) e
       LEFT JOIN brief b ON b.workspace_id = e.workspace_id AND b.id = e.brief_id
       LEFT JOIN bill_import i ON i.workspace_id = e.workspace_id AND i.id = e.import_id
       LEFT JOIN ledger_entry v ON v.workspace_id = e.workspace_id AND v.month = e.month AND v.reverses_month = e.month AND v.reverses_id = e.id
      ${LATEST_FIRST}`,
    [...(after ? [instantText(after[0]), after[1]] : []), ...where.values],
  );
  const shown = rows.slice(0, ENTRIES_PER_PAGE);
  const last = shown.at(-1);
  return {
    lines: shown.map(({ start_ms, end_ms, ...r }) => ({
      ...r,
      start: instantText(Number(start_ms)),
      end: instantText(Number(end_ms)),
    })),
    next: rows.length > ENTRIES_PER_PAGE && last ? [Number(last.start_ms), last.id] : null,
  };
}
