import type { OfferInput } from "./offer";

/**
 * What one published comparison said of a provider, in its own shape: it states no currency, no card count and no form,
 * so it is no offer yet. Claims of that source, never a ranking of ours.
 */
export interface ProviderClaim {
  readonly id: string;
  readonly provider: string;
  /** In the source's own words. */
  readonly cards: readonly string[];
  /** Lowest price a month, plain decimal text without a currency. */
  readonly fromPerMonth: string;
  readonly uptimePct: number;
  readonly certifications: readonly string[];
  readonly supportHours: string | null;
  /** What else it said, by message key. */
  readonly features: readonly ClaimFeature[];
}

export type ClaimFeature =
  | "nvme"
  | "quick-deployment"
  | "kubernetes"
  | "green-power"
  | "autoscaling"
  | "own-configurations"
  | "worldwide";

/** The year of the comparison; it states no day. */
export const CLAIMS_YEAR = 2025;
export const CLAIMS_SOURCE = "Comparison of five GPU providers, 2025";

export const PROVIDER_CLAIMS: readonly ProviderClaim[] = [
  claim("webhoster", "webhoster.de", ["RTX", "H100"], "129.99", 99.99, ["nvme"], ["GDPR"], "24/7"),
  claim("atlantic-net", "Atlantic.Net", ["A100", "L40S"], "170.00", 99.98, ["quick-deployment"], ["HIPAA"]),
  claim("linode", "Linode", ["RTX"], "140.00", 99.97, ["kubernetes"]),
  claim("genesis-cloud", "Genesis Cloud", ["RTX 3080", "HGX B200"], "110.00", 99.96, ["green-power", "autoscaling"]),
  claim("hostkey", "HostKey", ["GTX 1080 Ti"], "135.00", 99.95, ["own-configurations", "worldwide"]),
];

function claim(
  id: string,
  provider: string,
  cards: readonly string[],
  fromPerMonth: string,
  uptimePct: number,
  features: readonly ClaimFeature[],
  certifications: readonly string[] = [],
  supportHours: string | null = null,
): ProviderClaim {
  return { id, provider, cards, fromPerMonth, uptimePct, certifications, supportHours, features };
}

/** What must be known before such a claim can be costed; the source states none of it. */
export const CLAIM_LACKS = ["price.currency", "cardsPerPack", "formFactor", "acceleratorId", "dated"] as const;

/** The parts of an offer that the claim does state; everything else stays unstated. */
export function statedOf(c: ProviderClaim): Partial<OfferInput> & { readonly amount: string } {
  return {
    provider: c.provider,
    cardAsNamed: c.cards.join(", "),
    amount: c.fromPerMonth,
    uptimePct: c.uptimePct,
    certifications: [...c.certifications],
    supportHours: c.supportHours,
    source: CLAIMS_SOURCE,
  };
}

export function findClaim(id: string): ProviderClaim | null {
  return PROVIDER_CLAIMS.find((c) => c.id === id) ?? null;
}
