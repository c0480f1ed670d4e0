import type { z } from "zod";
import { Decimal } from "@/lib/money/money";
import { figure } from "./figure";
import type { apiSchema, EconomicsAnswer } from "./schema";

const MILLION = 1_000_000;

/** Tokens bought one by one against cards that cost the same whether they are busy or not, per accepted output. */
export function apiAgainstRent(request: z.infer<typeof apiSchema>): EconomicsAnswer {
  const input = new Decimal(request.inputTokensPerRequest).times(request.apiPerMillionInputTokens);
  const output = new Decimal(request.outputTokensPerRequest).times(request.apiPerMillionOutputTokens);
  const apiEach = input.plus(output).div(MILLION);
  const requests = new Decimal(request.requests);
  const rent = new Decimal(request.rentPerHour).times(request.hours);
  const fits = requests.lte(request.capacityRequests);
  const apiAccepted = apiEach.div(request.apiAcceptance);
  const rentAccepted = rent.div(requests.times(request.rentAcceptance));
  const breakEven = apiAccepted.isZero() ? null : rent.div(apiAccepted.times(request.rentAcceptance));
  const reachable = breakEven?.lte(request.capacityRequests) === true;
  return {
    kind: request.kind,
    currency: request.currency,
    breakEven: {
      requests: breakEven === null || !reachable ? null : figure(breakEven),
      apiPerRequest: figure(apiEach),
    },
    cheaper: fits && rentAccepted.lt(apiAccepted) ? "rent" : "api",
    table: [
      { option: "api", cost: figure(apiEach.times(requests)), costPerAccepted: figure(apiAccepted) },
      { option: "rent", cost: figure(rent), costPerAccepted: fits ? figure(rentAccepted) : null },
    ],
    formula:
      "tokens × price ÷ acceptance, against rate × hours ÷ (requests × acceptance); rent only up to its capacity",
    source: "token price lists against hourly rates",
  };
}
