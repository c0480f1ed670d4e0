import { z } from "zod";
import { instantMs, isAfter } from "./period";
import { instantSchema } from "./schema";

const countSchema = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/**
 * Outputs of one period of one brief, in the brief's own unit. Every attempt ends accepted, rejected or failed; retries
 * are further tries of the same items and stand apart.
 */
export const outputCountsSchema = z
  .strictObject({
    periodStart: instantSchema,
    periodEnd: instantSchema,
    attempted: countSchema,
    accepted: countSchema,
    rejected: countSchema,
    failed: countSchema,
    retried: countSchema,
    note: z.string().trim().max(2000).nullable(),
  })
  .refine((o) => isAfter(o.periodEnd, o.periodStart), {
    message: "the end must be after the start",
    path: ["periodEnd"],
  })
  .refine((o) => o.attempted === o.accepted + o.rejected + o.failed, {
    message: "attempted must be accepted + rejected + failed; retries are counted apart",
    path: ["attempted"],
  });
export type OutputCounts = z.infer<typeof outputCountsSchema>;

/** A stored record; a late correction is a new record that names the one it replaces. */
export interface OutputRecord extends OutputCounts {
  readonly id: string;
  readonly replaces: string | null;
}

export interface OutputTotals {
  readonly attempted: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly failed: number;
  readonly retried: number;
  /** Records that count, after corrections. */
  readonly records: number;
  readonly replaced: number;
}

/** Records that no later record replaces. A chain of corrections leaves its last one. */
function currentRecords(records: readonly OutputRecord[]): OutputRecord[] {
  const replaced = new Set(records.map((r) => r.replaces).filter((id) => id !== null));
  return records.filter((r) => !replaced.has(r.id));
}

/** Sums the records that count. Throws RangeError past 2^53, where whole numbers would stop being exact. */
export function totalOutputs(records: readonly OutputRecord[]): OutputTotals {
  const current = currentRecords(records);
  const sum = (of: (r: OutputRecord) => number): number => {
    const total = current.reduce((n, r) => n + of(r), 0);
    if (!Number.isSafeInteger(total)) throw new RangeError("more outputs than can be counted exactly");
    return total;
  };
  return {
    attempted: sum((r) => r.attempted),
    accepted: sum((r) => r.accepted),
    rejected: sum((r) => r.rejected),
    failed: sum((r) => r.failed),
    retried: sum((r) => r.retried),
    records: current.length,
    replaced: records.length - current.length,
  };
}

/** Pairs of current records of one brief whose periods overlap: the same outputs may be in both. */
export function overlappingPeriods(records: readonly OutputRecord[]): [OutputRecord, OutputRecord][] {
  const start = (r: OutputRecord): number => instantMs(r.periodStart);
  const sorted = currentRecords(records).sort((a, b) => start(a) - start(b) || (a.id < b.id ? -1 : 1));
  const pairs: [OutputRecord, OutputRecord][] = [];
  let widest: OutputRecord | null = null;
  for (const record of sorted) {
    if (widest !== null && isAfter(widest.periodEnd, record.periodStart)) pairs.push([widest, record]);
    if (widest === null || isAfter(record.periodEnd, widest.periodEnd)) widest = record;
  }
  return pairs;
}
