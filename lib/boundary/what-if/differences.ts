import type { SweepPlan } from "../sweep/schema";

export type Measure =
  | "total"
  | "left"
  | "capacity"
  | "first"
  | "token"
  | "outputs"
  | "trained"
  | "hour"
  | "each"
  | "million";

/** Which way is the better one; of memory used and of what is left neither is, so they are only said. */
export const MEASURES: Readonly<Record<Measure, "more" | "less" | "neither">> = {
  total: "neither",
  left: "more",
  capacity: "more",
  first: "less",
  token: "less",
  outputs: "more",
  trained: "more",
  hour: "less",
  each: "less",
  million: "less",
};

/** The expected value of one measure; null where it is not known. */
export function measureOf(plan: SweepPlan, measure: Measure): number | null {
  const money = (text: string | undefined) => (text === undefined ? null : Number(text));
  switch (measure) {
    case "total":
      return plan.totalGib;
    case "left":
      return plan.headroomGib;
    case "capacity":
      return plan.capacityTokens;
    case "first":
      return plan.speed?.timeToFirstTokenMs.expected ?? null;
    case "token":
      return plan.speed?.timePerTokenMs.expected ?? null;
    case "outputs":
      return plan.speed?.requestsPerHour.expected ?? null;
    case "trained":
      return plan.training?.tokensPerSecond.expected ?? null;
    case "hour":
      return money(plan.costPerHour?.amount);
    case "each":
      return money(plan.costPerAccepted?.expected);
    case "million":
      return money(plan.costPerMillionTokens?.expected);
  }
}

export type Difference =
  | { readonly kind: "same" }
  | { readonly kind: "unknown" }
  | { readonly kind: "other-currency" }
  | { readonly kind: "more" | "less"; readonly percent: number; readonly better: boolean | null };

/** Below this share two figures are the same in words. */
const SAME_SHARE = 0.005;

/** How a plan stands against the first one in one measure, in words; amounts of two currencies are not compared. */
export function differenceOf(plan: SweepPlan, first: SweepPlan, measure: Measure): Difference {
  const [own, other] = [measureOf(plan, measure), measureOf(first, measure)];
  if (own === null || other === null) return { kind: own === other ? "same" : "unknown" };
  const priced = measure === "hour" || measure === "each" || measure === "million";
  if (priced && plan.costPerHour?.currency !== first.costPerHour?.currency) return { kind: "other-currency" };
  if (other === 0) return { kind: own === 0 ? "same" : "unknown" };
  const share = (own - other) / Math.abs(other);
  if (Math.abs(share) < SAME_SHARE) return { kind: "same" };
  const kind = share > 0 ? "more" : "less";
  const good = MEASURES[measure];
  return { kind, percent: Math.abs(share) * 100, better: good === "neither" ? null : good === kind };
}
