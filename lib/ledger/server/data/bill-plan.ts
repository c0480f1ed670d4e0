import "server-only";
import { z } from "zod";
import { sha256Hex } from "@/lib/digest/canonical";
import type { Assignment } from "../../classify";
import { FILE_ERRORS, type FileErrorCode } from "../../codes";
import { type BillReading, readBill } from "../../import/read";
import { unpackBill } from "../../import/unpack";
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
export async function readStored(
  bill: { fileName: string; bytes: Uint8Array },
  currency: string,
): Promise<BillReading> {
  const unpacked = await unpackBill({ name: bill.fileName, bytes: bill.bytes });
  const refuse = (code: FileErrorCode): BillReading => {
    const digest = sha256Hex(bill.bytes);
    return { ok: false, name: bill.fileName, digest, code, message: FILE_ERRORS[code] };
  };
  if (!unpacked.ok) return refuse(unpacked.code);
  const [file, another] = unpacked.files;
  if (file === undefined || another !== undefined) return refuse("several-files");
  // The file is known by the bytes that were uploaded, packed or not.
  return { ...readBill(file, null, { assumedCurrency: currency }), digest: sha256Hex(bill.bytes) };
}

/** The plan of an import as it stands now. Equal bytes, classes and ledger give an equal digest. */
export function planStored(file: ReadFile, basis: Basis, prior: PriorState, classes: Classes): ImportPlan {
  const assignments = Object.entries(classes).map(
    ([record, component]): Assignment => ({ record: Number(record), component }),
  );
  return planImport(file, { basis, prior, assignments });
}
