import { listAccelerators } from "@/lib/catalog/accelerators";
import type { Estimate } from "@/lib/memory/answer";
import { estimate } from "@/lib/memory/estimate";
import { type EstimateRequest, type Parallel, parseEstimateRequest } from "@/lib/memory/schema";
import { english, word } from "@/lib/memory/word";
import type { Decimal } from "@/lib/money/money";
import { type HourlyPrice, HourlyPrices } from "./hourly";
import { LoadSpeeds, perCopy, type SpeedOrNot, type SweepLoad, withinLimits } from "./load-speed";
import type { SweepPlan, SweepReason, SweepRequest, SweepResult } from "./schema";
import { type Topology, topologiesOf } from "./topologies";
import { costPerMillionTokens, type TrainingOrNot, TrainingSpeeds, withinTrainingLimit } from "./training-speed";
import { usableOffers } from "./usable-offers";

/** More combinations than this are no question that somebody reads the answer to. */
const MAX_PLANS = 200_000;

/**
 * Estimates every combination and prices it by the cheapest fitting offer. Plans that fit come first, the cheapest first,
 * then the fewest cards, then the smallest; every larger topology says why the smaller one failed, or that it did not. Pure; the order of
 * offers changes nothing.
 */
export function sweep(request: SweepRequest): SweepResult {
  const offers = usableOffers(request);
  if (!offers.ok) return offers;
  const gpus = request.gpus === "all" ? listAccelerators().map((card) => card.id) : [...new Set(request.gpus)];
  const topologies = topologiesOf(request);
  const formats = [...new Set(request.weightFormats)];
  const caches = request.kvCacheDtypes ?? [null];
  const contexts = request.contexts ?? [null];
  const size = gpus.length * topologies.length * formats.length * caches.length * contexts.length;
  if (size > MAX_PLANS) {
    const words = word("reason.too-many-plans", { count: size, most: MAX_PLANS });
    return { ok: false, field: "gpus", message: english(words), words };
  }
  const prices = new HourlyPrices(offers.used);
  const speeds = request.load ? new LoadSpeeds(request.model, request.load, request.limits) : null;
  const trainings = request.run.kind === "train" ? new TrainingSpeeds(request.model) : null;
  const pricing = { prices, currency: offers.currency, speeds, trainings, request };
  const bases: { readonly request: EstimateRequest; readonly choice: Choice }[] = [];
  for (const weightFormat of formats) {
    for (const kvCacheDtype of caches) {
      for (const context of contexts) {
        const choice = { weightFormat, kvCacheDtype, context };
        const base = baseRequest(request, choice);
        if (!base.ok) return base;
        bases.push({ request: base.request, choice });
      }
    }
  }
  const ranked = gpus.flatMap((gpu) =>
    bases.flatMap((base) => planTopologies({ ...base.request, gpu }, topologies, { ...pricing, ...base.choice, gpu })),
  );
  ranked.sort(byWorth);
  const plans = ranked.map((one) => one.plan);
  const answer = {
    evaluated: plans.length,
    cheapest: cheapestOf(ranked, (plan) => worksOf(plan)),
    robust: cheapestOf(ranked, (plan) => plan.verdict === "fits" && plan.meets === "whole-range"),
    offersLeftOut: offers.leftOut,
    plans: plans.slice(0, request.limit),
  };
  return { ok: true, answer };
}

interface Choice {
  readonly weightFormat: string;
  readonly kvCacheDtype: string | null;
  readonly context: number | null;
}

/** Read once for all cards: which card it is does not decide whether a request can be read. */
function baseRequest(request: SweepRequest, choice: Choice) {
  const { weightFormat, kvCacheDtype, context } = choice;
  const field = request.run.kind === "train" || request.run.kind === "embed" ? "sequenceLength" : "maxModelLen";
  const run = {
    ...request.run,
    ...(kvCacheDtype === null ? {} : { kvCacheDtype }),
    ...(context === null ? {} : { [field]: context }),
  };
  const { model, gpusPerNode } = request;
  const parsed = parseEstimateRequest({ model, run, weightFormat, gpu: "any", gpusPerNode });
  if (parsed.ok) return parsed;
  const known: Readonly<Record<string, string>> = { "run.kvCacheDtype": "kvCacheDtypes", [`run.${field}`]: "contexts" };
  return { ok: false as const, field: known[parsed.path] ?? parsed.path, message: parsed.message, words: parsed.words };
}

