import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";
import { AREAS, DECISIONS, GATES } from "../names";
import { cardSchema } from "../schema";

const number = z.number().int().positive();
const words = z.string().max(4_000);
const reason = words.refine((t) => t.trim() !== "", { error: "a reason is needed" });

export const saveCardInput = z.strictObject({
  number,
  /** The version that the card was changed on. */
  version: z.number().int().positive(),
  card: cardSchema,
});
export const attemptInput = z.strictObject({
  number,
  version: z.number().int().positive(),
  gate: z.enum(GATES).exclude(["review"]),
  /** Null starts the next attempt; a word closes the running one. */
  outcome: z.enum(["passed", "failed"]).nullable(),
  note: words.default(""),
});
export const reviewInput = z.strictObject({ number });
export const sendBackInput = z.strictObject({
  number,
  reason,
  areas: z
    .array(z.strictObject({ area: z.enum(AREAS), reason }))
    .max(AREAS.length)
    .default([]),
  delegation: z.uuid().nullish(),
});
export const signInput = z.strictObject({
  number,
  /** Of the record that was read; another one now means that something changed meanwhile. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  decision: z.enum(DECISIONS),
  conditions: words.nullable().default(null),
  lookAgainOn: z.iso.date().nullable().default(null),
  /** The review's reference, typed by hand. */
  confirmation: z.string().max(40),
  /** The delegation to sign under; null signs in one's own name. */
  delegation: z.uuid().nullish(),
});
export const seenInput = z.strictObject({ number, digest: z.string().regex(/^[0-9a-f]{64}$/) });

const amount = z
  .string()
  .trim()
  .max(60)
  .refine((t) => parseDecimal(t)?.gt(0) === true, { error: "a plain decimal amount above zero, as text" });
export const delegateInput = z.strictObject({
  to: z.uuid(),
  /** Whole days of the workspace's zone, both included. */
  from: z.iso.date(),
  until: z.iso.date(),
  /** In the workspace's currency. */
  amount,
  /** Numbers of briefs; null for every brief. */
  briefs: z.array(number).min(1).max(200).nullable(),
});
export const endDelegationInput = z.strictObject({ id: z.uuid() });
export const undoPolicyInput = z.strictObject({ id: z.uuid() });
/** Null takes the rule back. */
export const policyInput = z.strictObject({ twoAbove: z.string().trim().max(60).nullable() });
export const eraseInput = z.strictObject({ number, evidence: z.uuid(), reason });
