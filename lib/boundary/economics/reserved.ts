import type { z } from "zod";
import { Decimal, decimalText, sumDecimals } from "@/lib/money/money";
import { figure } from "./figure";
import type { EconomicsAnswer, reservedSchema } from "./schema";

type Reserved = z.infer<typeof reservedSchema>;

/**
 * A commitment is paid for every hour of its term, worked or not. Break-even is the share of hours that must be worked;
 * with a demand curve, the n-th card is worth reserving when it is wanted for a larger share of hours than that.
 */
export function reservedAgainstOnDemand(request: Reserved): EconomicsAnswer {
  const term = new Decimal(request.termHours);
  const onDemand = new Decimal(request.onDemandPerHour);
  const committed = new Decimal(request.reservedPerHour).times(term).plus(request.upfront);
  const effective = committed.div(term);
  const breakEvenHours = committed.div(onDemand);
  const table: Record<string, string | null>[] = [];
  let cheaper: string | null = null;
  if (request.usedHours != null) {
    const used = onDemand.times(request.usedHours);
    table.push({ option: "on-demand", cost: decimalText(used) }, { option: "reserved", cost: decimalText(committed) });
    cheaper = used.lt(committed) ? "on-demand" : "reserved";
  }
  const reserve = request.demand == null ? null : howMany(request.demand, onDemand, effective);
  if (reserve !== null) table.push(...reserve.table);
  return {
    kind: request.kind,
    currency: request.currency,
    breakEven: {
      effectiveRatePerHour: figure(effective),
      utilisation: figure(effective.div(onDemand)),
      hours: figure(breakEvenHours),
      cardsToReserve: reserve === null ? null : String(reserve.best),
    },
    cheaper,
    table,
    formula:
      "effective rate = hourly + upfront ÷ term; break-even utilisation = effective ÷ on-demand; paid for all hours",
    source: "FinOps rate optimisation; the mistake to avoid is to charge the reserved rate for used hours only",
  };
}

/** Cost of one cycle of demand for every count that can be best: none, and each step of the curve. */
function howMany(demand: readonly { cards: number; hours: string }[], onDemand: Decimal, effective: Decimal) {
  const hours = sumDecimals(demand.map((step) => step.hours));
  const counts = [...new Set([0, ...demand.map((step) => step.cards)])].sort((a, b) => a - b);
  const costs = counts.map((count) => {
    const extra = sumDecimals(demand.map((step) => new Decimal(step.hours).times(Math.max(0, step.cards - count))));
    return { count, cost: effective.times(count).times(hours).plus(onDemand.times(extra)) };
  });
  const best = costs.reduce((a, b) => (b.cost.lt(a.cost) ? b : a));
  const table = costs.map(({ count, cost }) => ({ option: `reserve ${count}`, cost: figure(cost) }));
  return { best: best.count, table };
}
