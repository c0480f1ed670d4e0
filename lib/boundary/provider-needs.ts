import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { SERVERLESS_LONGEST_RUN_HOURS, SERVERLESS_SHORTEST_LIMIT_HOURS } from "./needs";
import { isIn } from "./places";
import type { Boundary, NeedReason } from "./schema";

/** True when the offer states a place that the brief allows (`Frankfurt, EU`); an unstated place is no promise. */
export function isInside(offer: Offer, places: readonly string[] | null): boolean {
  return places === null || isIn(offer.dataLocation ?? null, places);
}

/**
 * Needs that no style settles by itself: the provider's own word is needed. Known only where an offer of that style
 * states it; else unknown, and a condition of the review.
 */
export function providerNeeds(
  brief: BriefContent,
  boundary: Boundary,
  offers: readonly Offer[],
): { met: NeedReason[]; unknown: NeedReason[] } {
  const met: NeedReason[] = [];
  const unknown: NeedReason[] = [];
  const own = offers.filter((o) => o.boundary === boundary);
  const { residency, personalData, egressBytesPerMonth } = brief.dataBoundary;
  if (residency !== null) {
    const inside = own.some((o) => isInside(o, residency));
    const places = residency.join(", ");
    const why = inside ? `an offer states a place in ${places}` : `no offer at hand states a place in ${places}`;
    const code = inside ? "residency.stated" : "residency.unstated";
    (inside ? met : unknown).push({
      need: "residency",
      field: "dataBoundary.residency",
      code,
      params: { places },
      why,
    });
  }
  if (personalData === "yes") {
    unknown.push({
      need: "data-protection",
      field: "dataBoundary.processingAgreement",
      code: "data-protection.evidence",
      params: {},
      why: "personal data: agreement and encryption are evidenced before the smoke gate",
    });
  }
  if (brief.controlBoundary.networkPolicy !== null && (boundary === "managed-api" || boundary === "serverless")) {
    unknown.push({
      need: "network-policy",
      field: "controlBoundary.networkPolicy",
      code: "network-policy.ask",
      params: {},
      why: "whether the network policy can be kept here must be asked of the provider",
    });
  }
  const hours = brief.scale.longestRunHours;
  const between = hours !== null && hours > SERVERLESS_SHORTEST_LIMIT_HOURS && hours <= SERVERLESS_LONGEST_RUN_HOURS;
  if (boundary === "serverless" && between && brief.kind !== "interactive-inference") {
    unknown.push({
      need: "run-limit",
      field: "scale.longestRunHours",
      code: "run-limit.ask",
      params: { hours },
      why: `one run takes ${hours} h, and run limits differ by provider`,
    });
  }
  if (boundary === "serverless") {
    const reasons = [retryReason(brief), dutyReason(brief)];
    for (const { known, ...reason } of reasons.filter((r) => r !== null)) (known ? met : unknown).push(reason);
  }
  if (egressBytesPerMonth !== null && egressBytesPerMonth > 0 && own.length > 0) {
    const priced = own.some((o) => o.egress != null);
    (priced ? met : unknown).push({
      need: "egress",
      field: "dataBoundary.egressBytesPerMonth",
      code: priced ? "egress.priced" : "egress.unpriced",
      params: {},
      why: priced ? "an offer states the price of egress" : "no offer at hand states the price of egress",
    });
  }
  return { met, unknown };
}

type WorkerReason = (NeedReason & { readonly known: boolean }) | null;

/** A platform retries by rules of its own: whether those are the brief's must be asked. */
function retryReason({ capacityVanishes, kind }: BriefContent): WorkerReason {
  if (capacityVanishes.retryRule === null || kind === "interactive-inference") return null;
  return {
    known: false,
    need: "retry",
    field: "capacityVanishes.retryRule",
    code: "retry.ask",
    params: {},
    why: "whether the platform retries by the brief's rule must be asked of the provider",
  };
}

/** Above this share of hours with work a warm card costs less than workers at the usual twofold price of a second. */
const STEADY_SHARE = 0.5;

/** Sporadic work suits serverless; steady work is asked for its cost, which no need forbids. */
function dutyReason({ scale }: BriefContent): WorkerReason {
  const { activeHoursPerDay: hours, activeDaysPerWeek: days } = scale;
  if (hours === null) return null;
  const share = (hours * (days ?? 7)) / 168;
  const percent = Math.round(share * 100);
  const steady = share > STEADY_SHARE;
  return {
    known: !steady,
    need: "duty-cycle",
    field: "scale.activeHoursPerDay",
    code: steady ? "duty-cycle.steady" : "duty-cycle.sporadic",
    params: { percent },
    why: steady
      ? `there is work in ${percent} % of the hours: its cost must be held against a card that is always there`
      : `there is work in ${percent} % of the hours, and the rest is not paid`,
  };
}
