import type { BriefContent } from "@/lib/brief/schema";
import type { EstimateRequestInput } from "@/lib/memory/schema";
import { advise } from "../advise";
import { type EstimateRequestAnswer, estimateRequestOf } from "../estimate-request";
import type { SweepRequest } from "./schema";

export interface BriefSearch {
  readonly model: EstimateRequestInput["model"];
  readonly run: EstimateRequestInput["run"];
  readonly weightFormat: string;
  readonly gpusPerNode: number | null;
  readonly concurrency: number | null;
  readonly contextTokens: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly dutyCycle: number | null;
  readonly limits: NonNullable<SweepRequest["limits"]>;
  readonly allow: NonNullable<SweepRequest["allow"]>;
}

export type BriefSearchAnswer =
  | { readonly ok: true; readonly search: BriefSearch }
  | Exclude<EstimateRequestAnswer, { ok: true }>;

const HOURS_PER_WEEK = 168;
const SECONDS_PER_HOUR = 3600;

/**
 * What a brief asks of a search: its work, its load, its limits, and which offers it allows. The style is the least one
 * that the brief needs, while no question decides. A card need not be named; everything else that lacks is named.
 */
export function searchOfBrief(brief: BriefContent): BriefSearchAnswer {
  const asked = estimateRequestOf(brief, "any");
  if (!asked.ok) return asked;
  const { model, run, weightFormat, gpusPerNode } = asked.request;
  const { memoryShape: shape } = brief;
  return {
    ok: true,
    search: {
      model,
      run,
      weightFormat: weightFormat ?? "auto",
      gpusPerNode: gpusPerNode ?? null,
      concurrency: shape.concurrency,
      contextTokens: shape.contextTokens,
      inputTokens: shape.inputTokens ?? null,
      outputTokens: shape.outputTokens ?? null,
      dutyCycle: dutyCycleOf(brief),
      limits: limitsOf(brief),
      allow: {
        boundary: advise(brief).boundary,
        spot: brief.capacityVanishes.interruption !== "not-tolerated",
        places: brief.dataBoundary.residency === null ? null : [...brief.dataBoundary.residency],
      },
    },
  };
}

/** What the brief's work must keep of speed; only serving and training have planning figures to hold against it. */
export function limitsOf(brief: BriefContent): BriefSearch["limits"] {
  const { runKind } = brief.memoryShape;
  return runKind === "serve" ? speedLimits(brief.target) : runKind === "train" ? trainingLimit(brief) : {};
}

/** Tokens per second of a training: as the brief says, or from its steps and the hours that they may take. */
function trainingLimit({ target, memoryShape }: BriefContent): BriefSearch["limits"] {
  const { tokensPerSecond, completeWithinHours: hours, runSteps } = target;
  if (tokensPerSecond !== null || !hours || !runSteps) return { tokensPerSecond };
  const { microBatchSize, gradientAccumulation, dataParallel, sequenceLengthTokens } = memoryShape;
  if (microBatchSize === null || sequenceLengthTokens === null) return { tokensPerSecond };
  const sequences = microBatchSize * (gradientAccumulation ?? 1) * (dataParallel ?? 1);
  return { tokensPerSecond: Math.ceil((runSteps * sequences * sequenceLengthTokens) / (hours * SECONDS_PER_HOUR)) };
}

/** What serving must keep; a mean is held against the tail's limit, and only a measurement shows the tail. */
function speedLimits(target: BriefContent["target"]): BriefSearch["limits"] {
  return {
    timeToFirstTokenMs: target.ttftP95Ms ?? target.ttftP99Ms,
    timePerTokenMs: target.tpotP95Ms ?? target.tpotP99Ms,
    outputsPerHour: target.outputsPerHour ?? perHour(target.requestsPerSecond),
  };
}

const perHour = (perSecond: number | null): number | null => (perSecond === null ? null : perSecond * SECONDS_PER_HOUR);

/** Share of a week in which the brief has work; null where it does not say. */
export function dutyCycleOf({ scale }: BriefContent): number | null {
  const { activeHoursPerDay: hours, activeDaysPerWeek: days } = scale;
  return hours === null || days === null || hours * days === 0 ? null : (hours * days) / HOURS_PER_WEEK;
}
