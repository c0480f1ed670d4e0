import "server-only";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { Assignment } from "../../classify";
import { COMPONENTS } from "../../components";
import { type Opened, openBill } from "../../import/open-bill";
import { termsOf } from "../../source-terms";
import { underTerms } from "../../under-terms";
import { copiedPieces, type StoredFile, storedSource } from "./bill-source";
import type { RunSql } from "./run-sql";

/** A person's classes as an import keeps them: record → component. */
const classesSchema = z.record(z.string().regex(/^\d+$/), z.enum(COMPONENTS));
export type Classes = z.infer<typeof classesSchema>;

export function classesOf(stored: unknown): Classes {
  const parsed = classesSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

export const assignmentsOf = (classes: Classes): Assignment[] =>
  Object.entries(classes).map(([record, component]) => ({ record: Number(record), component }));

/**
 * Opens a stored bill under the terms of its source. A file without a currency column is in that source's currency, else
 * the workspace's, and says so in a warning. It is known by the bytes that were uploaded, packed or not. With a plain
 * connection its bytes come by COPY.
 */
export async function openStored(
  sql: RunSql,
  bill: StoredFile,
  currency: string,
  client: PoolClient | null = null,
): Promise<Opened> {
  const terms = termsOf(bill.terms);
  const options = { assumedCurrency: terms.currency ?? currency, timeZone: terms.timeZone };
  const opened = await openBill(storedSource(sql, bill, client && copiedPieces(client, bill.id)), null, options);
  return opened.ok ? { ok: true, bill: underTerms(opened.bill, terms) } : opened;
}

/** What a plan was made with besides bytes and ledger: it holds only as long as both stay. */
export const plannedWith = (bill: { readonly classes: unknown; readonly terms: unknown }) => ({
  classes: bill.classes,
  terms: bill.terms,
});
