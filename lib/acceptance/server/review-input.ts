import { z } from "zod";
import { AREAS, cardSchema, DECISIONS, GATES } from "../schema";

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
});
export const eraseInput = z.strictObject({ number, evidence: z.uuid(), reason });
