import type { BriefContent } from "@/lib/brief/schema";
import type { Offer } from "@/lib/catalog/offer";
import { estimate } from "@/lib/memory/estimate";
import { type EstimateRequest, parseEstimateRequest } from "@/lib/memory/schema";
import { Decimal, decimalText } from "@/lib/money/money";
import { estimateRequestOf } from "../estimate-request";
import type { Plan } from "../plan";
import { keepsUp } from "../plan-speed";
import { plannedCost } from "../planned-cost";
import { isInside } from "../provider-needs";
import { weeklyWindows } from "./windows";

/** What can make the same work cheaper; words are `boundary.savings.levers.<lever>`. */
export type Lever = "provider" | "architecture" | "format" | "batch" | "window";

export interface Saving {
  readonly lever: Lever;
  /** Over the plan's period, plain decimal text in the currency of the plan. */
  readonly saves: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface Savings {
  readonly currency: string | null;
  /** What would save most comes first; a lever that saves nothing is not here. */
  readonly found: readonly Saving[];
}

const TENSORS = [1, 2, 4, 8];
const WIDE_FORMATS = new Set(["auto", "fp32", "bf16", "fp16"]);

/** What would save most for this brief and plan, ranked: each as a change of the plan alone, the rest as it is. */
export function savingsOf(brief: BriefContent, plan: Plan, offers: readonly Offer[], startUpHours: number): Savings {
  const { offer } = plan;
  const now = offer === null ? null : costOf(brief, plan, offer, plan.count);
  if (offer === null || now === null) return { currency: null, found: [] };
  const request = requestOf(brief, offer.acceleratorId ?? null);
  const usable = offers.filter((o) => allowed(o, brief, plan) && o.price.currency === offer.price.currency);
  const found = [
    provider(brief, plan, offer, usable),
    ...(request === null
      ? []
      : [
          architecture(brief, plan, offer, usable, request),
          format(brief, plan, offer, request),
          batch(brief, plan, offer, request),
        ]),
    window(brief, plan, offer, now, startUpHours),
  ].flatMap((one) => (one === null ? [] : one));
  const ranked = found.flatMap(({ cost, ...one }) => {
    const saves = now.minus(cost);
    return saves.gt(0) ? [{ ...one, saves: decimalText(saves.toSignificantDigits(20)), by: saves }] : [];
  });
  ranked.sort((a, b) => b.by.comparedTo(a.by) || (a.lever < b.lever ? -1 : 1));
  return { currency: offer.price.currency, found: ranked.map(({ by: _, ...one }) => one) };
}

interface Candidate {
  readonly lever: Lever;
  readonly cost: Decimal;
  readonly params: Saving["params"];
}

function allowed(o: Offer, brief: BriefContent, plan: Plan): boolean {
  const spot = o.purchase === "spot" && plan.offer?.purchase !== "spot";
  return o.boundary === plan.boundary && !spot && isInside(o, brief.dataBoundary.residency);
}

function costOf(brief: BriefContent, plan: Plan, offer: Offer, cards: number): Decimal | null {
  const cost = plannedCost(offer, {
    cards,
    ...plan.period,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: brief.dataBoundary.egressBytesPerMonth,
  });
  return cost.ok ? new Decimal(cost.amount) : null;
}

function requestOf(brief: BriefContent, gpu: string | null): EstimateRequest | null {
  const asked = estimateRequestOf(brief, gpu ?? undefined);
  const parsed = asked.ok ? parseEstimateRequest(asked.request) : null;
  return parsed?.ok ? parsed.request : null;
}

function cheapest(brief: BriefContent, plan: Plan, offers: readonly Offer[], cardsOf: (o: Offer) => number | null) {
  let best: { offer: Offer; cost: Decimal; cards: number } | null = null;
  for (const offer of offers) {
    const cards = cardsOf(offer);
    const cost =
      cards === null || (offer.quotaCards != null && offer.quotaCards < cards)
        ? null
        : costOf(brief, plan, offer, cards);
    if (cost === null || cards === null) continue;
    const order = best === null ? -1 : cost.comparedTo(best.cost) || (offer.id < best.offer.id ? -1 : 1);
    if (order < 0) best = { offer, cost, cards };
  }
  return best;
}

function provider(brief: BriefContent, plan: Plan, now: Offer, offers: readonly Offer[]): Candidate | null {
  const same = offers.filter((o) => o.acceleratorId === now.acceleratorId);
  const best = cheapest(brief, plan, same, () => plan.count);
  return (
    best && { lever: "provider", cost: best.cost, params: { offer: best.offer.id, provider: best.offer.provider } }
  );
}

/** Cards of one copy: the fewest over which the work fits in the whole range; null when none of them is enough. */
function cardsPerCopy(request: EstimateRequest, gpu: string): number | null {
  const fits = (tensor: number) =>
    estimate({ ...request, gpu, parallel: { ...request.parallel, tensor, pipeline: 1 } }).verdict === "fits";
  return TENSORS.find(fits) ?? null;
}

const copiesOf = (plan: Plan, { parallel }: EstimateRequest): number =>
  Math.max(1, Math.floor(plan.count / (parallel.tensor * parallel.pipeline)));

function architecture(
  brief: BriefContent,
  plan: Plan,
  now: Offer,
  offers: readonly Offer[],
  request: EstimateRequest,
): Candidate | null {
  const known = new Map<string, number | null>();
  const others = offers.filter((o) => o.acceleratorId != null && o.acceleratorId !== now.acceleratorId);
  const cardsOn = (offer: Offer, gpu: string): number | null => {
    const each = cardsPerCopy(request, gpu);
    const count = each === null ? null : each * copiesOf(plan, request);
    return count !== null && keepsUp(brief, plan, { offer, count }) ? count : null;
  };
  const best = cheapest(brief, plan, others, (offer) => {
    const gpu = offer.acceleratorId ?? "";
    if (!known.has(gpu)) known.set(gpu, cardsOn(offer, gpu));
    return known.get(gpu) ?? null;
  });
  return (
    best && {
      lever: "architecture",
      cost: best.cost,
      params: { offer: best.offer.id, count: best.cards, gpu: best.offer.acceleratorId ?? "" },
    }
  );
}

function format(brief: BriefContent, plan: Plan, now: Offer, request: EstimateRequest): Candidate | null {
  if (!WIDE_FORMATS.has(request.weightFormat) || !now.acceleratorId) return null;
  const each = cardsPerCopy({ ...request, weightFormat: "fp8" }, now.acceleratorId);
  const cards = each === null ? null : each * copiesOf(plan, request);
  const cost = cards === null || cards >= plan.count ? null : costOf(brief, plan, now, cards);
  return cost === null || cards === null ? null : { lever: "format", cost, params: { format: "fp8", count: cards } };
}

/** Half the copies with twice the sequences each, where memory holds them; only a measurement shows whether speed does. */
function batch(brief: BriefContent, plan: Plan, now: Offer, request: EstimateRequest): Candidate | null {
  const copies = copiesOf(plan, request);
  const { run } = request;
  if (copies < 2 || run.kind !== "serve" || run.concurrency == null || !now.acceleratorId) return null;
  const doubled = { ...request, gpu: now.acceleratorId, run: { ...run, concurrency: run.concurrency * 2 } };
  if (estimate(doubled).verdict !== "fits") return null;
  const cards = Math.ceil(copies / 2) * request.parallel.tensor * request.parallel.pipeline;
  const cost = cards >= plan.count ? null : costOf(brief, plan, now, cards);
  return cost && { lever: "batch", cost, params: { sequences: run.concurrency * 2, count: cards } };
}

function window(brief: BriefContent, plan: Plan, now: Offer, cost: Decimal, startUpHours: number): Candidate | null {
  const { activeHoursPerDay, activeDaysPerWeek } = brief.scale;
  if (activeHoursPerDay === null || activeDaysPerWeek === null) return null;
  const answer = weeklyWindows(now, {
    cards: plan.count,
    hoursPerDay: activeHoursPerDay,
    daysPerWeek: activeDaysPerWeek,
    startUpHours,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
  });
  if (!answer.ok || answer.windows.cheaper === "always") return null;
  const weeks = new Decimal(Date.parse(plan.period.end) - Date.parse(plan.period.start)).div(7 * 86_400_000);
  const less = new Decimal(answer.windows.always).minus(answer.windows.windowed).times(weeks);
  return { lever: "window", cost: cost.minus(less), params: { starts: answer.windows.starts } };
}
