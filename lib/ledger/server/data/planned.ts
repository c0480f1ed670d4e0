import "server-only";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { Basis } from "../../schema";
import { classesOf, planStored, readStored } from "./bill-plan";
import { findBill } from "./bills";
import { priorStateFor } from "./prior";
import { onTx } from "./run-sql";

/** Digest of the plan of a stored bill as it stands now: what a commit has to name. */
export async function planDigestOf(tx: Tx, number: number, basis: Basis, currency: string): Promise<string> {
  const bill = await findBill(tx, number);
  if (!bill) throw new Refusal("NOT_FOUND");
  const file = await readStored(bill, currency);
  if (!file.ok) throw new Refusal("BILL_UNREADABLE", { message: file.message });
  const prior = await priorStateFor(onTx(tx), file.bill, file.digest);
  return planStored(file, basis, prior, classesOf(bill.classes)).digest;
}
