import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import { smallestCards } from "@/lib/memory/limits";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { Decimal } from "@/lib/money/money";
import { dayAfter, daysBetween } from "../calendar";
import { estimateRequestOf } from "../estimate-request";
import type { Plan } from "../plan";
import { planDays } from "../plan";
import { plannedCost } from "../planned-cost";
import { dutyCycleOf } from "../sweep/from-brief";
import { hourlyPrice } from "../sweep/hourly";
import { outputsWithin } from "../volume";
import { figure } from "./figure";
import { type FirstRental, firstRental } from "./first-rental";
import { type Replicas, replicasFor } from "./replicas";
import { type Savings, savingsOf } from "./savings";
import { energyPerOutput } from "./unit-figures";
import { mergedRuns, type WindowsAnswer, weeklyWindows } from "./windows";

export interface PlanEconomics {
  /** Cost of one accepted output over the period, as if all were accepted; null where volume or price lack. */
  readonly perOutput: { readonly amount: string; readonly currency: string; readonly outputs: string } | null;
  /** Share of the paid hours in which the brief has no work. */
  readonly idleShare: number | null;
  readonly first: FirstRental;
  readonly trialDays: number;
  readonly trial: "enough" | "too-short" | "longer-than-needed";
  readonly periods: readonly {
    readonly days: string;
    readonly cost: string;
    readonly productiveHours: string;
    readonly each: string | null;
  }[];
  readonly currency: string | null;
  readonly replicas: Replicas | "no-uptime" | "no-promise" | "not-reached" | "not-a-service";
  readonly savings: Savings;
  readonly stepUp: readonly {
    readonly step: "smallest" | "trial" | "whole";
    readonly cards: number;
    readonly gpu: string;
    readonly offer: string | null;
  }[];
  readonly windows: WindowsAnswer | null;
  readonly merged: { readonly apart: number; readonly merged: number } | null;
  /** At the cards' power limit, without host and cooling. */
  readonly energy: { readonly kilowattHours: string; readonly perOutput: string | null } | null;
  readonly quota: "enough" | "not-shown" | "too-small" | "nobody-looked" | "nothing-rented";
}

/** Everything that a plan's page says of money before any is spent: planning figures, each from stated answers. */
export function planEconomics(brief: BriefContent, plan: Plan, offers: readonly Offer[]): PlanEconomics {
  const first = firstRental(brief);
  const days = planDays(plan);
  const trialDays = daysBetween(plan.period.start, plan.trial.endDate);
  const outputs = outputsWithin(brief, days);
  const duty = dutyCycleOf(brief);
  const startUpHours = (brief.target.startupWithinSeconds ?? 0) / 3600;
  return {
    perOutput: perOutput(brief, plan, outputs),
    idleShare: duty === null ? null : 1 - duty,
    first,
    trialDays,
    trial: trialDays < first.days ? "too-short" : trialDays > first.days ? "longer-than-needed" : "enough",
    periods: periodRows(brief, plan, first, duty),
    currency: plan.offer?.price.currency ?? null,
    replicas: replicas(brief, plan),
    savings: savingsOf(brief, plan, offers, startUpHours),
    stepUp: stepUp(brief, plan, offers),
    windows: windowsOf(brief, plan, startUpHours),
    merged: merged(brief, first),
    energy: energy(plan, outputs, days),
    quota: quotaOf(plan),
  };
}

function perOutput(brief: BriefContent, plan: Plan, outputs: number | null): PlanEconomics["perOutput"] {
  if (plan.offer === null || outputs === null || outputs === 0) return null;
  const cost = costOver(brief, plan.offer, plan);
  if (cost === null) return null;
  const { amount, currency } = cost;
  return { amount: figure(amount.div(outputs)), currency, outputs: figure(new Decimal(outputs)) };
}

const PERIOD_DAYS = [3, 7, 30];

/**
 * What 3, 7 and 30 days cost by the offer's own price, minimums, begun months and whole packs included, and what they
 * leave for work when set-up, checks and export come out of each.
 */
function periodRows(
  brief: BriefContent,
  plan: Plan,
  first: FirstRental,
  duty: number | null,
): PlanEconomics["periods"] {
  const { offer } = plan;
  if (offer === null) return [];
  return PERIOD_DAYS.flatMap((days) => {
    const end = dayAfter(plan.period.start, days);
    const cost = costOver(brief, offer, { count: plan.count, period: { start: plan.period.start, end } });
    if (cost === null) return [];
    const productive = Math.max(0, 24 * days - first.hours) * (duty ?? 1);
    return [
      {
        days: String(days),
        cost: figure(cost.amount),
        productiveHours: figure(new Decimal(productive)),
        each: productive === 0 ? null : figure(cost.amount.div(productive)),
      },
    ];
  });
}

