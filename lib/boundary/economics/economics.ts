import { apiAgainstRent } from "./api";
import { periods } from "./period";
import { reservedAgainstOnDemand } from "./reserved";
import type { EconomicsAnswer, EconomicsRequest } from "./schema";
import { serverlessAgainstWarm } from "./serverless";
import { spotWithCheckpoints } from "./spot";

/** Break-even, options side by side and the formula for one question of cost. Pure and exact up to 20 digits. */
export function economics(request: EconomicsRequest): EconomicsAnswer {
  switch (request.kind) {
    case "reserved-vs-on-demand":
      return reservedAgainstOnDemand(request);
    case "spot":
      return spotWithCheckpoints(request);
    case "serverless-vs-warm":
      return serverlessAgainstWarm(request);
    case "api-vs-rent":
      return apiAgainstRent(request);
    case "period":
      return periods(request);
  }
}
