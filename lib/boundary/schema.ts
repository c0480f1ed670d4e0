import type { FieldPath } from "@/lib/brief/schema";
import { OFFER_BOUNDARIES, type OfferBoundary } from "@/lib/catalog/offer-names";

/** The five answers, from least to most persistent and exclusive. */
export const BOUNDARIES = OFFER_BOUNDARIES;
export type Boundary = OfferBoundary;

/** Place in the order: 0 rents nothing, 4 is a cluster. */
export function rankOf(boundary: Boundary): number {
  return BOUNDARIES.indexOf(boundary);
}

export function higher(a: Boundary, b: Boundary): Boundary {
  return rankOf(a) >= rankOf(b) ? a : b;
}

export type NeedId =
  | "weights"
  | "runtime"
  | "access"
  | "isolation"
  | "disk"
  | "host"
  | "fabric"
  | "scale"
  | "cold-start"
  | "run-limit"
  | "resume"
  | "placement"
  | "kind"
  | "network-policy"
  | "residency"
  | "data-protection"
  | "egress"
  | "edge"
  | "retry"
  | "duty-cycle";

export type ReasonParams = Readonly<Record<string, string | number>>;

/** Why a need is met, failed or unknown for one style. `code` is the message `boundary.reasons.<code>`. */
export interface NeedReason {
  readonly need: NeedId;
  readonly field: FieldPath;
  readonly code: string;
  readonly params: ReasonParams;
  /** The same in English, for machines and logs. */
  readonly why: string;
}

/** A brief field that decides and is not answered. */
export interface Question {
  readonly need: NeedId;
  readonly field: FieldPath;
  readonly code: string;
  readonly question: string;
}

export interface BoundaryAnswer {
  readonly boundary: Boundary;
  /** Every need is met and no open question could change that. */
  readonly accepted: boolean;
  /** Accepted, but a lesser style is enough. */
  readonly moreThanNeeded: boolean;
  readonly failed: readonly NeedReason[];
  readonly met: readonly NeedReason[];
  /** Open questions of the brief, and what only the provider can say. */
  readonly unknown: readonly NeedReason[];
}
