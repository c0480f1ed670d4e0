import "server-only";
import type { Tx } from "@/lib/db/client";
import type { FileErrorCode } from "../../codes";
import { type ImportState, importStateSeen } from "../../import-state";
import { READ_AT_ONCE } from "../../read-at-once";
import { openStored } from "./bill-plan";
import type { BillView } from "./bill-view";
import { billFile, type StoredBill } from "./bills";
import { factsOfPlan, importFacts } from "./import-facts";
import { onTx, type RunSql } from "./run-sql";

type Listed = Pick<StoredBill, "id" | "number" | "state" | "size">;

/** What the page of an import has seen of it: its plan, or why there is none. */
interface Seen {
  readonly view: BillView | null;
  readonly unreadable: FileErrorCode | null;
}

/** The state of one import, by what its page has seen. */
export async function stateOfSeen(sql: RunSql, bill: Listed, { view, unreadable }: Seen): Promise<ImportState> {
  const facts = (await importFacts(sql, [bill])).get(bill.id);
  if (!facts) throw new Error(`no facts of import ${bill.number}`);
  const looked = view !== null || unreadable !== null;
  const held = view === null ? {} : factsOfPlan(view);
  return importStateSeen(facts, looked ? { unreadable: unreadable !== null, held } : null);
}

/**
 * States of many imports by their ids. Nothing is kept of a small file that waits, since its page plans it at each look:
 * so the list looks whether it can be read, and says what the page says.
 */
export async function importStates(
  tx: Tx,
  bills: readonly Listed[],
  currency: string,
): Promise<ReadonlyMap<string, ImportState>> {
  const sql = onTx(tx);
  const states = new Map<string, ImportState>();
  const facts = await importFacts(sql, bills);
  for (const bill of bills) {
    const of = facts.get(bill.id);
    if (!of) continue;
    const small = bill.state === "planned" && bill.size <= READ_AT_ONCE && of.work?.state !== "running";
    const look = small ? { unreadable: !(await isReadable(tx, sql, bill.number, currency)), held: {} } : null;
    states.set(bill.id, importStateSeen(of, look));
  }
  return states;
}

async function isReadable(tx: Tx, sql: RunSql, number: number, currency: string): Promise<boolean> {
  const file = await billFile(tx, number);
  return file !== null && (await openStored(sql, file, currency)).ok;
}
