import { Decimal, decimalText } from "@/lib/money/money";

export const BUDGET_MEASURES = ["amount", "per-output", "gpu-hours", "idle-percent"] as const;
export type BudgetMeasure = (typeof BUDGET_MEASURES)[number];

export interface Budget {
  readonly measure: BudgetMeasure;
  /** The limit of a month: money, money per accepted output, GPU-hours or percent; decimal text. */
  readonly limit: string;
  /** From how many percent of the limit on it warns. */
  readonly warnPercent: number;
}

/** What a month holds so far. `null` where nobody stated it: that is never zero. */
export interface BudgetFacts {
  /** In the budget's measure, decimal text. */
  readonly soFar: string | null;
  /** Start, end and how far the facts reach, in milliseconds since 1970. */
  readonly monthStart: number;
  readonly monthEnd: number;
  readonly knownUntil: number | null;
}

export type BudgetLevel = "unknown" | "within" | "warn" | "over";

export interface BudgetState {
  readonly level: BudgetLevel;
  readonly soFar: string | null;
  /** Percent of the limit, one digit, or null. */
  readonly usedPercent: string | null;
  /** At the pace so far, at the month's end; only of what grows with time, and not from less than a day. */
  readonly forecast: string | null;
  readonly forecastOver: boolean;
}

const GROWS: readonly BudgetMeasure[] = ["amount", "gpu-hours"];
const DAY = 86_400_000;

/**
 * Where a month stands against its budget. The forecast is the pace of the known part of the month carried to its end:
 * soFar × (monthEnd − monthStart) ÷ (knownUntil − monthStart). Ratios (cost per output, idle share) are not carried on.
 */
export function budgetState(budget: Budget, facts: BudgetFacts): BudgetState {
  if (facts.soFar === null)
    return { level: "unknown", soFar: null, usedPercent: null, forecast: null, forecastOver: false };
  const soFar = new Decimal(facts.soFar);
  const limit = new Decimal(budget.limit);
  const used = soFar.div(limit).times(100);
  const level: BudgetLevel = soFar.gt(limit) ? "over" : used.gte(budget.warnPercent) ? "warn" : "within";
  const forecast = forecastOf(budget.measure, soFar, facts);
  return {
    level,
    soFar: decimalText(soFar),
    usedPercent: used.toFixed(1),
    forecast: forecast === null ? null : forecast.toFixed(2),
    forecastOver: forecast?.gt(limit) ?? false,
  };
}

function forecastOf(measure: BudgetMeasure, soFar: Decimal, facts: BudgetFacts): Decimal | null {
  if (!GROWS.includes(measure) || facts.knownUntil === null) return null;
  const known = Math.min(facts.knownUntil, facts.monthEnd) - facts.monthStart;
  if (known < DAY) return null;
  return soFar.times(facts.monthEnd - facts.monthStart).div(known);
}
