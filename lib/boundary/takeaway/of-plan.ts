import type { BriefContent } from "@/lib/brief/schema";
import { estimate } from "@/lib/memory/estimate";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { estimateRequestOf } from "../estimate-request";
import type { Plan } from "../plan";
import { type Deployment, deploymentOf } from "./deployment";

/** A plan on its brief as a deployment; null where the brief has no estimate to be consistent with. */
export function briefDeployment(
  brief: { readonly reference: string; readonly content: BriefContent },
  plan: { readonly reference: string; readonly plan: Plan },
): Deployment | null {
  const asked = estimateRequestOf(brief.content, plan.plan.offer?.acceleratorId ?? undefined);
  const parsed = asked.ok ? parseEstimateRequest(asked.request) : null;
  if (!parsed?.ok) return null;
  return deploymentOf({ request: parsed.request, answer: estimate(parsed.request), brief, plan });
}
