import type { z } from "zod";
import { Decimal } from "@/lib/money/money";
import { figure } from "./figure";
import type { EconomicsAnswer, periodSchema } from "./schema";

/** What a rental of some days leaves for work: set-up, checks and export come out of every one of them. */
export function periods(request: z.infer<typeof periodSchema>): EconomicsAnswer {
  const overhead = new Decimal(request.setUpHours).plus(request.checkHours).plus(request.exportHours);
  const rate = new Decimal(request.ratePerGpuHour).times(request.cards);
  const table = request.days.map((days) => {
    const hours = new Decimal(24).times(days);
    const working = Decimal.max(0, hours.minus(overhead)).times(request.dutyCycle);
    const cost = rate.times(hours).plus(request.fixedCost);
    const accepted =
      request.acceptedPerProductiveHour == null ? null : working.times(request.acceptedPerProductiveHour);
    const per = (units: Decimal | null) => (units === null || units.isZero() ? null : figure(cost.div(units)));
    return {
      days: String(days),
      cost: figure(cost),
      productiveHours: figure(working),
      costPerProductiveHour: per(working),
      costPerAccepted: per(accepted),
    };
  });
  return {
    kind: request.kind,
    currency: request.currency,
    breakEven: { daysBeforeAnyWork: figure(overhead.div(24)) },
    cheaper: null,
    table,
    formula:
      "productive hours = (24 × days − set-up − checks − export) × duty cycle; cost = rate × cards × 24 × days + fixed",
    source: "the whole rental is paid, bring-up too",
  };
}
