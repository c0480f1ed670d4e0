import { z } from "zod";
import type { Word } from "@/lib/memory/word";

const count = z.int().positive();

export const SPEED_ENGINES = ["vllm", "sglang", "tensorrt-llm"] as const;

/** What a planning figure of serving speed is asked for. `concurrency` sequences are in flight at every moment. */
export const speedRequestSchema = z.strictObject({
  id: z.string().nullish(),
  model: z.strictObject({
    config: z.record(z.string(), z.unknown()).nullish(),
    preset: z.string().nullish(),
  }),
  weightFormat: z.string().default("auto"),
  kvCacheDtype: z.enum(["auto", "fp8", "bf16", "fp16"]).default("auto"),
  engine: z.enum(SPEED_ENGINES).default("vllm"),
  gpu: z.string().min(1),
  tensor: count.default(1),
  /** Replicas or ranks of data parallelism and ranks of expert parallelism: only 1 was fitted. */
  expert: count.default(1),
  concurrency: count,
  inputTokens: count,
  outputTokens: count,
});

export type SpeedRequest = z.infer<typeof speedRequestSchema>;
export type SpeedRequestInput = z.input<typeof speedRequestSchema>;

/** Nine of ten measured runs lie between `low` and `high`. */
export interface SpeedRange {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

export interface SpeedAnswer {
  readonly id: string | null;
  readonly formulaVersion: string;
  readonly verdict: "estimated" | "not-estimable";
  readonly reasons: readonly { readonly field: string; readonly message: string; readonly words: Word }[];
  /** Whether routed experts decide: the other set of constants, with a wider range. */
  readonly mixture: boolean;
  /** Mean milliseconds between two tokens of one sequence. */
  readonly timePerTokenMs: SpeedRange | null;
  /** Mean milliseconds from request to first token, while the cache holds every sequence. */
  readonly timeToFirstTokenMs: SpeedRange | null;
  /** Output tokens per second of all sequences together. */
  readonly outputTokensPerSecond: SpeedRange | null;
  /** Where the request leaves what was fitted, in words; empty inside. */
  readonly outside: readonly string[];
  readonly parts: readonly { readonly part: string; readonly ms: number; readonly formula: string }[];
}