interface Pricing extends Choice {
  readonly gpu: string;
  readonly prices: HourlyPrices;
  readonly currency: string | null;
  readonly speeds: LoadSpeeds | null;
  readonly trainings: TrainingSpeeds | null;
  readonly request: SweepRequest;
}

interface Ranked {
  readonly plan: SweepPlan;
  readonly price: HourlyPrice | null;
  /** What plans are ranked by: cost per accepted output where it is known, else per hour. */
  readonly worth: Decimal | null;
  readonly standing: number;
}

const worksOf = ({ verdict, meets }: Pick<SweepPlan, "verdict" | "meets">): boolean =>
  (verdict === "fits" || verdict === "tight") && (meets === "whole-range" || meets === "expected");

/** All topologies of one choice, simplest first, so that each larger one can say why the smaller was not enough. */
function planTopologies(base: EstimateRequest, topologies: readonly Topology[], pricing: Pricing): Ranked[] {
  let smallest: Topology | null = null;
  let failed: SweepPlan["smaller"] = null;
  return topologies.map((topology) => {
    const asked = withLoad(base, topology.parallel, pricing.request.load ?? null);
    const answer = estimate(asked);
    const price = pricing.prices.cheapest(pricing.gpu, topology.gpuCount);
    const larger = smallest !== null && topology.gpuCount > smallest.gpuCount ? smallest : null;
    const speed = answer.perGpu === null ? null : (pricing.speeds?.of(asked, pricing.gpu, topology.parallel) ?? null);
    const training = pricing.trainings?.of(asked, pricing.gpu, topology.gpuCount) ?? null;
    const made = planOf(answer, base, topology, { price, speed, training }, pricing, larger, failed);
    const { plan, own } = made;
    const robust = own === null && plan.verdict === "fits" && plan.meets === "whole-range";
    if (robust) smallest ??= topology;
    else failed = { ...(own ?? ONLY_EXPECTED), gpuCount: topology.gpuCount };
    return { plan, price, worth: made.worth, standing: standing(plan) };
  });
}

const ONLY_EXPECTED: SweepReason = {
  code: "only-expected",
  message: "it works at the expected value, and not at the pessimistic end of the range",
  params: {},
};

/** The planned load falls on the copies of the model; each must hold its own share. */
function withLoad(base: EstimateRequest, parallel: Parallel, load: SweepLoad | null): EstimateRequest {
  if (load === null || base.run.kind !== "serve") return { ...base, parallel };
  const contextTokens = load.inputTokens + load.outputTokens;
  const maxModelLen = Math.max(base.run.maxModelLen ?? 0, contextTokens);
  const run = { ...base.run, concurrency: perCopy(load, parallel), contextTokens, maxModelLen };
  return { ...base, run, parallel };
}

interface Found {
  readonly price: HourlyPrice | null;
  readonly speed: SpeedOrNot | null;
  readonly training: TrainingOrNot | null;
}

