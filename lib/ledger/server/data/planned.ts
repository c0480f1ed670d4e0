import "server-only";
import type { PoolClient } from "pg";
import type { Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/errors";
import type { FileErrorCode } from "../../codes";
import { planBill } from "../../one-look";
import type { Basis } from "../../schema";
import type { StreamPlan } from "../../stream-plan";
import type { PatientSink } from "../../telling";
import { assignmentsOf, type Classes, classesOf, openStored } from "./bill-plan";
import type { StoredFile } from "./bill-source";
import { type BillView, ViewRows } from "./bill-view";
import { findBill } from "./bills";
import { ledgerBefore } from "./prior";
import { onTx, type RunSql } from "./run-sql";

export type Planned =
  | {
      readonly ok: true;
      readonly view: BillView;
      readonly plan: StreamPlan;
      /** First days of the months in which charges start: `2026-09-01`. */
      readonly months: readonly string[];
    }
  | { readonly ok: false; readonly code: FileErrorCode; readonly message: string };

export interface PlanTerms {
  readonly basis: Basis;
  readonly currency: string;
  readonly classes: Classes;
  readonly onProgress?: ((read: number, rows: number | null) => Promise<void>) | undefined;
  /** Takes the rows as a commit would. */
  readonly taker?: Required<Pick<PatientSink, "row" | "pause" | "again">> | undefined;
  /** How many rows of each pile the view keeps; as many as a page shows where nothing is said. */
  readonly keptRows?: number;
  /** The plain connection that the queries run on, where they do: bytes come cheaper over it. */
  readonly client?: PoolClient;
}

/** The plan of a stored bill as a commit would make it now. Equal bytes, classes and ledger give an equal digest. */
export async function planView(sql: RunSql, bill: StoredFile, terms: PlanTerms): Promise<Planned> {
  const opened = await openStored(sql, bill, terms.currency, terms.client);
  if (!opened.ok) return opened;
  const { basis, classes, onProgress, taker } = terms;
  const options = { basis, assignments: assignmentsOf(classes), onProgress, before: await ledgerBefore(sql, bill) };
  let rows = new ViewRows(classes, terms.keptRows);
  const { plan, months } = await planBill(opened.bill, options, {
    fingerprints: taker !== undefined,
    row: (told) => {
      rows.row(told);
      taker?.row(told);
    },
    refused: (row) => rows.refused(row),
    pause: async () => taker?.pause(),
    again: async () => {
      rows = new ViewRows(classes, terms.keptRows);
      await taker?.again();
    },
  });
  return { ok: true, view: rows.view(opened.bill, plan), plan, months };
}

/** Digest of the plan of a stored bill as it stands now: what a commit has to name. */
export async function planDigestOf(tx: Tx, number: number, basis: Basis, currency: string): Promise<string> {
  const bill = await findBill(tx, number);
  if (!bill) throw new Refusal("NOT_FOUND");
  const planned = await planView(onTx(tx), bill, { basis, currency, classes: classesOf(bill.classes) });
  if (!planned.ok) throw new Refusal("BILL_UNREADABLE", { message: planned.message });
  return planned.view.digest;
}
