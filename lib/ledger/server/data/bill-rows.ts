import "server-only";
import { Refusal } from "@/lib/errors";
import { instantText } from "../../period";
import { READ_AT_ONCE } from "../../read-at-once";
import { type Basis, basisSchema, type PileName } from "../../schema";
import { termsOf } from "../../source-terms";
import { classesOf, plannedWith } from "./bill-plan";
import { storedView } from "./bill-stored";
import type { BillView, ShownRow } from "./bill-view";
import { findWork } from "./bill-work";
import type { findBill } from "./bills";
import { EntryIds } from "./entry-ids";
import { MOST_EXPORTED } from "./export-entries";
import { planView } from "./planned";
import { msOf, type RunSql } from "./run-sql";

type FoundBill = NonNullable<Awaited<ReturnType<typeof findBill>>>;

/** One row of a bill's file with the pile that it lies in, and the entry that it became. */
export interface BillFileRow extends ShownRow {
  readonly pile: PileName;
  readonly entry: string | null;
}

/** The basis that an address asks for, else that of the bill's source. */
export const basisOf = (bill: Pick<FoundBill, "terms">, asked: string | undefined): Basis =>
  basisSchema.safeParse(asked).data ?? termsOf(bill.terms).basis;

/**
 * The rows of a bill by pile, as its page tells of them. Of a file that is read at once all of them; of a larger one those
 * that its plan kept. After the commit every row that became an entry, from the ledger, and of the others those that were
 * kept.
 */
export async function billRows(
  sql: RunSql,
  bill: FoundBill,
  terms: { readonly basis: Basis; readonly currency: string },
): Promise<BillFileRow[]> {
  const kept = bill.state === "committed" ? storedView(bill.planSummary) : null;
  if (kept !== null) {
    const aside = rowsOf(kept).filter((r) => r.pile !== "new" && r.pile !== "unclassified");
    return [...(await countedRows(sql, bill.id)), ...aside];
  }
  if (bill.size > READ_AT_ONCE) {
    const work = await findWork(sql, bill.id, `plan-${terms.basis}`, plannedWith(bill));
    return work?.view ? rowsOf(work.view) : [];
  }
  const planned = await planView(sql, bill, { ...terms, classes: classesOf(bill.classes), keptRows: MOST_EXPORTED });
  return planned.ok ? rowsOf(planned.view) : [];
}

const rowsOf = (view: BillView): BillFileRow[] =>
  view.piles.flatMap(({ pile, shown }) => shown.map((row) => ({ ...row, pile, entry: null })));

/** What was committed, row by row; a row that a person's class or a rule did not place is unclassified still. */
async function countedRows(sql: RunSql, importId: string): Promise<BillFileRow[]> {
  const ids = new EntryIds(importId);
  const rows = await sql<
    Omit<BillFileRow, "pile" | "reason" | "field" | "start" | "end"> & { start_ms: string; end_ms: string }
  >(
    `SELECT e.id::text AS entry, e.record, e.component, e.kind, e.rule, trim_scale(e.billed)::text AS billed,
            trim_scale(e.effective)::text AS effective, e.currency, ${msOf("e.charge_start")} AS start_ms,
            ${msOf("e.charge_end")} AS end_ms, e.resource, coalesce(e.description, nullif(e.meter, 'unstated'), e.sku, e.service) AS what
       FROM ledger_entry e WHERE e.import_id = $1::uuid AND e.id BETWEEN $2::uuid AND $3::uuid AND e.reverses_id IS NULL
      ORDER BY e.record, e.id LIMIT ${MOST_EXPORTED + 1}`,
    [importId, ids.first, ids.last],
  );
  if (rows.length > MOST_EXPORTED) throw new Refusal("TOO_MUCH", { data: { most: MOST_EXPORTED } });
  return rows.map(({ start_ms, end_ms, ...row }) => ({
    ...row,
    pile: row.component === "unclassified" ? ("unclassified" as const) : ("new" as const),
    reason: null,
    field: null,
    start: instantText(Number(start_ms)),
    end: instantText(Number(end_ms)),
  }));
}
