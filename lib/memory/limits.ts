import { listAccelerators } from "@/lib/catalog/accelerators";
import type { Estimate } from "./answer";
import type { Estimator } from "./calibrate";
import { estimate } from "./estimate";
import type { EstimateRequest } from "./schema";

/** What a lead asks next about a server: how many, how long, how small. */
export interface ServingLimits {
  /** Sequences of the planned context that fit at once, and the context at the planned concurrency; null when not asked. */
  readonly sequencesAtContext: number | null;
  readonly contextAtConcurrency: number | null;
}

export interface CardChoice {
  readonly gpu: string;
  readonly name: string;
  readonly cards: number;
}

const COUNTS = [1, 2, 4, 8];

const works = (answer: Estimate): boolean => answer.verdict === "fits";

/** Both limits hold over the whole range: the count or length is the largest that still fits. */
export function servingLimits(request: EstimateRequest, ask: Estimator = estimate): ServingLimits {
  const { run } = request;
  if (run.kind !== "serve") return { sequencesAtContext: null, contextAtConcurrency: null };
  const at = (concurrency: number, contextTokens: number) => {
    const maxModelLen = Math.max(run.maxModelLen ?? contextTokens, contextTokens);
    return works(ask({ ...request, run: { ...run, concurrency, contextTokens, maxModelLen } }));
  };
  const { concurrency, contextTokens } = run;
  return {
    sequencesAtContext: contextTokens == null ? null : largest((n) => at(n, contextTokens), 65_536),
    contextAtConcurrency: concurrency == null ? null : largest((n) => at(concurrency, n), 1_048_576),
  };
}

/** The largest whole number up to `limit` for which a condition holds that never holds again once it failed; 0 for none. */
function largest(holds: (n: number) => boolean, limit: number): number {
  if (!holds(1)) return 0;
  let low = 1;
  let high = 2;
  while (high <= limit && holds(high)) {
    low = high;
    high *= 2;
  }
  if (high > limit) return low;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The smallest single card that fits, and the fewest of the asked card. Smallness is the memory that a card reports;
 * cards whose reported memory is not known are left out.
 */
export function smallestCards(
  request: EstimateRequest,
  ask: Estimator = estimate,
): { single: CardChoice | null; same: CardChoice | null } {
  const one = { ...request.parallel, tensor: 1, pipeline: 1 };
  const known = listAccelerators().filter((card) => card.memory.reportedMib !== null);
  const bySize = [...known].sort((a, b) => (a.memory.reportedMib ?? 0) - (b.memory.reportedMib ?? 0));
  const fit = bySize.find((card) => works(ask({ ...request, gpu: card.id, parallel: one })));
  const single = fit === undefined ? null : { gpu: fit.id, name: fit.name, cards: 1 };
  const asked = typeof request.gpu === "string" ? known.find((card) => card.id === request.gpu) : undefined;
  if (asked === undefined) return { single, same: null };
  const cards = COUNTS.find((count) => works(ask({ ...request, parallel: { ...one, tensor: count } })));
  return { single, same: cards === undefined ? null : { gpu: asked.id, name: asked.name, cards } };
}
