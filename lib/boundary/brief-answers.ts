import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import type { Estimate } from "@/lib/memory/answer";
import { estimate } from "@/lib/memory/estimate";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { type Advice, advise } from "./advise";
import { type EstimateRequestAnswer, estimateRequestOf } from "./estimate-request";

/** Why there is no estimate yet: the fields that lack, the one at fault, or that no model runs at all. */
export type NoEstimate = Exclude<EstimateRequestAnswer, { ok: true }>;

export interface BriefAnswers {
  readonly estimate: Estimate | null;
  readonly noEstimate: NoEstimate | null;
  readonly advice: Advice;
}

/**
 * What a brief's content says by itself: its memory and its style of allocation. The same call runs in the browser while
 * one types, on the server when a revision is frozen, and in the sample.
 */
export function briefAnswers(content: BriefContent, offers: readonly Offer[] = []): BriefAnswers {
  const asked = estimateRequestOf(content);
  if (!asked.ok) return { estimate: null, noEstimate: asked, advice: advise(content, { offers }) };
  const parsed = parseEstimateRequest(asked.request);
  if (!parsed.ok) {
    const noEstimate: NoEstimate = {
      ok: false,
      code: "INVALID",
      path: "memoryShape.modelSource",
      message: `${parsed.path}: ${parsed.message}`,
      words: parsed.words,
    };
    return { estimate: null, noEstimate, advice: advise(content, { offers }) };
  }
  const answer = estimate(parsed.request);
  return { estimate: answer, noEstimate: null, advice: advise(content, { offers, estimate: answer }) };
}
