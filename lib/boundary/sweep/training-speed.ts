import type { EstimateRequest } from "@/lib/memory/schema";
import { type Word, word } from "@/lib/memory/word";
import { type Decimal, decimalText } from "@/lib/money/money";
import { trainingSpeed } from "@/lib/speed/training-speed";
import type { HourlyPrice } from "./hourly";
import { type LimitAnswer, speedUnknown } from "./load-speed";
import type { AcceptedCost, SweepRequest, TrainingFigure } from "./schema";

export type TrainingOrNot =
  | { readonly training: TrainingFigure; readonly why: null }
  | { readonly training: null; readonly why: Word };

/** Planning figures of training by card, count and run: each is worked out once, whatever the offers. */
export class TrainingSpeeds {
  private readonly known = new Map<string, TrainingOrNot>();

  constructor(private readonly model: EstimateRequest["model"]) {}

  of({ run }: EstimateRequest, gpu: string, cards: number): TrainingOrNot {
    if (run.kind !== "train") return { training: null, why: word("reason.no-training") };
    const { method, precision, sequenceLength, microBatchSize, checkpointing, offload } = run;
    const key = [gpu, cards, method, precision, sequenceLength, microBatchSize, checkpointing, offload].join(" ");
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const answer = trainingSpeed({
      model: { config: this.model.config, preset: this.model.preset },
      run: { method, precision, sequenceLength, microBatchSize, checkpointing, offload },
      gpu,
      cards,
    });
    const { tokensPerSecond, outside, known } = answer;
    const made: TrainingOrNot =
      tokensPerSecond === null
        ? { training: null, why: answer.reasons[0]?.words ?? word("reason.no-figure") }
        : { training: { tokensPerSecond, outside, known }, why: null };
    this.known.set(key, made);
    return made;
  }
}

const SECONDS_PER_HOUR = 3600;
const MILLION = 1_000_000;

/** Cost of a million tokens trained, `low` at the optimistic end: price of an hour ÷ tokens of an hour. */
export function costPerMillionTokens(
  { amount }: Pick<HourlyPrice, "amount">,
  { tokensPerSecond }: TrainingFigure,
): { readonly expected: Decimal; readonly text: AcceptedCost } {
  const at = (perSecond: number) => amount.times(MILLION).div(SECONDS_PER_HOUR).div(perSecond);
  const plain = (cost: Decimal) => decimalText(cost.toSignificantDigits(9));
  const { low, expected, high } = tokensPerSecond;
  return {
    expected: at(expected),
    text: { low: plain(at(high)), expected: plain(at(expected)), high: plain(at(low)) },
  };
}

/** Whether training keeps its tokens per second: over the whole range, at the expected value only, or not. */
export function withinTrainingLimit(found: TrainingOrNot | null, limits: SweepRequest["limits"]): LimitAnswer {
  const limit = limits?.tokensPerSecond;
  if (limit == null) return { meets: "whole-range", reason: null };
  if (found?.training == null) {
    return { meets: "unknown", reason: speedUnknown(found?.why ?? word("reason.no-figure")) };
  }
  const { low, expected } = found.training.tokensPerSecond;
  if (expected >= limit) return { meets: low >= limit ? "whole-range" : "expected", reason: null };
  const value = Math.round(expected);
  const message = `${value} tokens a second planned, the limit is ${limit}`;
  return { meets: "no", reason: { code: "slow-training", message, params: { value, limit } } };
}
