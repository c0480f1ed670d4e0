import { readPlan } from "@/lib/boundary/plan";
import { splitFaults } from "@/lib/boundary/split";
import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { type PlanFault, type PlanValues, planFault, planFormOf } from "./plan-fields";

/**
 * All that stands against the form, asked of the room itself before sending. It brings the schema along, so forms load it
 * when they are sent first.
 */
export function planFaults(v: PlanValues, offer: Offer | null, brief: BriefContent): PlanFault[] {
  const { offerNumber: _, ...form } = planFormOf(v, brief);
  const reading = readPlan({ ...form, offer });
  const own = reading.ok ? [] : reading.issues;
  const faults = [...own, ...splitFaults(brief, form)].map((i) => planFault(i.path, i.code, v));
  return faults.filter((f, at) => faults.findIndex((other) => other.name === f.name) === at);
}
