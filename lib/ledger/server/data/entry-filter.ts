import "server-only";
import type { EntryGroup } from "../../groups";
import { EntryIds, ofImport } from "./entry-ids";
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

/** Conditions with the values that they name by number. */
export class Conditions {
  readonly values: string[] = [];
  private readonly list: string[] = ["true"];

  /** @param first number of the first value */
  constructor(private readonly first: number) {}

  add(condition: string): void {
    this.list.push(condition);
  }

  /** The name of a value in SQL. */
  value(value: string): string {
    this.values.push(value);
    return `$${this.first + this.values.length - 1}`;
  }

  get text(): string {
    return this.list.join(" AND ");
  }
}

/** Conditions on `ledger_entry e` and their values, counted on from `first`. */
export function whereOf(filter: EntryFilter, first = 1): { readonly text: string; readonly values: readonly string[] } {
  const where = new Conditions(first);
  if (filter.time) {
    where.add(`e.charge_start < ${where.value(filter.time.end)}::timestamptz`);
    where.add(`e.month <= (${where.value(filter.time.end)}::timestamptz AT TIME ZONE 'UTC')::date`);
    where.add(`e.charge_end > ${where.value(filter.time.start)}::timestamptz`);
  }
  if (filter.component) where.add(`e.component = ${where.value(filter.component)}`);
  if (filter.brief === "none") where.add("e.brief_id IS NULL");
  else if (filter.brief) where.add(`e.brief_id = ${where.value(filter.brief)}::uuid`);
  addLineConditions(filter, where);
  if (filter.bill && filter.bill !== "manual") {
    const [id, ids] = [where.value(filter.bill), new EntryIds(filter.bill)];
    where.add(ofImport(`${id}::uuid`, `${where.value(ids.first)}::uuid`, `${where.value(ids.last)}::uuid`));
  }
  return where;
}

/** Conditions on what an entry is for: `e` is `ledger_entry` or `ledger_line`. */
export function addLineConditions(filter: EntryFilter, where: Conditions): void {
  if (filter.bill === "manual") where.add("e.import_id IS NULL");
  else if (filter.bill) where.add(`e.import_id = ${where.value(filter.bill)}::uuid`);
  if (filter.group) {
    const said = GROUP_SQL[filter.group.by];
    where.add(filter.group.value === null ? `${said} IS NULL` : `${said} = ${where.value(filter.group.value)}`);
  }
  if (filter.q) {
    const plain = /^[\u0020-\u007e]*$/.test(filter.q);
    const pattern = where.value(`%${(plain ? filter.q.toLowerCase() : filter.q).replace(/[\\%_]/g, (c) => `\\${c}`)}%`);
    const columns = ["description", "resource", "sku", "invoice_id", "account", "service"];
    // Twice as quick as ILIKE where no letter beyond ASCII is looked for.
    const matches = (c: string): string =>
      plain ? `lower(e.${c} COLLATE "C") LIKE ${pattern}` : `e.${c} ILIKE ${pattern}`;
    where.add(`(${columns.map(matches).join(" OR ")})`);
  }
}
