import { Decimal, type Money, roundForDisplay } from "@/lib/money/money";
import { perOutputText } from "./cost-report";
import { unitCost } from "./unit-cost";

/** The same ratio in the sizes that people compare: rounded once for showing. */
export interface UnitRates {
  /** Cost of a thousand and of a million accepted outputs. */
  readonly perThousand: string;
  readonly perMillion: string;
  /** Accepted outputs for one unit of the currency, three significant digits or whole; null where the cost is not positive. */
  readonly outputsPerUnit: string | null;
}

/** Null with nothing accepted. `cost` is the five components; `accepted` a whole number. */
export function unitRates(cost: Money, accepted: number): UnitRates | null {
  if (accepted === 0) return null;
  const of = (outputs: number): string =>
    perOutputText(unitCost({ amount: new Decimal(cost.amount).times(outputs), currency: cost.currency }, accepted)) ??
    "0.00";
  const amount = new Decimal(cost.amount);
  const each = amount.gt(0) ? new Decimal(accepted).div(amount) : null;
  return {
    perThousand: of(1000),
    perMillion: of(1_000_000),
    outputsPerUnit:
      each === null ? null : roundForDisplay(each, each.gte(100) ? 0 : Math.min(12, Math.max(0, 2 - each.e))),
  };
}