/** The offer's own price for a count of cards over a period, with the brief's disk and egress; null without one. */
function costOver(brief: BriefContent, offer: Offer, use: Pick<Plan, "count" | "period">) {
  const cost = plannedCost(offer, {
    cards: use.count,
    ...use.period,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: brief.dataBoundary.egressBytesPerMonth,
  });
  return cost.ok ? { amount: new Decimal(cost.amount), currency: cost.currency } : null;
}

/** Copies for the load are the brief's own; the promise is its allowed share of errors, the uptime the offer's claim. */
function replicas(brief: BriefContent, { offer }: Plan): PlanEconomics["replicas"] {
  if (brief.kind !== "interactive-inference") return "not-a-service";
  if (offer?.uptimePct == null) return "no-uptime";
  const errors = brief.target.errorRatePct;
  if (errors === null) return "no-promise";
  const needed = brief.scale.serviceCount ?? brief.memoryShape.dataParallel ?? 1;
  return replicasFor(needed, offer.uptimePct / 100, 1 - errors / 100) ?? "not-reached";
}

/** A small card first: the smallest that holds the work, then the trial, then the whole plan. */
function stepUp(brief: BriefContent, plan: Plan, offers: readonly Offer[]): PlanEconomics["stepUp"] {
  const gpu = plan.offer?.acceleratorId ?? brief.memoryShape.acceleratorId;
  if (gpu === null) return [];
  const asked = estimateRequestOf(brief, gpu);
  const parsed = asked.ok ? parseEstimateRequest(asked.request) : null;
  const small = parsed?.ok ? smallestCards(parsed.request).single : null;
  const perCopy = parsed?.ok ? parsed.request.parallel.tensor * parsed.request.parallel.pipeline : plan.count;
  const offerOf = (id: string) => cheapestOf(offers.filter((o) => o.acceleratorId === id));
  return [
    ...(small && small.gpu !== gpu
      ? [{ step: "smallest" as const, cards: 1, gpu: small.gpu, offer: offerOf(small.gpu) }]
      : []),
    { step: "trial", cards: Math.min(plan.count, perCopy), gpu, offer: plan.offer?.id ?? null },
    ...(plan.count > perCopy
      ? [{ step: "whole" as const, cards: plan.count, gpu, offer: plan.offer?.id ?? null }]
      : []),
  ];
}

/** Id of the offer whose one card costs least by the hour; null where none has a price by time. */
function cheapestOf(offers: readonly Offer[]): string | null {
  const priced = offers.flatMap((offer) => {
    const rate = hourlyPrice(offer, 1);
    return rate === null ? [] : [{ id: offer.id, rate }];
  });
  priced.sort((a, b) => a.rate.comparedTo(b.rate) || (a.id < b.id ? -1 : 1));
  return priced[0]?.id ?? null;
}

function windowsOf(brief: BriefContent, plan: Plan, startUpHours: number): WindowsAnswer | null {
  const { activeHoursPerDay, activeDaysPerWeek } = brief.scale;
  if (plan.offer === null || activeHoursPerDay === null || activeDaysPerWeek === null) return null;
  return weeklyWindows(plan.offer, {
    cards: plan.count,
    hoursPerDay: activeHoursPerDay,
    daysPerWeek: activeDaysPerWeek,
    startUpHours,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
  });
}

function merged(brief: BriefContent, first: FirstRental): PlanEconomics["merged"] {
  const { longestRunHours, activeDaysPerWeek } = brief.scale;
  const learns = brief.kind === "training" || brief.kind === "fine-tuning";
  if (!learns || longestRunHours === null || activeDaysPerWeek === null || activeDaysPerWeek < 2) return null;
  const setUp = first.stages.find((s) => s.stage === "set-up")?.hours ?? 0;
  return mergedRuns(activeDaysPerWeek, longestRunHours, setUp);
}

function energy(plan: Plan, outputs: number | null, days: number): PlanEconomics["energy"] {
  const watts = findAccelerator(plan.offer?.acceleratorId ?? "")?.tdpW ?? null;
  if (watts === null) return null;
  const all = new Decimal(watts).times(plan.count);
  const seconds = new Decimal(days).times(86_400);
  const each = outputs === null ? null : energyPerOutput(all, seconds, outputs);
  return {
    kilowattHours: figure(all.times(seconds).div(3_600_000)),
    perOutput: each === null ? null : figure(each.kilowattHours),
  };
}

function quotaOf({ offer, count }: Plan): PlanEconomics["quota"] {
  if (offer === null) return "nothing-rented";
  if (offer.quotaCards == null) return "nobody-looked";
  if (offer.quotaCards < count) return "too-small";
  return offer.quotaSource ? "enough" : "not-shown";
}
