import { listAccelerators } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import type { Estimate } from "@/lib/memory/answer";
import { estimate } from "@/lib/memory/estimate";
import type { EstimateRequest, Parallel } from "@/lib/memory/schema";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { type HourlyPrice, HourlyPrices } from "./hourly";
import type { SweepPlan, SweepRequest, SweepResult } from "./schema";

/** More combinations than this are no question that somebody reads the answer to. */
const MAX_PLANS = 200_000;

/**
 * Estimates every combination and prices it by the cheapest fitting offer. Plans that fit come first, the cheapest first,
 * then the fewest cards; every larger topology says why the smaller one failed, or that it did not. Pure; the order of
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
    return { ok: false, field: "gpus", message: `${size} combinations, at most ${MAX_PLANS}: shorten a list` };
  }
  const prices = new HourlyPrices(offers.used);
  const ranked: Ranked[] = [];
  for (const gpu of gpus) {
    for (const weightFormat of formats) {
      for (const kvCacheDtype of caches) {
        for (const context of contexts) {
          const base = baseRequest(request, { gpu, weightFormat, kvCacheDtype, context });
          if (!base.ok) return base;
          const currency = offers.currency;
          ranked.push(...planTopologies(base.request, topologies, { prices, currency, gpu, kvCacheDtype, context }));
        }
      }
    }
  }
  ranked.sort(byWorth);
  const plans = ranked.map((one) => one.plan);
  const answer = {
    evaluated: plans.length,
    cheapest: cheapestOf(ranked, ["fits", "tight"]),
    robust: cheapestOf(ranked, ["fits"]),
    offersLeftOut: offers.leftOut,
    plans: plans.slice(0, request.limit),
  };
  return { ok: true, answer };
}

type Usable =
  | {
      readonly ok: true;
      readonly used: readonly Offer[];
      readonly currency: string | null;
      readonly leftOut: readonly { readonly id: string; readonly why: string }[];
    }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Offers of one currency with a price per time; the others are named. */
function usableOffers({ offers, currency }: SweepRequest): Usable {
  const all = offers ?? [];
  const currencies = [...new Set(all.map((offer) => offer.price.currency))].sort();
  if (currency == null && currencies.length > 1) {
    const message = `the offers are in ${currencies.join(", ")}: name the currency, nothing is converted without a rate`;
    return { ok: false, field: "currency", message };
  }
  const chosen = currency ?? currencies[0] ?? null;
  const leftOut: { id: string; why: string }[] = [];
  const used = all.filter((offer) => {
    const why = leftOutBecause(offer, chosen);
    if (why !== null) leftOut.push({ id: offer.id, why });
    return why === null;
  });
  leftOut.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ok: true, used, currency: chosen, leftOut };
}

function leftOutBecause(offer: Offer, currency: string | null): string | null {
  if (offer.price.currency !== currency) return `its price is in ${offer.price.currency}`;
  if (offer.upfront && offer.upfront.currency !== currency) return `its upfront price is in ${offer.upfront.currency}`;
  if (offer.acceleratorId == null) return "it names no card";
  if (offer.price.unit === "million-tokens" || offer.price.unit === "request")
    return "it is priced by use, not by time";
  if (offer.upfront && !offer.termMonths) return "its upfront price states no term to spread it over";
  return null;
}

interface Topology {
  readonly parallel: Parallel;
  readonly gpuCount: number;
  readonly splits: number;
}

