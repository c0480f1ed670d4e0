import { offerSchema } from "@/lib/catalog/offer";
import { fieldPathOf, type OfferValues, offerOf } from "./offer-fields";

/**
 * Paths of the form that the offer's own schema does not take; asked before sending, and the server asks again.
 * It brings the schema along, so forms load it when they are sent first.
 */
export function offerFaults(values: OfferValues): string[] {
  const parsed = offerSchema.omit({ id: true }).safeParse(offerOf(values));
  if (parsed.success) return [];
  const paths = parsed.error.issues.map((i) => i.path.map(String).join("."));
  return [...new Set(paths.map(fieldPathOf))];
}
