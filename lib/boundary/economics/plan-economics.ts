import type { BriefContent } from "@/lib/brief/schema";
import { findAccelerator } from "@/lib/catalog/accelerators";
import type { Offer } from "@/lib/catalog/offer";
import { smallestCards } from "@/lib/memory/limits";
import { parseEstimateRequest } from "@/lib/memory/schema";
import { Decimal } from "@/lib/money/money";
import { daysBetween } from "../calendar";
import { estimateRequestOf } from "../estimate-request";
import type { Plan } from "../plan";
import { planDays } from "../plan";
import { plannedCost } from "../planned-cost";
import { dutyCycleOf } from "../sweep/from-brief";
import { outputsWithin } from "../volume";
import { figure } from "./figure";
import { type FirstRental, firstRental } from "./first-rental";
import { periods } from "./period";
import { type Replicas, replicasFor } from "./replicas";
import { type Savings, savingsOf } from "./savings";
import { periodSchema } from "./schema";
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
  readonly quota: "enough" | "too-small" | "nobody-looked" | "nothing-rented";
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
    periods: periodRows(plan, first, duty),
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
  const cost = plannedCost(plan.offer, {
    cards: plan.count,
    ...plan.period,
    diskBytes: brief.controlBoundary.persistentDiskBytes,
    egressBytesPerMonth: brief.dataBoundary.egressBytesPerMonth,
  });
  if (!cost.ok) return null;
  return {
    amount: figure(new Decimal(cost.amount).div(outputs)),
    currency: cost.currency,
    outputs: figure(new Decimal(outputs)),
  };
}

/** What 3, 7 and 30 days leave for work when set-up, checks and export come out of each. */
function periodRows({ offer, count }: Plan, first: FirstRental, duty: number | null): PlanEconomics["periods"] {
  if (offer?.price.unit !== "gpu-hour") return [];
  const hours = (names: readonly string[]) =>
    String(first.stages.filter((s) => names.includes(s.stage)).reduce((sum, s) => sum + s.hours, 0));
  const parsed = periodSchema.safeParse({
    kind: "period",
    currency: offer.price.currency,
    ratePerGpuHour: offer.price.amount,
    cards: count,
    setUpHours: hours(["set-up"]),
    checkHours: hours(["smoke", "load", "failure", "recovery"]),
    exportHours: hours(["export"]),
    dutyCycle: duty === null ? "1" : String(duty),
  });
  if (!parsed.success) return [];
  return periods(parsed.data).table.map((row) => ({
    days: row.days ?? "",
    cost: row.cost ?? "",
    productiveHours: row.productiveHours ?? "",
    each: row.costPerProductiveHour ?? null,
  }));
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
  const offerOf = (id: string) =>
    offers
      .filter((o) => o.acceleratorId === id)
      .map((o) => o.id)
      .sort()[0] ?? null;
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
  return offer.quotaCards >= count ? "enough" : "too-small";
}
