import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";
import { MONTH_HOURS } from "./month-hours";
import { zoneOf } from "./period";
import { basisSchema, currencySchema } from "./schema";
import {
  DELIVERIES,
  HOLDINGS,
  LONGEST_BEGINNING,
  MOST_MAPPINGS,
  PLAIN_TERMS,
  SIGNS,
  type SourceTerms,
} from "./source-choices";

const tagKey = z.string().trim().min(1).max(200).nullable();
const percentText = z
  .string()
  .trim()
  .refine((t) => {
    const value = parseDecimal(t);
    return value?.gte(0) === true && value.lte(100);
  }, "not a percentage from 0 to 100");

/** The terms of a source as they are sent and stored. */
export const sourceTermsSchema = z.strictObject({
  delivery: z.enum(DELIVERIES),
  holds: z.enum(HOLDINGS),
  basis: basisSchema,
  currency: currencySchema.nullable(),
  timeZone: z
    .string()
    .refine((t) => zoneOf(t) !== null, "not a time zone")
    .nullable(),
  monthHours: z.enum(MONTH_HOURS),
  taxIncludedPct: percentText.nullable(),
  sign: z.enum(SIGNS),
  briefTag: tagKey,
  teamTag: tagKey,
  stageTag: tagKey,
  resources: z
    .array(
      z.strictObject({
        begins: z.string().trim().min(1).max(LONGEST_BEGINNING),
        brief: z.number().int().positive().max(999_999_999),
      }),
    )
    .max(MOST_MAPPINGS)
    .readonly(),
}) satisfies z.ZodType<SourceTerms>;

/** The terms as they were stored; plain ones where there are none. Throws where they cannot be read: never guessed. */
export function termsOf(stored: unknown): SourceTerms {
  return stored === null || stored === undefined ? PLAIN_TERMS : sourceTermsSchema.parse(stored);
}
