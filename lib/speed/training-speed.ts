import { findAccelerator, listAccelerators } from "@/lib/catalog/accelerators";
import type { Accelerator } from "@/lib/catalog/schema";
import { NotEstimable } from "@/lib/memory/not-estimable";
import { notInCatalogue } from "@/lib/memory/not-in-catalogue";
import { word } from "@/lib/memory/word";
import { configOf } from "./config-of";
import type { SpeedRange } from "./schema";
import type { TrainingSpeedAnswer, TrainingSpeedRequest, TrainRun } from "./training-schema";
import { operationsPerToken } from "./training-work";

/**
 * Share of the dense peak rate that training reaches, middle of 16 public runs of Llama 3 (8B to 405B, 8 to 512 cards)
 * with torchtitan on A100, H100 and H200: its docs/performance.md and benchmarks/, 2024-06 to 2025-06. The runs stand
 * in training-speed.test.ts.
 */
const RATE_SHARE = { bits16: 0.385, bits8: 0.245 } as const;
/** Of the same runs: measured over expected, slowest and fastest, a little widened since they are few. */
const MEASURED_RANGE: readonly [number, number] = [0.65, 1.75];
/** Where nothing was measured: small batches, adapters and other cards reach a third, and rarely more than the best. */
const UNMEASURED_RANGE: readonly [number, number] = [0.3, 1.75];

/** Held by a test against the runs themselves. */
export const TRAINING_KNOWN = { runs: 16, medianErrorPct: 13 } as const;
export const TRAINING_CARDS: readonly string[] = ["a100-80-sxm", "h100-sxm", "h200-sxm"];
/** The least that one card worked on at once in any of those runs. */
const LEAST_TOKENS_AT_ONCE = 8_192;

const NOTHING: TrainingSpeedAnswer = {
  verdict: "estimated",
  reasons: [],
  tokensPerSecond: null,
  perCard: null,
  known: null,
  outside: [],
  operationsPerToken: null,
};

/**
 * Planning figure of training: tokens per second from the operations of one token and the card's dense rate, as a range.
 * It is marked as unmeasured where the request leaves what was measured. Never throws for input.
 */
export function trainingSpeed(request: TrainingSpeedRequest): TrainingSpeedAnswer {
  try {
    const operations = operationsPerToken(configOf(request.model), request.run);
    const card = cardOf(request.gpu);
    const perSecond = rateOf(card, request.run);
    const outside = outsideOf(request);
    const range = outside.length === 0 ? MEASURED_RANGE : UNMEASURED_RANGE;
    const perCard = rangeOf(perSecond / operations, range, 1);
    return {
      ...NOTHING,
      tokensPerSecond: rangeOf(perSecond / operations, range, request.cards),
      perCard,
      known: outside.length === 0 ? TRAINING_KNOWN : null,
      outside,
      operationsPerToken: operations,
    };
  } catch (problem) {
    if (!(problem instanceof NotEstimable)) throw problem;
    const reasons = [{ field: problem.field, message: problem.message, words: problem.words }];
    return { ...NOTHING, verdict: "not-estimable", reasons };
  }
}

const rangeOf = (expected: number, [low, high]: readonly [number, number], times: number): SpeedRange => ({
  low: expected * low * times,
  expected: expected * times,
  high: expected * high * times,
});

function cardOf(id: string): Accelerator {
  const card = findAccelerator(id);
  if (card === null)
    throw new NotEstimable("gpu", notInCatalogue("accelerator", id, listAccelerators()), "unusable-field");
  return card;
}

/** Operations per second that training reaches on one card, in the type that its precision multiplies. */
function rateOf({ name, denseTflops }: Accelerator, { precision }: TrainRun): number {
  const { bf16, fp16, fp8, tf32, fp32 } = denseTflops;
  const tera = { bf16, "bf16-mixed": bf16, "fp16-mixed": fp16, fp32: tf32 ?? fp32, fp8 }[precision];
  if (tera === null) throw new NotEstimable("gpu", word("reason.rate-unknown-at", { precision, card: name }));
  return tera * 1e12 * (precision === "fp8" ? RATE_SHARE.bits8 : RATE_SHARE.bits16);
}

function outsideOf({ run, gpu, cards }: TrainingSpeedRequest): string[] {
  const outside: string[] = [];
  if (!TRAINING_CARDS.includes(gpu)) outside.push(`no run on ${gpu} was measured`);
  if (run.method !== "full") outside.push(`no run of the method ${run.method} was measured`);
  if (run.precision === "fp32" || run.precision === "fp16-mixed")
    outside.push(`no run at ${run.precision} was measured`);
  if (run.offload !== "none") outside.push("no run with offloading was measured");
  if (run.sequenceLength * run.microBatchSize < LEAST_TOKENS_AT_ONCE)
    outside.push("fewer tokens at once than in any measured run");
  if (run.sequenceLength > LEAST_TOKENS_AT_ONCE) outside.push("longer sequences than in any measured run");
  if (cards > 512) outside.push("more cards than in any measured run");
  return outside;
}
