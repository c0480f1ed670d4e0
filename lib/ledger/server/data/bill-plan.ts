import "server-only";
import { z } from "zod";
import type { Assignment } from "../../classify";
import { COMPONENTS } from "../../components";
import { type Opened, openBill } from "../../import/open-bill";
import { type StoredFile, storedSource } from "./bill-source";
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
 * Opens a stored bill. A file without a currency column is in the workspace's currency, and says so in a warning. It is
 * known by the bytes that were uploaded, packed or not.
 */
export function openStored(sql: RunSql, bill: StoredFile, currency: string, ahead = false): Promise<Opened> {
  return openBill(storedSource(sql, bill, ahead), null, { assumedCurrency: currency });
}
