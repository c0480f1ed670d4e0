import type { BriefContent } from "@/lib/brief/schema";
import type { Plan } from "./plan";

/** Cards that hold one copy of the model by the brief's own split, at least one. */
export function cardsPerCopy({ memoryShape }: BriefContent): number {
  return (memoryShape.tensorParallel ?? 1) * (memoryShape.pipelineParallel ?? 1);
}

/** Workers with a copy of their own that a count of cards makes; one where the cards hold one copy together. */
export function workersOf(brief: BriefContent, cards: number): number {
  return Math.max(1, Math.floor(cards / cardsPerCopy(brief)));
}

/** What a plan must record of its workers (METHOD 2), as names of `plan.workers`. */
export const WORKER_FIELDS = ["inputShare", "ids", "recovery", "merging", "done"] as const;

/**
 * What a plan of several cards must say before it is one: more cards are another architecture. Any count above one needs
 * the measured reason; several workers need their number and how input, ids, recovery, merging and the end are settled.
 */
export function splitFaults(
  brief: BriefContent,
  plan: Pick<Plan, "boundary" | "count" | "workers" | "moreCards">,
): readonly { readonly path: string; readonly code: string }[] {
  if (plan.boundary === "managed-api" || plan.count < 2) return [];
  const reason = plan.moreCards ? [] : [{ path: "moreCards", code: "MORE_CARDS_REASON" }];
  const workers = workersOf(brief, plan.count);
  if (workers < 2) return reason;
  const at = (name: string) => `workers.${name}`;
  if (!plan.workers) {
    return [...reason, ...["count", ...WORKER_FIELDS].map((name) => ({ path: at(name), code: "needed" }))];
  }
  const fits = plan.workers.count * cardsPerCopy(brief) <= plan.count;
  return fits ? reason : [...reason, { path: at("count"), code: "WORKERS_DO_NOT_FIT" }];
}
