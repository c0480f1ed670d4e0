import "server-only";
import { sha256Hex } from "@/lib/digest/sha256";
import type { Basis } from "../../schema";
import { termsOf } from "../../source-terms";
import { plannedWith } from "./bill-plan";
import type { StoredFile } from "./bill-source";
import type { BillView } from "./bill-view";
import { findWork, type Stage } from "./bill-work";
import { type AllocationRules, allocationRules } from "./rentals";
import type { RunSql } from "./run-sql";

/** What entries find their briefs by, in few characters: a stage holds only while it is the same. */
export function rulesDigest({ rentals, terms, briefIds }: AllocationRules): string {
  const ordered = [...rentals].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sha256Hex(
    new TextEncoder().encode(JSON.stringify([ordered, terms, [...briefIds].sort((a, b) => a[0] - b[0])])),
  );
}

/** A plan that still holds, with the entries that its commit can take as they lie. */
export interface StagedBill {
  readonly view: BillView;
  readonly stage: Stage;
}

/**
 * The plan of this digest with its stage, when nothing that it was made with has changed since: the ledger, the classes,
 * the terms of its source and what names its briefs. Null when the file has to be read. Under the ledger's lock the answer
 * stays true until the transaction ends.
 */
export async function stagedBill(
  sql: RunSql,
  bill: StoredFile & { readonly classes: unknown },
  basis: Basis,
  digest: string,
): Promise<StagedBill | null> {
  const work = await findWork(sql, bill.id, `plan-${basis}`, plannedWith(bill));
  const { view = null, stage = null } = work ?? {};
  if (view === null || stage === null || view.digest !== digest) return null;
  if (rulesDigest(await allocationRules(sql, termsOf(bill.terms))) !== stage.rules) return null;
  // The stage is unlogged: after a crash of the server it is gone.
  const [held] = await sql<{ entries: number }>(
    "SELECT count(*)::int AS entries FROM bill_stage WHERE bill_id = $1::uuid AND run = $2::uuid",
    [bill.id, stage.run],
  );
  return held?.entries === stage.entries ? { view, stage } : null;
}
