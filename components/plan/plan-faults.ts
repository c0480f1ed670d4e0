import { readPlan } from "@/lib/boundary/plan";
import type { Offer } from "@/lib/catalog/offer";
import { type PlanFault, type PlanValues, planFault, planFormOf } from "./plan-fields";

/**
 * All that stands against the form, asked of the room itself before sending. It brings the schema along, so forms load it
 * when they are sent first.
 */
export function planFaults(v: PlanValues, offer: Offer | null): PlanFault[] {
  const { offerNumber: _, ...form } = planFormOf(v);
  const reading = readPlan({ ...form, offer });
  if (reading.ok) return [];
  const faults = reading.issues.map((i) => planFault(i.path, i.code, v));
  return faults.filter((f, at) => faults.findIndex((other) => other.name === f.name) === at);
}
