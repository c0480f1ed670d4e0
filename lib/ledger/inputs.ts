import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";
import { BUDGET_MEASURES } from "./budget";
import { COMPONENTS } from "./components";
import { anyComponentSchema, basisSchema, currencySchema } from "./schema";
import { sourceTermsSchema } from "./source-terms";
import { MOST_QUERY, VIEW_PAGES } from "./view-query";

/** What the ledger's forms and routes send. Numbers of briefs and bills are those of BRF-12 and BILL-3. */

const number = z.number().int().positive().max(999_999_999);
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-01$/);
/** Wall-clock time of the workspace's zone. */
const local = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/, "not a date");
const amount = z
  .string()
  .trim()
  .refine((t) => parseDecimal(t) !== null, "not a plain decimal");
const reason = z.string().trim().min(3).max(2000);
const hours = z
  .string()
  .trim()
  .regex(/^\d{1,9}([.,]\d{1,4})?$/, "not a number of hours");
const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const note = z.string().trim().max(2000);

export const classesInput = z.strictObject({
  bill: number,
  records: z.array(z.number().int().min(2)).min(1).max(200_000),
  /** Null takes the class away again. */
  component: z.enum(COMPONENTS).nullable(),
});
export const undoClassesInput = z.strictObject({ bill: number, change: z.uuid() });
export const commitInput = z.strictObject({
  bill: number,
  basis: basisSchema,
  /** Digest of the plan that the person saw. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows that no rule placed may stay unclassified, visible as their own bucket. */
  keepUnclassified: z.boolean(),
  /** Entries of accounts that the file does not hold may be taken back: the person was told which. */
  otherAccounts: z.boolean().optional(),
});
/** What an invoice asks for. An empty amount takes an earlier statement back. */
export const invoiceInput = z.strictObject({
  month,
  issuer: z.string().trim().max(200),
  invoiceId: z.string().trim().max(200),
  currency: currencySchema,
  amount: amount.nullable(),
  /** Where the total was read. */
  source: z.string().trim().min(3).max(500),
});
/** A statement that was taken back, by its own id. */
export const restateInput = z.strictObject({ id: z.uuid() });
export const closeInput = z.strictObject({
  month,
  /** Digest of the sums that the person saw. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  note,
});
export const sourceInput = z.strictObject({
  /** Null for a new one. */
  id: z.uuid().nullable(),
  name: z.string().trim().min(1).max(120),
  terms: sourceTermsSchema,
});
export const endSourceInput = z.strictObject({ id: z.uuid() });
export const chooseSourceInput = z.strictObject({ bill: number, source: z.uuid().nullable() });
export const keepViewInput = z.strictObject({
  page: z.enum(VIEW_PAGES),
  name: z.string().trim().min(1).max(80),
  query: z.string().max(MOST_QUERY),
});
export const removeViewInput = z.strictObject({ id: z.uuid() });
export const planInput = z.strictObject({ bill: number, basis: basisSchema });
export const stopInput = z.strictObject({ bill: number, task: z.enum(["plan-effective", "plan-billed", "commit"]) });
export const discardInput = z.strictObject({ bill: number });

export const manualInput = z.strictObject({
  component: anyComponentSchema.exclude(["unclassified"]),
  amount,
  currency: currencySchema,
  from: local,
  until: local,
  invoiceId: z.string().trim().max(200),
  account: z.string().trim().max(200),
  resource: z.string().trim().max(500),
  description: z.string().trim().min(1).max(2000),
  brief: number.nullable(),
});
export const correctInput = z.strictObject({
  month,
  id: z.uuid(),
  reason,
  /** The entry that takes the place of the reversed one; null only reverses. */
  instead: z
    .strictObject({ component: anyComponentSchema, billed: amount, effective: amount, brief: number.nullable() })
    .nullable(),
});
export const rematchInput = z.strictObject({ bill: number, reason });

const outputCounts = { attempted: count, accepted: count, rejected: count, failed: count, retried: count };
export const outputsInput = z.strictObject({ brief: number, firstDay: local, lastDay: local, ...outputCounts, note });
export const correctOutputsInput = z.strictObject({ id: z.uuid(), ...outputCounts, note });
export const outputsCsvInput = z.strictObject({ brief: number, text: z.string().max(4_000_000) });
export const diagnosticInput = z.strictObject({
  brief: number,
  kind: z.enum(["idle", "failed", "ramp-up"]),
  firstDay: local,
  lastDay: local,
  gpuHours: hours,
  ofGpuHours: hours,
  energyKwh: hours.optional(),
  source: z.string().trim().min(1).max(200),
});
export const effortInput = z.strictObject({ brief: number, firstDay: local, lastDay: local, hours, note });
export const removeRecordInput = z.strictObject({ id: z.uuid() });

/** Body of `POST /api/v1/outputs`. Times are UTC instants; the period is half-open. */
export const outputsBody = z.strictObject({
  brief: z.string().max(20),
  periodStart: z.string().max(40),
  periodEnd: z.string().max(40),
  attempted: count,
  accepted: count,
  rejected: count,
  failed: count,
  retried: count.optional(),
  note: note.nullable().optional(),
});

const positive = z
  .string()
  .max(60)
  .refine((t) => parseDecimal(t)?.gt(0) === true, { error: "a positive decimal, as text" });

export const budgetInput = z
  .strictObject({
    name: z.string().trim().min(1).max(120),
    brief: number.nullable(),
    measure: z.enum(BUDGET_MEASURES),
    currency: currencySchema.nullable(),
    limit: positive,
    warnPercent: z.int().min(1).max(100),
  })
  .superRefine((b, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const money = b.measure === "amount" || b.measure === "per-output";
    if (money !== (b.currency !== null)) refuse("currency", "CURRENCY_OF_MONEY_ONLY");
    if (b.measure === "idle-percent" && parseDecimal(b.limit)?.gt(100)) refuse("limit", "PERCENT_OVER_100");
    if (b.measure === "per-output" && b.brief === null) refuse("brief", "BRIEF_NEEDED");
  });
export const endBudgetInput = z.strictObject({ id: z.uuid() });

export const rateInput = z
  .strictObject({
    from: currencySchema,
    to: currencySchema,
    dated: z.iso.date(),
    /** Units of `to` for one of `from`; null takes the day's rate back. */
    rate: positive.nullable(),
    source: z.string().trim().min(3).max(300),
  })
  .refine((r) => r.from !== r.to, { path: ["to"], error: "SAME_CURRENCY" });
