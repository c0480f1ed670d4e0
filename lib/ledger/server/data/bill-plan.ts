import "server-only";
import { z } from "zod";
import type { Assignment } from "../../classify";
import { type BillReading, readBill } from "../../import/read";
import { type ImportPlan, planImport } from "../../plan";
import { type Basis, COMPONENTS, type PriorState } from "../../schema";

/** A person's classes as an import keeps them: record → component. */
const classesSchema = z.record(z.string().regex(/^\d+$/), z.enum(COMPONENTS));
export type Classes = z.infer<typeof classesSchema>;

export function classesOf(stored: unknown): Classes {
  const parsed = classesSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

export type ReadFile = Extract<BillReading, { ok: true }>;

/** A file without a currency column is in the workspace's currency, and says so in a warning. */
export function readStored(bill: { fileName: string; bytes: Uint8Array }, currency: string): BillReading {
  return readBill({ name: bill.fileName, bytes: bill.bytes }, null, { assumedCurrency: currency });
}

/** The plan of an import as it stands now. Equal bytes, classes and ledger give an equal digest. */
export function planStored(file: ReadFile, basis: Basis, prior: PriorState, classes: Classes): ImportPlan {
  const assignments = Object.entries(classes).map(
    ([record, component]): Assignment => ({ record: Number(record), component }),
  );
  return planImport(file, { basis, prior, assignments });
}
