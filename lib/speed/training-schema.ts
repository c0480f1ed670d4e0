import { z } from "zod";
import type { Word } from "@/lib/memory/word";
import type { SpeedRange } from "./schema";

const count = z.int().positive();

const trainRunSchema = z.strictObject({
  method: z.enum(["full", "lora", "qlora", "freeze"]).default("full"),
  precision: z.enum(["bf16", "bf16-mixed", "fp16-mixed", "fp32", "fp8"]).default("bf16"),
  sequenceLength: count.default(4096),
  microBatchSize: count.default(1),
  checkpointing: z.enum(["none", "selective", "full"]).default("none"),
  offload: z.enum(["none", "optimizer", "params"]).default("none"),
});
export type TrainRun = z.infer<typeof trainRunSchema>;

/** What a planning figure of training speed is asked for. `cards` work on one run, however it is split. */
export const trainingSpeedSchema = z.strictObject({
  model: z.strictObject({
    config: z.record(z.string(), z.unknown()).nullish(),
    preset: z.string().nullish(),
  }),
  run: trainRunSchema,
  gpu: z.string().min(1),
  cards: count.default(1),
});
export type TrainingSpeedRequest = z.infer<typeof trainingSpeedSchema>;

export interface TrainingSpeedAnswer {
  readonly verdict: "estimated" | "not-estimable";
  readonly reasons: readonly { readonly field: string; readonly message: string; readonly words: Word }[];
  /** Tokens per second of all cards together. */
  readonly tokensPerSecond: SpeedRange | null;
  readonly perCard: SpeedRange | null;
  /** What the figure was held against; null where nothing like it was measured. */
  readonly known: { readonly runs: number; readonly medianErrorPct: number } | null;
  /** Where the request leaves what was measured, in words; empty inside. */
  readonly outside: readonly string[];
  readonly operationsPerToken: number | null;
}
