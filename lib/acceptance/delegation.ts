import { Decimal } from "@/lib/money/money";
import type { RecordedCost } from "./signing-policy";

/** Signing in an approver's place: for a time, up to an amount, for every brief or for those named. */
export interface Delegation {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Instants; the end is no part of it. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** Where it was ended before its time. */
  readonly endedAt: string | null;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly everyBrief: boolean;
  readonly briefIds: readonly string[];
}

export type DelegationState = "coming" | "in-force" | "over" | "ended";

/** Where a delegation stands at an instant (ISO text). */
export function delegationState(d: Delegation, now: string): DelegationState {
  if (d.endedAt !== null) return "ended";
  const at = Date.parse(now);
  if (at < Date.parse(d.startsAt)) return "coming";
  return at < Date.parse(d.endsAt) ? "in-force" : "over";
}

export interface Delegated {
  readonly now: string;
  readonly briefId: string;
  /** What the plan costs, as the record binds it; null where that is not known: then no amount covers it. */
  readonly cost: RecordedCost | null;
  readonly fromIsApprover: boolean;
}

/** Why a delegation does not cover a review now; null means that it does. Another currency is never converted. */
export function delegationRefusal(d: Delegation, r: Delegated): "DELEGATION_ENDED" | "DELEGATION_EXCEEDED" | null {
  if (delegationState(d, r.now) !== "in-force" || !r.fromIsApprover) return "DELEGATION_ENDED";
  if (!d.everyBrief && !d.briefIds.includes(r.briefId)) return "DELEGATION_EXCEEDED";
  if (r.cost === null || r.cost.currency !== d.currency) return "DELEGATION_EXCEEDED";
  return new Decimal(r.cost.amount).lte(d.amount) ? null : "DELEGATION_EXCEEDED";
}
