import type { Plan } from "@/lib/boundary/plan";
import { plannedCost } from "@/lib/boundary/planned-cost";
import type { BriefContent } from "@/lib/brief/schema";
import { Decimal } from "@/lib/money/money";

/** What the plan's whole period costs by its offer: decimal text and currency. */
export interface RecordedCost {
  readonly amount: string;
  readonly currency: string;
}

/** Above which planned cost two people sign; a null amount asks for one signature always. */
export interface SigningPolicy {
  readonly twoAbove: string | null;
  readonly currency: string;
}

/** The cost of a plan's period; null where its offer does not say it (nothing rented, a price by use, two currencies). */
export function costOfPlan(plan: Plan, brief: BriefContent): RecordedCost | null {
  if (plan.offer === null) return null;
  const cost = plannedCost(plan.offer, {
    cards: plan.count,
    start: plan.period.start,
    end: plan.period.end,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: brief.dataBoundary.egressBytesPerMonth,
  });
  return cost.ok ? { amount: cost.amount, currency: cost.currency } : null;
}

/** Signatures that a review needs. Under a policy, a cost that is unknown or in another currency asks for two. */
export function signaturesNeeded(policy: SigningPolicy | null, cost: RecordedCost | null): 1 | 2 {
  if (policy === null || policy.twoAbove === null) return 1;
  if (cost === null || cost.currency !== policy.currency) return 2;
  return new Decimal(cost.amount).gt(policy.twoAbove) ? 2 : 1;
}
