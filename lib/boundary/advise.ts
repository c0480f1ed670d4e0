import { priceSearchOpen } from "@/lib/brief/completeness";
import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import type { Estimate } from "@/lib/memory/answer";
import { type EdgeWithCentre, edgeOf } from "./edge";
import { type Need, needsOf, type OpenNeed } from "./needs";
import { providerNeeds } from "./provider-needs";
import {
  BOUNDARIES,
  type Boundary,
  type BoundaryAnswer,
  higher,
  type NeedReason,
  type Question,
  rankOf,
} from "./schema";
import { conditionsOf, type WatchOut } from "./styles";
import { type PlanSuggestion, suggestPlan } from "./suggest";

export interface AdviceInput {
  readonly offers?: readonly Offer[];
  readonly estimate?: Estimate | null;
}

export interface Advice {
  /** The least persistent and exclusive style that meets every need; null while a question decides. */
  readonly boundary: Boundary | null;
  /** Commodity calls to an API beside controlled work on rented cards; null where one style does it all. */
  readonly hybrid: { readonly api: readonly string[]; readonly rented: readonly string[] } | null;
  /** Filtering or nearness at the edge, the rest in the centre at `boundary`; null where the brief asks for neither. */
  readonly edge: EdgeWithCentre | null;
  /** No GPU platform and no model: renting none is an answer too. */
  readonly cpuIsEnough: boolean;
  /** All five, in order. */
  readonly answers: readonly BoundaryAnswer[];
  readonly questions: readonly Question[];
  readonly plan: PlanSuggestion | null;
  /** Which answer it is: one of the five, or one that is more than a style; null while a question decides. */
  readonly answer: Boundary | "cpu" | "hybrid" | "edge-with-centre" | null;
  /** Watch-outs of the chosen style and of the edge: conditions that the review must answer. */
  readonly conditions: readonly WatchOut[];
}

const toReason = ({ need, field, code, params, why }: Need): NeedReason => ({ need, field, code, params, why });
const toUnknown = ({ need, field, question }: OpenNeed): NeedReason => ({
  need,
  field,
  code: `${need}.open`,
  params: {},
  why: question,
});

/**
 * Which style of allocation the brief needs, with the reasons for and against each. Each need names the least style
 * that meets it, so adding a need never gives a lesser answer; offers decide the plan, never the style, and their
 * order does not matter.
 */
export function advise(brief: BriefContent, input: AdviceInput = {}): Advice {
  const offers = input.offers ?? [];
  const { needs, open } = needsOf(brief);
  const least = needs.reduce<Boundary>((so, n) => higher(so, n.minimum), "managed-api");
  const deciding = open.filter((o) => rankOf(o.couldNeed) > rankOf(least));
  const boundary = deciding.length > 0 ? null : least;
  const answers = BOUNDARIES.map((b): BoundaryAnswer => {
    const failed = needs.filter((n) => rankOf(n.minimum) > rankOf(b)).map(toReason);
    const undecided = open.filter((o) => rankOf(o.couldNeed) > rankOf(b)).map(toUnknown);
    const provider = providerNeeds(brief, b, offers);
    const accepted = failed.length === 0 && undecided.length === 0;
    return {
      boundary: b,
      accepted,
      moreThanNeeded: accepted && boundary !== null && rankOf(b) > rankOf(boundary),
      failed,
      met: [...needs.filter((n) => rankOf(n.minimum) <= rankOf(b)).map(toReason), ...provider.met],
      unknown: [...undecided, ...provider.unknown],
    };
  });
  const priceOpen = priceSearchOpen(brief).open;
  const [hybrid, edge, cpuIsEnough] = [hybridOf(brief), edgeOf(brief), isCpuEnough(brief)];
  const answer = cpuIsEnough ? "cpu" : edge ? "edge-with-centre" : hybrid ? "hybrid" : boundary;
  return {
    boundary,
    hybrid,
    edge,
    cpuIsEnough,
    answer: boundary === null ? null : answer,
    answers,
    questions: deciding.map(({ need, field, question }) => ({ need, field, code: `${need}.open`, question })),
    plan: boundary === null || !priceOpen ? null : suggestPlan(brief, boundary, offers, input.estimate ?? null),
    conditions: boundary === null ? [] : conditionsOf(boundary, edge !== null),
  };
}

/** No GPU platform and no model: the cheapest card is none. */
export function isCpuEnough({ runtime, memoryShape }: BriefContent): boolean {
  return runtime.computePlatform === "none" && memoryShape.runKind === "none";
}

/**
 * Some weights are own, yet part of the calls any model could answer: the two parts can be split. Where the brief does
 * not say how many, the split is seen when only the output is needed and the machine may be shared.
 */
export function hybridOf(brief: BriefContent): Advice["hybrid"] {
  const { accessLevel, isolation, fixedRuntime, ownWeights, commodityCallsPercent } = brief.controlBoundary;
  const split =
    commodityCallsPercent == null
      ? accessLevel === "none" && isolation === "shared" && fixedRuntime === "no"
      : commodityCallsPercent > 0;
  return split && ownWeights === "yes" ? { api: ["commodity-calls"], rented: ["own-weights"] } : null;
}
