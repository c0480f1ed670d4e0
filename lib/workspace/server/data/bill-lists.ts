import "server-only";
import { parseReference } from "@/lib/access/reference";
import { basisOf, billRows } from "@/lib/ledger/server/data/bill-rows";
import { findBill } from "@/lib/ledger/server/data/bills";
import { onTx } from "@/lib/ledger/server/data/run-sql";
import { amount, column, count, instant, text } from "@/lib/sheet/sheet";
import { file, given, type ListFile, type ListQuestion, reference } from "./list-file";

/** The rows of the bill that the address names, by pile, each with what it became or why it is not counted. */
async function rowsOfBill({ tx, actor, search }: ListQuestion): Promise<ListFile> {
  const number = parseReference(given(search, "bill"), "BILL");
  const bill = number === null ? null : await findBill(tx, number);
  const { currency } = await tx.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } });
  const rows =
    bill === null ? [] : await billRows(onTx(tx), bill, { basis: basisOf(bill, given(search, "basis")), currency });
  return file<(typeof rows)[number]>(
    [
      column("bill", 9, () => text(reference("BILL", number))),
      column("row", 8, (r) => count(r.record)),
      column("pile", 15, (r) => text(r.pile)),
      column("class", 14, (r) => text(r.component)),
      column("kind", 18, (r) => text(r.kind)),
      column("rule", 22, (r) => text(r.rule)),
      column("reason", 26, (r) => text(r.reason)),
      column("field_at_fault", 18, (r) => text(r.field)),
      column("what", 40, (r) => text(r.what)),
      column("resource", 28, (r) => text(r.resource)),
      column("charge_start_utc", 17, (r) => instant(r.start)),
      column("charge_end_utc", 17, (r) => instant(r.end)),
      column("billed", 14, (r) => amount(r.billed)),
      column("effective", 14, (r) => amount(r.effective)),
      column("currency", 9, (r) => text(r.currency)),
      column("entry", 38, (r) => text(r.entry)),
    ],
    rows,
  );
}

/** What the page of one import lists. */
export const BILL_LISTS = { "bill-rows": rowsOfBill };
