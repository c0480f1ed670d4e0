import "server-only";
import type { RunSql } from "../data/run-sql";
import { ENTRY_COLUMNS, type EntryRow } from "./entry-rows";

/**
 * SQL that says whether a charge's start lies in a closed month: what comes then is a later correction. The ledger's lock
 * must be held, or a close could slip between.
 */
export const afterClose = (start: string): string => `EXISTS (SELECT 1 FROM month_close c WHERE c.period @> ${start})`;

/** Inserts some entries at once without COPY: corrections and typed entries. */
export async function insertEntries(sql: RunSql, workspaceId: string, rows: readonly EntryRow[]): Promise<void> {
  const columns = Object.entries(ENTRY_COLUMNS);
  const lists = columns.map((_, i) => rows.map((row) => row[i] ?? null));
  const names = columns.map(([name]) => name).join(", ");
  const unnested = columns.map((_, i) => `$${i + 2}::text[]`).join(", ");
  const casts = columns.map(([name, type]) => `i.${name}::${type}`).join(", ");
  await sql(
    `INSERT INTO ledger_entry (workspace_id, ${names}, after_close)
     SELECT $1::uuid, ${casts}, ${afterClose("i.charge_start::timestamptz")} FROM unnest(${unnested}) AS i(${names})`,
    [workspaceId, ...lists],
  );
}
