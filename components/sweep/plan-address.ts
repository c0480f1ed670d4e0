import type { SweepPlan } from "@/lib/boundary/sweep/schema";

/** What a what-if would run, as far as a plan or a brief says it. */
export interface ChosenPlan {
  readonly offer: string | null;
  readonly count: number;
  readonly gpu: string;
  readonly tensor: number;
  readonly data: number;
  readonly weights: string;
  readonly kv: string;
  readonly context: number | null;
}

/** The address of a new plan for a brief that starts from a chosen row; an offer that is not the workspace's is left out. */
export function planAddress(brief: number, chosen: ChosenPlan): string {
  const query = new URLSearchParams({ brief: `BRF-${brief}`, count: String(chosen.count), gpu: chosen.gpu });
  if (chosen.offer?.startsWith("OFF-")) query.set("offer", chosen.offer);
  query.set("tensor", String(chosen.tensor));
  query.set("data", String(chosen.data));
  query.set("weights", chosen.weights);
  query.set("kv", chosen.kv);
  if (chosen.context !== null) query.set("context", String(chosen.context));
  return `/plans/new?${query}`;
}

export function chosenOf(plan: SweepPlan): ChosenPlan {
  return {
    offer: plan.offerId,
    count: plan.gpuCount,
    gpu: plan.gpu,
    tensor: plan.parallel.tensor,
    data: plan.parallel.data,
    weights: plan.weightFormat,
    kv: plan.kvCacheDtype ?? "auto",
    context: plan.context,
  };
}
