import { z } from "zod";
import { offerSchema } from "@/lib/catalog/offer";
import { digestOf } from "@/lib/digest/canonical";
import { parseDecimal } from "@/lib/money/money";
import { daysBetween } from "./calendar";
import { BOUNDARIES } from "./schema";

const words = z.string().trim().min(1).max(4_000);
const isoDate = z.iso.date();

/** One person answers for a plan; its stop rule and three fallbacks are part of it, not an afterthought. */
export const planSchema = z
  .strictObject({
    boundary: z.enum(BOUNDARIES),
    /** Snapshot of the offer as it was when the plan was made; null only where nothing is rented. */
    offer: offerSchema.nullable(),
    /** Cards. A changed count is another architecture and needs a new review. */
    count: z.int().positive().max(100_000),
    /** Why one card or one copy is not enough, as it was measured; only with several cards. */
    moreCards: words.nullish(),
    /** Workers with a copy of their own, which share the input; absent where the cards hold one copy together. */
    workers: z
      .strictObject({
        count: z.int().positive().max(100_000),
        inputShare: words,
        ids: words,
        recovery: words,
        merging: words,
        done: words,
      })
      .nullish(),
    period: z.strictObject({ start: isoDate, end: isoDate }),
    owner: words,
    stopRule: words,
    fallbacks: z.strictObject({ lostAllocation: words, shortage: words, failedDeployment: words }),
    trial: z.strictObject({
      endDate: isoDate,
      budget: z.strictObject({
        amount: z
          .string()
          .refine((t) => parseDecimal(t)?.gte(0) === true, { error: "a plain decimal amount, as text" }),
        currency: z.string().regex(/^[A-Z]{3}$/),
      }),
    }),
    /** What the offer promised and what was agreed beside it: stays with the plan. */
    note: z.string().max(4_000).nullish(),
  })
  .superRefine((plan, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    const { start, end } = plan.period;
    if (daysBetween(start, end) <= 0) refuse(["period", "end"], "PERIOD_EMPTY");
    const { endDate } = plan.trial;
    if (daysBetween(start, endDate) <= 0) refuse(["trial", "endDate"], "TRIAL_EMPTY");
    if (daysBetween(endDate, end) < 0) refuse(["trial", "endDate"], "TRIAL_LONGER_THAN_PERIOD");
    if (plan.offer === null && plan.boundary !== "managed-api") refuse(["offer"], "OFFER_NEEDED");
    if (plan.offer !== null && plan.offer.boundary !== plan.boundary) refuse(["offer"], "OFFER_OF_OTHER_BOUNDARY");
  });

export type Plan = z.infer<typeof planSchema>;
export type PlanInput = z.input<typeof planSchema>;

export type PlanReading =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly issues: readonly { readonly path: string; readonly code: string }[] };

/** What came after plans had been signed is absent where it is not said, so that older plans keep their digest. */
function withoutUnsaid({ moreCards, workers, ...plan }: Plan): Plan {
  return { ...plan, ...(moreCards && { moreCards }), ...(workers && { workers }) };
}

/** Checks a plan from a form or a machine; all faults at once, each with its path and a code for words. */
export function readPlan(input: unknown): PlanReading {
  const parsed = planSchema.safeParse(input);
  if (parsed.success) return { ok: true, plan: withoutUnsaid(parsed.data) };
  const issues = parsed.error.issues.map((i) => {
    const extra = i.code === "unrecognized_keys" ? [i.keys[0] ?? ""] : [];
    return { path: [...i.path, ...extra].map(String).join("."), code: i.code === "custom" ? i.message : i.code };
  });
  return { ok: false, issues };
}

/** Days of the whole period; the end day is not part of it. */
export function planDays(plan: Plan): number {
  return daysBetween(plan.period.start, plan.period.end);
}

/** Digest of a plan for one brief revision: any change of either gives another one. */
export function planDigest(plan: Plan, briefRevisionDigest: string): string {
  return digestOf({ schema: "headroom-plan/1", plan, briefRevisionDigest });
}