function planOf(
  answer: Estimate,
  base: EstimateRequest,
  topology: Topology,
  { price, speed: found, training: trained }: Found,
  pricing: Pricing,
  smaller: Topology | null,
  failed: SweepPlan["smaller"],
): { plan: SweepPlan; own: SweepReason | null; worth: Decimal | null } {
  const { currency, gpu, kvCacheDtype, context, request } = pricing;
  const { perGpu, kv, verdict } = answer;
  const fits = verdict === "fits" || verdict === "tight";
  const limit = pricing.trainings ? withinTrainingLimit(trained, request.limits) : withinLimits(found, request.limits);
  const own = fits ? limit.reason : reasonOf(answer);
  const speed = fits ? (found?.speed ?? null) : null;
  const priced = price !== null && currency !== null;
  const each = priced && speed !== null ? (pricing.speeds?.costPerAccepted(price, speed) ?? null) : null;
  const training = fits ? (trained?.training ?? null) : null;
  const perMillion = priced && training !== null ? costPerMillionTokens(price, training) : null;
  const unneeded = own === null && smaller !== null ? alreadyFits(smaller, gpu) : null;
  const plan: SweepPlan = {
    gpu,
    gpuCount: topology.gpuCount,
    parallel: topology.parallel,
    weightFormat: base.weightFormat,
    kvCacheDtype,
    context,
    verdict,
    usableGib: perGpu?.usableGib ?? null,
    totalGib: perGpu?.totalGib ?? null,
    headroomGib: perGpu?.headroomGib ?? null,
    peakGib: perGpu?.peakGib ?? null,
    capacityTokens: kv?.capacityTokens ?? null,
    maxConcurrencyAtMaxLen: kv?.maxConcurrencyAtMaxLen ?? null,
    costPerHour: priced ? { amount: price.text, currency } : null,
    offerId: price?.offerId ?? null,
    speed,
    meets: limit.meets,
    costPerAccepted: each?.text ?? null,
    training,
    costPerMillionTokens: perMillion?.text ?? null,
    rejectedBecause: own ?? unneeded,
    smallerFailed: unneeded === null && failed !== null ? `${failed.gpuCount} × ${gpu}: ${failed.message}` : null,
    smaller: unneeded === null ? failed : null,
  };
  const worth = request.load ? each?.expected : pricing.trainings ? perMillion?.expected : price?.amount;
  return { plan, own, worth: worth ?? null };
}

function alreadyFits({ gpuCount }: Topology, gpu: string): SweepReason {
  const message = `${gpuCount} × ${gpu} already fits: more cards buy speed, not room`;
  return { code: "smaller-fits", message, params: { count: gpuCount, gpu } };
}

/** A remark on which version was taken is no reason. */
const REMARK = "engine-version";

function reasonOf(answer: Estimate): SweepReason {
  const reason = answer.reasons.find((r) => r.code !== REMARK);
  if (reason === undefined) return { code: answer.verdict, message: answer.verdict, params: {} };
  const { code, message, words } = reason;
  return { code, message, params: {}, words };
}

/** What fits and keeps its limits over the whole range, then what does at the expected value, then the rest. */
function standing({ verdict, meets }: SweepPlan): number {
  if (verdict === "not-estimable") return 4;
  if (verdict === "does-not-fit") return 3;
  if (meets === "no" || meets === "unknown") return 2;
  return verdict === "fits" && meets === "whole-range" ? 0 : 1;
}

function byWorth(a: Ranked, b: Ranked): number {
  return (
    a.standing - b.standing ||
    byCost(a.worth, b.worth) ||
    byCost(a.price?.amount ?? null, b.price?.amount ?? null) ||
    a.plan.gpuCount - b.plan.gpuCount ||
    // Where no price decides, the smallest card is the likeliest to be cheap; its name would be chance.
    (a.plan.usableGib ?? 0) - (b.plan.usableGib ?? 0) ||
    byName(a.plan, b.plan)
  );
}

/** A plan without a price comes after all that have one. */
function byCost(a: Decimal | null, b: Decimal | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a.comparedTo(b);
}

function byName(a: SweepPlan, b: SweepPlan): number {
  if (a.gpu === b.gpu) return 0;
  return a.gpu < b.gpu ? -1 : 1;
}

function cheapestOf(ranked: readonly Ranked[], allowed: (plan: SweepPlan) => boolean): SweepPlan | null {
  const [first, ...rest] = ranked.filter((one) => allowed(one.plan));
  if (first === undefined) return null;
  return rest.reduce((best, one) => (byCost(one.worth, best.worth) < 0 ? one : best), first).plan;
}
