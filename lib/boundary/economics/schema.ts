import { z } from "zod";
import { parseDecimal } from "@/lib/money/money";

const decimal = (allowed: (value: number) => boolean, what: string) =>
  z.string().refine((text) => {
    const value = parseDecimal(text);
    return value !== null && allowed(value.toNumber());
  }, what);
const amount = decimal((v) => v >= 0, 'a plain decimal as text, zero or more, such as "1.90"');
const positive = decimal((v) => v > 0, 'a plain decimal as text, above zero, such as "2.69"');
const share = decimal((v) => v > 0 && v <= 1, 'a share as text, above 0 and at most 1, such as "0.96"');

const shared = { id: z.string().nullish(), currency: z.string().regex(/^[A-Z]{3}$/, "a three-letter currency code") };

export const reservedSchema = z.strictObject({
  ...shared,
  kind: z.literal("reserved-vs-on-demand"),
  onDemandPerHour: positive,
  reservedPerHour: amount,
  upfront: amount.default("0"),
  termHours: positive,
  /** Hours of the term in which the capacity works. */
  usedHours: amount.nullish(),
  /** Hours per day (or any cycle) by the number of cards wanted at once. */
  demand: z
    .array(z.strictObject({ cards: z.int().nonnegative().max(100_000), hours: positive }))
    .max(1000)
    .nullish(),
});

export const spotSchema = z.strictObject({
  ...shared,
  kind: z.literal("spot"),
  onDemandPerHour: positive,
  spotPerHour: positive,
  meanHoursBetweenInterruptions: positive,
  /** Minutes to write one checkpoint; null for work that starts again from nothing. */
  checkpointMinutes: positive.nullish(),
  restartMinutes: amount.default("0"),
  workHours: positive,
});

export const serverlessSchema = z.strictObject({
  ...shared,
  kind: z.literal("serverless-vs-warm"),
  serverlessPerSecond: positive,
  busySecondsPerRequest: positive,
  /** Seconds billed for starting, and for waiting before the worker goes, per request that finds none. */
  startSeconds: amount.default("0"),
  idleTimeoutSeconds: amount.default("0"),
  /** Share of requests that find no worker. */
  coldShare: decimal((v) => v >= 0 && v <= 1, "a share between 0 and 1").default("1"),
  requestsPerHour: amount,
  warmPerHour: positive,
  warmCards: z.int().positive().default(1),
});

export const apiSchema = z.strictObject({
  ...shared,
  kind: z.literal("api-vs-rent"),
  apiPerMillionInputTokens: amount,
  apiPerMillionOutputTokens: amount,
  inputTokensPerRequest: amount,
  outputTokensPerRequest: amount,
  rentPerHour: positive,
  hours: positive,
  requests: positive,
  /** Requests that the rented capacity can complete within the hours. */
  capacityRequests: positive,
  apiAcceptance: share.default("1"),
  rentAcceptance: share.default("1"),
});

export const periodSchema = z.strictObject({
  ...shared,
  kind: z.literal("period"),
  ratePerGpuHour: positive,
  cards: z.int().positive(),
  days: z.array(z.int().positive().max(3650)).min(1).max(20).default([3, 7, 30]),
  setUpHours: amount.default("0"),
  checkHours: amount.default("0"),
  exportHours: amount.default("0"),
  fixedCost: amount.default("0"),
  /** Share of the remaining hours in which the cards work. */
  dutyCycle: share.default("1"),
  acceptedPerProductiveHour: positive.nullish(),
});

export const economicsSchema = z.discriminatedUnion("kind", [
  reservedSchema,
  spotSchema,
  serverlessSchema,
  apiSchema,
  periodSchema,
]);
export type EconomicsRequest = z.infer<typeof economicsSchema>;

/** Decimals are plain text. `formula` names what was calculated, `table` the options side by side. */
export interface EconomicsAnswer {
  readonly kind: EconomicsRequest["kind"];
  readonly currency: string;
  readonly breakEven: Readonly<Record<string, string | null>>;
  readonly cheaper: string | null;
  readonly table: readonly Readonly<Record<string, string | null>>[];
  readonly formula: string;
  readonly source: string;
}
