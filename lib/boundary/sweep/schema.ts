import { z } from "zod";
import { offerSchema } from "@/lib/catalog/offer";
import type { Range, Verdict } from "@/lib/memory/answer";
import { estimateRequestSchema } from "@/lib/memory/schema";

const { model, run, weightFormat, gpusPerNode } = estimateRequestSchema.shape;
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
  /** Plans in the answer, best first. */
  limit: z.int().positive().max(200_000).default(10_000),
});
export type SweepRequest = z.infer<typeof sweepSchema>;

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
  readonly rejectedBecause: { readonly code: string; readonly message: string } | null;
  /** Why the next simpler topology of the same kind was not enough; null where there is none. */
  readonly smallerFailed: string | null;
}

export interface SweepAnswer {
  readonly evaluated: number;
  /** Cheapest plan that fits at the expected value, and the cheapest that fits over the whole range. */
  readonly cheapest: SweepPlan | null;
  readonly robust: SweepPlan | null;
  readonly offersLeftOut: readonly { readonly id: string; readonly why: string }[];
  readonly plans: readonly SweepPlan[];
}

export type SweepResult =
  | { readonly ok: true; readonly answer: SweepAnswer }
  | { readonly ok: false; readonly field: string; readonly message: string };
