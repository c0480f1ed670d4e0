import { type ProviderClaim, statedOf } from "@/lib/catalog/provider-claims";
import type { OfferValues } from "./offer-fields";

/** The form's texts for a claim of the comparison: what it states, with the currency and the rest left to be asked. */
export function claimValues(claim: ProviderClaim): OfferValues {
  const stated = statedOf(claim);
  const values: Record<string, string | null | undefined> = {
    provider: stated.provider,
    cardAsNamed: stated.cardAsNamed,
    "price.amount": stated.amount,
    "price.unit": "month",
    uptimePct: stated.uptimePct == null ? "" : String(stated.uptimePct),
    certifications: (stated.certifications ?? []).join("\n"),
    supportHours: stated.supportHours,
    source: stated.source,
  };
  return Object.fromEntries(Object.entries(values).flatMap(([path, text]) => (text ? [[path, text]] : [])));
}