/** Fewest cards first; of equal counts, copies of the model before splits of it. */
function topologiesOf(request: SweepRequest): Topology[] {
  const { parallel, run } = request;
  const found = new Map<string, Topology>();
  for (const tensor of parallel.tensor) {
    for (const pipeline of parallel.pipeline) {
      for (const data of parallel.data) {
        for (const expert of parallel.expert) {
          for (const context of parallel.context) {
            // A server's context parallelism divides the ranks of its tensor parallelism; a training's adds ranks.
            const gpuCount = tensor * pipeline * data * (run.kind === "train" ? context : 1);
            const one = { tensor, pipeline, data, expert, context };
            found.set(JSON.stringify(one), { parallel: one, gpuCount, splits: tensor * pipeline });
          }
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => a.gpuCount - b.gpuCount || a.splits - b.splits);
}

interface Choice {
  readonly gpu: string;
  readonly weightFormat: string;
  readonly kvCacheDtype: string | null;
  readonly context: number | null;
}

function baseRequest(request: SweepRequest, choice: Choice) {
  const { gpu, weightFormat, kvCacheDtype, context } = choice;
  const field = request.run.kind === "train" || request.run.kind === "embed" ? "sequenceLength" : "maxModelLen";
  const run = {
    ...request.run,
    ...(kvCacheDtype === null ? {} : { kvCacheDtype }),
    ...(context === null ? {} : { [field]: context }),
  };
  const { model, gpusPerNode } = request;
  const parsed = parseEstimateRequest({ model, run, weightFormat, gpu, gpusPerNode });
  if (parsed.ok) return parsed;
  const known: Readonly<Record<string, string>> = { "run.kvCacheDtype": "kvCacheDtypes", [`run.${field}`]: "contexts" };
  return { ok: false as const, field: known[parsed.path] ?? parsed.path, message: parsed.message };
}

interface Pricing extends Omit<Choice, "weightFormat"> {
  readonly prices: HourlyPrices;
  readonly currency: string | null;
}

interface Ranked {
  readonly plan: SweepPlan;
  readonly price: HourlyPrice | null;
}

/** All topologies of one choice, simplest first, so that each larger one can say why the smaller was not enough. */
function planTopologies(base: EstimateRequest, topologies: readonly Topology[], pricing: Pricing): Ranked[] {
  let smallest: Topology | null = null;
  let failed: string | null = null;
  return topologies.map((topology) => {
    const answer = estimate({ ...base, parallel: topology.parallel });
    const price = pricing.prices.cheapest(pricing.gpu, topology.gpuCount);
    const larger = smallest !== null && topology.gpuCount > smallest.gpuCount ? smallest : null;
    const plan = planOf(answer, base, topology, price, pricing, larger, failed);
    if (plan.verdict === "fits" && smallest === null) smallest = topology;
    if (plan.verdict !== "fits") failed = `${topology.gpuCount} × ${pricing.gpu}: ${reasonOf(answer).message}`;
    return { plan, price };
  });
}

function planOf(
  answer: Estimate,
  base: EstimateRequest,
  topology: Topology,
  price: HourlyPrice | null,
  { currency, gpu, kvCacheDtype, context }: Pricing,
  smaller: Topology | null,
  smallerFailed: string | null,
): SweepPlan {
  const { perGpu, kv, verdict } = answer;
  const works = verdict === "fits" || verdict === "tight";
  const unneeded =
    works && smaller !== null
      ? { code: "smaller-fits", message: `${smaller.gpuCount} × ${gpu} already fits: more cards buy speed, not room` }
      : null;
  return {
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
    costPerHour: price === null || currency === null ? null : { amount: price.text, currency },
    offerId: price?.offerId ?? null,
    rejectedBecause: works ? unneeded : reasonOf(answer),
    smallerFailed: unneeded === null ? smallerFailed : null,
  };
}

function reasonOf(answer: Estimate): { code: string; message: string } {
  const [reason] = answer.reasons;
  return reason ? { code: reason.code, message: reason.message } : { code: answer.verdict, message: answer.verdict };
}

const ORDER = ["fits", "tight", "does-not-fit", "not-estimable"] as const;

function byWorth(a: Ranked, b: Ranked): number {
  const verdicts = ORDER.indexOf(a.plan.verdict) - ORDER.indexOf(b.plan.verdict);
  return verdicts || byCost(a.price, b.price) || a.plan.gpuCount - b.plan.gpuCount || byName(a.plan, b.plan);
}

/** A plan without a price comes after all that have one. */
function byCost(a: HourlyPrice | null, b: HourlyPrice | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a.amount.comparedTo(b.amount);
}

function byName(a: SweepPlan, b: SweepPlan): number {
  if (a.gpu === b.gpu) return 0;
  return a.gpu < b.gpu ? -1 : 1;
}

function cheapestOf(ranked: readonly Ranked[], verdicts: readonly string[]): SweepPlan | null {
  const fitting = ranked.filter((one) => verdicts.includes(one.plan.verdict));
  const [first, ...rest] = fitting;
  if (first === undefined) return null;
  return rest.reduce((best, one) => (byCost(one.price, best.price) < 0 ? one : best), first).plan;
}
