import { z } from "zod";
import { AREAS, BOTTLENECK_PLACES, SPEED_UNITS } from "./names";

const words = z.string().max(4_000);
const ids = z.array(z.string().max(100)).max(50).default([]);
const instant = z.iso.datetime({ offset: true });
const minutes = z.number().nonnegative().max(10_000_000);

/** What a person says about one item, standing on evidence that was read whole. */
export const statementSchema = z.strictObject({ text: words.default(""), evidenceIds: ids });

/** A ticked item of a gate's checklist: done or tried without success, in words. */
export const tickSchema = z.strictObject({ done: z.boolean(), note: words.default(""), evidenceIds: ids });
export type Tick = z.infer<typeof tickSchema>;

/** One run of a gate. A failed one stays; the next attempt begins with an empty list. */
export const attemptSchema = z.strictObject({
  startedAt: instant,
  endedAt: instant.nullable().default(null),
  outcome: z.enum(["passed", "failed"]).nullable().default(null),
  note: words.default(""),
  items: z.record(z.string().max(60), tickSchema).default({}),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const drillSchema = z.strictObject({
  at: instant,
  interrupted: words,
  checkpointAgeMinutes: minutes.nullable().default(null),
  workLostMinutes: minutes,
  resumeMinutes: minutes,
  retriedBy: words,
  result: z.enum(["resumed", "restarted", "lost"]),
  evidenceIds: ids,
});
export type Drill = z.infer<typeof drillSchema>;

const figure = z.number().nonnegative().max(1e12);
const shortWords = z.string().trim().min(1).max(120);

/** One change, with speed and quality before and after; quality in a measure of which more is better. */
export const optimisationSchema = z.strictObject({
  setting: shortWords,
  from: shortWords,
  to: shortWords,
  unit: z.enum(SPEED_UNITS),
  speedBefore: figure,
  speedAfter: figure,
  quality: shortWords,
  qualityBefore: figure,
  qualityAfter: figure,
  kept: z.boolean(),
  note: words.default(""),
  /** The two runs, where they are stored as evidence. */
  runBefore: z.string().max(100).nullable().default(null),
  runAfter: z.string().max(100).nullable().default(null),
});
export type Optimisation = z.infer<typeof optimisationSchema>;

export const bottleneckSchema = z.strictObject({
  place: z.enum(BOTTLENECK_PLACES),
  what: words.refine((t) => t.trim() !== ""),
  removed: z.boolean().default(false),
  how: words.default(""),
});
export type Bottleneck = z.infer<typeof bottleneckSchema>;

const gateAttempts = z.array(attemptSchema).max(50).default([]);

/** What people state on the card of one review; an empty object is a new card. */
export const cardSchema = z.strictObject({
  statements: z.record(z.string().max(60), statementSchema).default({}),
  notApplicable: z
    .array(z.strictObject({ area: z.enum(AREAS), reason: words }))
    .max(20)
    .default([]),
  gates: z
    .strictObject({ smoke: gateAttempts, functional: gateAttempts, load: gateAttempts, failure: gateAttempts })
    .prefault({}),
  drill: drillSchema.nullable().default(null),
  optimisations: z.array(optimisationSchema).max(100).default([]),
  bottlenecks: z.array(bottleneckSchema).max(100).default([]),
});
export type Card = z.infer<typeof cardSchema>;
export type CardInput = z.input<typeof cardSchema>;

/** Gates that are run; the review gate is the signature itself. */
export type RunGateId = keyof Card["gates"];
