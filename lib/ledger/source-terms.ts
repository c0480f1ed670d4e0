import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";
import { MONTH_HOURS } from "./month-hours";
import { zoneOf } from "./period";
import { basisSchema, currencySchema } from "./schema";
import { DELIVERIES, HOLDINGS, PLAIN_TERMS, SIGNS } from "./source-choices";

export { PLAIN_TERMS };

const tagKey = z.string().trim().min(1).max(200).nullable();
const percentText = z
  .string()
  .trim()
  .refine((t) => {
    const value = parseDecimal(t);
    return value?.gte(0) === true && value.lte(100);
  }, "not a percentage from 0 to 100");

/** What one source of bills means by what it writes. Kept with each import as it was when the file was planned. */
export const sourceTermsSchema = z.strictObject({
  delivery: z.enum(DELIVERIES),
  holds: z.enum(HOLDINGS),
  /** The basis that its plan opens with. */
  basis: basisSchema,
  /** Currency of amounts that name none; null is the workspace's. */
  currency: currencySchema.nullable(),
  /** Zone of times that name none; null is UTC. */
  timeZone: z
    .string()
    .refine((t) => zoneOf(t) !== null, "not a time zone")
    .nullable(),
  monthHours: z.enum(MONTH_HOURS),
  /** Tax that the amounts include, in percent of the net amount; null where they include none. */
  taxIncludedPct: percentText.nullable(),
  sign: z.enum(SIGNS),
  /** Key of the tag whose value names a brief (BRF-12), a team, a stage of the pipeline. */
  briefTag: tagKey,
  teamTag: tagKey,
  stageTag: tagKey,
  /** Resources whose id begins so belong to the brief of that number; the longest beginning wins. */
  resources: z
    .array(
      z.strictObject({
        begins: z.string().trim().min(1).max(300),
        brief: z.number().int().positive().max(999_999_999),
      }),
    )
    .max(200),
});
export type SourceTerms = Readonly<z.infer<typeof sourceTermsSchema>>;

/** The terms as they were stored; plain ones where there are none. Throws where they cannot be read: never guessed. */
export function termsOf(stored: unknown): SourceTerms {
  return stored === null || stored === undefined ? PLAIN_TERMS : sourceTermsSchema.parse(stored);
}
