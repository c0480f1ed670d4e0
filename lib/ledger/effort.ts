import { Decimal, decimalText, roundForDisplay } from "@/lib/money/money";

/**
 * People's time spent on operating the work. It stands beside the cost per output and is never in it, so it carries no
 * amount that a total could take up: hours, and hours per thousand accepted outputs.
 */
export interface OperationsEffort {
  readonly beside: true;
  readonly personHours: string;
  /** Hours per thousand accepted outputs, rounded once to the fraction digits; null with nothing accepted. */
  readonly hoursPerThousandAccepted: string | null;
}

export function operationsEffort(
  personHours: readonly string[],
  accepted: number,
  fractionDigits = 3,
): OperationsEffort {
  const total = personHours.reduce<Decimal>((sum, h) => sum.plus(h), new Decimal(0));
  if (total.isNegative()) throw new RangeError("hours of work are not negative");
  const perThousand = accepted > 0 ? roundForDisplay(total.times(1000).div(accepted), fractionDigits) : null;
  return { beside: true, personHours: decimalText(total), hoursPerThousandAccepted: perThousand };
}
