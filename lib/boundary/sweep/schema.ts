import { z } from "zod";
import { offerSchema } from "@/lib/catalog/offer";
import { OFFER_BOUNDARIES } from "@/lib/catalog/offer-names";
import type { Range, Verdict } from "@/lib/memory/answer";
import { estimateRequestSchema } from "@/lib/memory/schema";
import type { Word } from "@/lib/memory/word";

const { model, run, weightFormat, gpusPerNode } = estimateRequestSchema.shape;
const share = z.number().gt(0).max(1);
const counts = z.array(z.int().positive()).min(1).max(64).default([1]);

/** Every list is crossed with every other. What a list leaves out keeps the value of `run`. */
export const sweepSchema = z.strictObject({
  id: z.string().nullish(),
  model,
  run,
  gpus: z.union([z.literal("all"), z.array(z.string().min(1)).min(1).max(200)]),
  parallel: z
    .strictObject({ tensor: counts, pipeline: counts, data: counts, expert: counts, context: counts })
    .prefault({}),
  weightFormats: z.array(weightFormat).min(1).max(40).default(["auto"]),
  kvCacheDtypes: z.array(z.string().min(1)).min(1).max(20).nullish(),
  /** Tokens: the longest sequence of a server, the sequence length of a training. */
  contexts: z.array(z.int().positive()).min(1).max(1000).nullish(),
  offers: z.array(offerSchema).max(10_000).nullish(),
  /** Needed only when offers are in several currencies: nothing is converted without a rate. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  gpusPerNode,
  /** What is asked of a server at once: with it, every plan has planning figures of speed and a cost per output. */
  load: z
    .strictObject({
      concurrency: z.int().positive().max(1_000_000),
      inputTokens: z.int().positive().max(10_000_000),
      outputTokens: z.int().positive().max(10_000_000),
      /** Share of outputs that are accepted; 1 until it is measured. */
      acceptance: share.default(1),
      /** Share of the paid hours in which there is work. */
      dutyCycle: share.default(1),
    })
    .nullish(),
  /** What a plan must keep; speed is a planning figure, so the whole range and the expected value are told apart. */
  limits: z
    .strictObject({
      timeToFirstTokenMs: z.number().positive().nullish(),
      timePerTokenMs: z.number().positive().nullish(),
      /** Outputs an hour that are wanted; cards that could do more stand idle, and that is paid. */
      outputsPerHour: z.number().positive().nullish(),
      /** Of a training, all cards together. */
      tokensPerSecond: z.number().positive().nullish(),
    })
    .nullish(),
  /** Which offers may be used at all. */
  allow: z
    .strictObject({
      boundary: z.enum(OFFER_BOUNDARIES).nullish(),
      spot: z.boolean().nullish(),
      places: z.array(z.string().min(1)).nullish(),
    })
    .nullish(),
  /** Plans in the answer, best first. */
  limit: z.int().positive().max(200_000).default(10_000),
});
export type SweepRequest = z.infer<typeof sweepSchema>;

export type LeftOutCode =
  | "other-currency"
  | "upfront-currency"
  | "no-card"
  | "priced-by-use"
  | "upfront-without-term"
  | "pack-unknown"
  | "other-boundary"
  | "may-be-taken-away"
  | "outside-residency";

export interface LeftOut {
  readonly id: string;
  readonly code: LeftOutCode;
  readonly why: string;
}

/** Whether limits hold: over the whole range of uncertainty, at the expected value only, not, or nobody can say. */
export type Meets = "whole-range" | "expected" | "no" | "unknown";

/** Plain decimal text; `low` is the optimistic end. */
export interface AcceptedCost {
  readonly low: string;
  readonly expected: string;
  readonly high: string;
}

/** Planning figure of a training, all cards together. */
export interface TrainingFigure {
  readonly tokensPerSecond: Range;
  /** The public runs it was held against; null where nothing like it was measured. */
  readonly known: { readonly runs: number; readonly medianErrorPct: number } | null;
  readonly outside: readonly string[];
}

/** `params` fill the words of `code`; `message` is the same in English, for machines and logs. */
export interface SweepReason {
  readonly code: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** Where the estimator or the planning of speed says why: its words as a code. */
  readonly words?: Word;
}

export interface SweepPlan {
  readonly gpu: string;
  readonly gpuCount: number;
  readonly parallel: Readonly<Record<"tensor" | "pipeline" | "data" | "expert" | "context", number>>;
  readonly weightFormat: string;
  readonly kvCacheDtype: string | null;
  readonly context: number | null;
  readonly verdict: Verdict;
  readonly usableGib: number | null;
  readonly totalGib: number | null;
  readonly headroomGib: number | null;
  readonly peakGib: Range | null;
  readonly capacityTokens: number | null;
  readonly maxConcurrencyAtMaxLen: number | null;
  /** Of all cards of the plan, by the cheapest fitting offer; null without one. */
  readonly costPerHour: { readonly amount: string; readonly currency: string } | null;
  readonly offerId: string | null;
  /** Planning figures of speed; null without a load, or where nothing like it was measured. */
  readonly speed: {
    readonly timePerTokenMs: Range;
    readonly timeToFirstTokenMs: Range;
    readonly requestsPerHour: Range;
    readonly outside: readonly string[];
  } | null;
  /** Whether the limits hold: over the whole range, at the expected value, not, or nobody can say. */
  readonly meets: Meets;
  /** In the currency of `costPerHour`; `low` is the optimistic end. */
  readonly costPerAccepted: AcceptedCost | null;
  /** Planning figure of a training and what a million tokens of it cost; null for other work. */
  readonly training: TrainingFigure | null;
  readonly costPerMillionTokens: AcceptedCost | null;
  readonly rejectedBecause: SweepReason | null;
  /** Why the next simpler topology of the same kind was not enough; null where there is none. */
  readonly smallerFailed: string | null;
  readonly smaller: (SweepReason & { readonly gpuCount: number }) | null;
}

export interface SweepAnswer {
  readonly evaluated: number;
  /**
   * Cheapest plan that fits and keeps its limits at the expected value, and the cheapest that does so over the whole
   * range; by cost per accepted output where a load was stated.
   */
  readonly cheapest: SweepPlan | null;
  readonly robust: SweepPlan | null;
  readonly offersLeftOut: readonly LeftOut[];
  readonly plans: readonly SweepPlan[];
}

export type SweepResult =
  | { readonly ok: true; readonly answer: SweepAnswer }
  | { readonly ok: false; readonly field: string; readonly message: string; readonly words: Word };
