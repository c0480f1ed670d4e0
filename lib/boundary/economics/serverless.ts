import type { z } from "zod";
import { Decimal } from "@/lib/money/money";
import { figure } from "./figure";
import type { EconomicsAnswer, serverlessSchema } from "./schema";

/** A worker that is paid while it starts, works and waits, against cards that are always there. */
export function serverlessAgainstWarm(request: z.infer<typeof serverlessSchema>): EconomicsAnswer {
  const cold = new Decimal(request.startSeconds).plus(request.idleTimeoutSeconds).times(request.coldShare);
  const secondsEach = new Decimal(request.busySecondsPerRequest).plus(cold);
  const each = secondsEach.times(request.serverlessPerSecond);
  const warm = new Decimal(request.warmPerHour).times(request.warmCards);
  const serverless = each.times(request.requestsPerHour);
  return {
    kind: request.kind,
    currency: request.currency,
    breakEven: { requestsPerHour: figure(warm.div(each)), costPerRequest: figure(each) },
    cheaper: serverless.lt(warm) ? "serverless" : "warm",
    table: [
      { option: "serverless", costPerHour: figure(serverless), secondsPerRequest: figure(secondsEach) },
      {
        option: "warm",
        costPerHour: figure(warm),
        secondsPerRequest: figure(new Decimal(request.busySecondsPerRequest)),
      },
    ],
    formula: "requests × (busy + cold share × (start + idle timeout)) × price per second, against rate × cards",
    source: "serverless billing of start, execution and idle timeout as providers document it",
  };
}
