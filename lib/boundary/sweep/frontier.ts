import type { SweepPlan } from "./schema";

export interface FrontierPoint {
  readonly plan: SweepPlan;
  /** Cost as a number, for drawing only: per accepted output where it is known, else per hour. */
  readonly cost: number;
  /** Expected milliseconds between two tokens. */
  readonly latencyMs: number;
  /** No other plan is both cheaper and faster. */
  readonly best: boolean;
}

/** Plans that fit, with cost against latency; a plan is on the frontier when nothing is at least as good in both. */
export function frontierOf(plans: readonly SweepPlan[]): FrontierPoint[] {
  const points = plans.flatMap((plan) => {
    const cost = plan.costPerAccepted?.expected ?? plan.costPerHour?.amount;
    const works = plan.verdict === "fits" || plan.verdict === "tight";
    if (!works || cost === undefined || plan.speed === null) return [];
    return [{ plan, cost: Number(cost), latencyMs: plan.speed.timePerTokenMs.expected }];
  });
  points.sort((a, b) => a.cost - b.cost || a.latencyMs - b.latencyMs);
  let fastest = Number.POSITIVE_INFINITY;
  return points.map((point) => {
    const best = point.latencyMs < fastest;
    if (best) fastest = point.latencyMs;
    return { ...point, best };
  });
}
