import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { estimate } from "@/lib/memory/estimate";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { estimateRequestOf } from "./estimate-request";
import { isInside } from "./provider-needs";
import type { Boundary } from "./schema";

export type OfferRefusal =
  | "other-boundary"
  | "other-card"
  | "card-open"
  | "card-too-small"
  | "may-be-taken-away"
  | "outside-residency"
  | "quota-too-small";

/** Cards of the brief's own split, at least one. */
export function cardsOf(brief: BriefContent): number {
  const { tensorParallel, pipelineParallel, dataParallel } = brief.memoryShape;
  return (tensorParallel ?? 1) * (pipelineParallel ?? 1) * (dataParallel ?? 1);
}

/**
 * What speaks against an offer for a brief, apart from its price. One instance per brief: whether a card holds the work
 * is worked out once, and only where the brief leaves the card open.
 */
export class OfferJudge {
  private readonly tooSmall = new Map<string, boolean>();

  constructor(private readonly brief: BriefContent) {}

  refusal(boundary: Boundary, offer: Offer): OfferRefusal | null {
    const { brief } = this;
    if (offer.boundary !== boundary) return "other-boundary";
    const card = boundary === "managed-api" ? null : this.cardRefusal(offer);
    if (card !== null) return card;
    if (this.mayVanish(offer)) return "may-be-taken-away";
    if (!isInside(offer, brief.dataBoundary.residency)) return "outside-residency";
    return offer.quotaCards != null && offer.quotaCards < cardsOf(brief) ? "quota-too-small" : null;
  }

  /** Whether place and purchase are allowed, whatever the card. */
  allows(offer: Offer): boolean {
    return !this.mayVanish(offer) && isInside(offer, this.brief.dataBoundary.residency);
  }

  private mayVanish({ purchase }: Offer): boolean {
    return purchase === "spot" && this.brief.capacityVanishes.interruption === "not-tolerated";
  }

  /** `H100` in a price list may be three cards: which one it is must be asked before its price counts. */
  private cardRefusal({ acceleratorId, cardAsNamed }: Offer): OfferRefusal | null {
    const wanted = this.brief.memoryShape.acceleratorId;
    if (acceleratorId == null) return wanted !== null || cardAsNamed != null ? "card-open" : null;
    if (wanted !== null) return acceleratorId === wanted ? null : "other-card";
    return this.isTooSmall(acceleratorId) ? "card-too-small" : null;
  }

  private isTooSmall(card: string): boolean {
    const known = this.tooSmall.get(card);
    if (known !== undefined) return known;
    const asked = estimateRequestOf(this.brief, card);
    const parsed = asked.ok ? parseEstimateRequest(asked.request) : null;
    const small = parsed?.ok === true && estimate(parsed.request).verdict === "does-not-fit";
    this.tooSmall.set(card, small);
    return small;
  }
}
