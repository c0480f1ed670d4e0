import "server-only";
import type { EntryGroup } from "../../groups";
import { GROUP_SQL } from "./group-sql";

/** Which entries a list or a sum is about. Null means all. */
export interface EntryFilter {
  /** Half-open time that the charge touches, as UTC instants. */
  readonly time: { readonly start: string; readonly end: string } | null;
  readonly component: string | null;
  /** Id of a brief, or "none" for entries that belong to none. */
  readonly brief: string | "none" | null;
  /** Id of an import, or "manual" for typed entries. */
  readonly bill: string | "manual" | null;
  readonly q: string | null;
  /** What the entries say of a group: only those of this value, or of none. */
  readonly group: { readonly by: EntryGroup; readonly value: string | null } | null;
}

export const ALL_ENTRIES: EntryFilter = { time: null, component: null, brief: null, bill: null, q: null, group: null };

/** Conditions on `ledger_entry e` and their values, counted on from `first`. */
export function whereOf(filter: EntryFilter, first = 1): { readonly text: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const conditions: string[] = ["true"];
  const value = (v: string): string => {
    values.push(v);
    return `$${first + values.length - 1}`;
  };
  if (filter.time) {
    conditions.push(`e.charge_start < ${value(filter.time.end)}::timestamptz`);
    conditions.push(`e.month <= (${value(filter.time.end)}::timestamptz AT TIME ZONE 'UTC')::date`);
    conditions.push(`e.charge_end > ${value(filter.time.start)}::timestamptz`);
  }
  if (filter.component) conditions.push(`e.component = ${value(filter.component)}`);
  if (filter.brief === "none") conditions.push("e.brief_id IS NULL");
  else if (filter.brief) conditions.push(`e.brief_id = ${value(filter.brief)}::uuid`);
  if (filter.bill === "manual") conditions.push("e.import_id IS NULL");
  else if (filter.bill) conditions.push(`e.import_id = ${value(filter.bill)}::uuid`);
  if (filter.group) {
    const said = GROUP_SQL[filter.group.by];
    conditions.push(filter.group.value === null ? `${said} IS NULL` : `${said} = ${value(filter.group.value)}`);
  }
  if (filter.q) {
    const plain = /^[\u0020-\u007e]*$/.test(filter.q);
    const pattern = value(`%${(plain ? filter.q.toLowerCase() : filter.q).replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
    const columns = ["description", "resource", "sku", "invoice_id", "account", "service"];
    // Twice as quick as ILIKE where no letter beyond ASCII is looked for.
    const matches = (c: string): string =>
      plain ? `lower(e.${c} COLLATE "C") LIKE ${pattern}` : `e.${c} ILIKE ${pattern}`;
    conditions.push(`(${columns.map(matches).join(" OR ")})`);
  }
  return { text: conditions.join(" AND "), values };
}
