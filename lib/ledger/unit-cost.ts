import { Decimal, decimalText, type Money, roundForDisplay } from "@/lib/money/money";

/** Cost per accepted output as an exact ratio. It is divided once, when shown. */
interface UnitCostRatio {
  readonly kind: "ratio";
  /** Five components of the period on one basis, decimal text. */
  readonly numerator: string;
  readonly currency: string;
  /** Accepted outputs, whole and positive. */
  readonly denominator: string;
}

interface UnitCostUndefined {
  readonly kind: "undefined";
  readonly reason: "no accepted output yet";
  readonly costSoFar: string;
  readonly currency: string;
}

export type UnitCost = UnitCostRatio | UnitCostUndefined;

/**
 * (accelerator + host + storage + network + support) ÷ accepted outputs. With nothing accepted there is no ratio: not
 * zero, not infinity, but the cost so far. Throws RangeError for a negative or fractional count.
 */
export function unitCost(cost: Money, accepted: number | string): UnitCost {
  const count = new Decimal(accepted);
  if (!count.isInteger() || count.isNegative()) throw new RangeError(`accepted outputs are whole numbers: ${accepted}`);
  const amount = decimalText(cost.amount);
  if (count.isZero()) {
    return { kind: "undefined", reason: "no accepted output yet", costSoFar: amount, currency: cost.currency };
  }
  return { kind: "ratio", numerator: amount, currency: cost.currency, denominator: count.toFixed() };
}

/** The ratio as decimal text, rounded once (half-even) to the fraction digits; null when there is none. */
export function unitCostText(cost: UnitCost, fractionDigits: number): string | null {
  if (cost.kind === "undefined") return null;
  return roundForDisplay(new Decimal(cost.numerator).div(cost.denominator), fractionDigits);
}
