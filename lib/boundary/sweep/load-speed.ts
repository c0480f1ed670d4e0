import { Memo } from "@/lib/memory/memo";
import type { EstimateRequest, Parallel } from "@/lib/memory/schema";
import { english, type Word, word } from "@/lib/memory/word";
import { type Decimal, decimalText } from "@/lib/money/money";
import { SPEED_ENGINES, type SpeedRange } from "@/lib/speed/schema";
import { servingSpeed } from "@/lib/speed/serving-speed";
import type { AcceptedCost, Meets, SweepPlan, SweepReason, SweepRequest } from "./schema";

export type SweepLoad = NonNullable<SweepRequest["load"]>;

export interface LoadSpeed {
  readonly timePerTokenMs: SpeedRange;
  readonly timeToFirstTokenMs: SpeedRange;
  /** Of all copies together. */
  readonly requestsPerHour: SpeedRange;
  /** Where the request leaves what was measured; empty inside. */
  readonly outside: readonly string[];
}

export type SpeedOrNot =
  | { readonly speed: LoadSpeed; readonly why: null }
  | { readonly speed: null; readonly why: Word };

/** Sequences in flight on each copy of the model: data parallelism divides them, and the fullest copy decides. */
export const perCopy = (load: SweepLoad, parallel: Parallel): number => Math.ceil(load.concurrency / parallel.data);

const CACHES = ["auto", "fp8", "bf16", "fp16"] as const;

/** Planning figures by card, topology and format: each is worked out once, whatever the number of contexts and offers. */
export class LoadSpeeds {
  private readonly known = new Map<string, SpeedOrNot>();
  private readonly costs = new Memo<LoadSpeed, PricedOutput>();

  constructor(
    private readonly model: EstimateRequest["model"],
    private readonly load: SweepLoad,
    private readonly limits: SweepRequest["limits"],
  ) {}

  of(request: EstimateRequest, gpu: string, parallel: Parallel): SpeedOrNot {
    const cache = request.run.kind === "serve" ? request.run.kvCacheDtype : "auto";
    const { tensor, pipeline, data, expert, context } = parallel;
    const key = [gpu, request.weightFormat, cache, tensor, pipeline, data, expert, context].join(" ");
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const made = this.ask(request, gpu, parallel);
    this.known.set(key, made);
    return made;
  }

  private ask(request: EstimateRequest, gpu: string, parallel: Parallel): SpeedOrNot {
    const { run } = request;
    if (run.kind !== "serve") return { speed: null, why: word("reason.only-serving") };
    const engine = SPEED_ENGINES.find((name) => name === run.engine);
    if (engine === undefined) return { speed: null, why: word("reason.engine-unmeasured", { engine: run.engine }) };
    const kvCacheDtype = CACHES.find((name) => name === run.kvCacheDtype);
    if (kvCacheDtype === undefined) {
      return { speed: null, why: word("reason.cache-unmeasured", { type: run.kvCacheDtype }) };
    }
    if (parallel.pipeline > 1) return { speed: null, why: word("reason.pipeline-not-fitted") };
    const answer = servingSpeed({
      model: { config: this.model.config, preset: this.model.preset },
      weightFormat: request.weightFormat,
      kvCacheDtype,
      engine,
      gpu,
      tensor: parallel.tensor,
      expert: parallel.expert,
      concurrency: perCopy(this.load, parallel),
      inputTokens: this.load.inputTokens,
      outputTokens: this.load.outputTokens,
    });
    const { timePerTokenMs, timeToFirstTokenMs } = answer;
    if (timePerTokenMs === null || timeToFirstTokenMs === null) {
      return { speed: null, why: answer.reasons[0]?.words ?? word("reason.no-figure") };
    }
    const rate = this.requestsPerHour(timePerTokenMs, timeToFirstTokenMs);
    return { speed: { timePerTokenMs, timeToFirstTokenMs, requestsPerHour: rate, outside: answer.outside }, why: null };
  }

  /**
   * Cost of one accepted output with idle time inside: rate ÷ (outputs an hour × share of paid hours that work × share
   * that is accepted). A demand below what the cards can do leaves them idle, and that is paid too.
   */
  costPerAccepted(price: { readonly amount: Decimal; readonly text: string }, speed: LoadSpeed): PricedOutput {
    return this.costs.of(speed, price.text, () => {
      const demand = this.limits?.outputsPerHour ?? Number.POSITIVE_INFINITY;
      const { acceptance, dutyCycle } = this.load;
      const at = (capacity: number) => price.amount.div(Math.min(capacity, demand) * dutyCycle * acceptance);
      const plain = (cost: Decimal) => decimalText(cost.toSignificantDigits(9));
      const { low, expected, high } = speed.requestsPerHour;
      const middle = at(expected);
      return { expected: middle, text: { low: plain(at(high)), expected: plain(middle), high: plain(at(low)) } };
    });
  }

  /** Each sequence in flight takes its first token and then the others, one after the other. */
  private requestsPerHour(token: SpeedRange, first: SpeedRange): SpeedRange {
    const at = (firstMs: number, tokenMs: number) =>
      (this.load.concurrency * 3_600_000) / (firstMs + (this.load.outputTokens - 1) * tokenMs);
    return {
      low: at(first.high, token.high),
      expected: at(first.expected, token.expected),
      high: at(first.low, token.low),
    };
  }
}

export interface PricedOutput {
  readonly expected: Decimal;
  readonly text: AcceptedCost;
}

export interface LimitAnswer {
  readonly meets: Meets;
  readonly reason: SweepPlan["rejectedBecause"];
}

/** That nobody can say how fast it is, and why. */
export function speedUnknown(words: Word): SweepReason {
  const why = english(words);
  return { code: "speed-unknown", message: why, params: { why }, words };
}

const NONE: LimitAnswer = { meets: "whole-range", reason: null };

/** Whether a plan keeps its limits: over the whole range of uncertainty, at the expected value only, or not. */
export function withinLimits(found: SpeedOrNot | null, limits: SweepRequest["limits"]): LimitAnswer {
  if (limits == null) return NONE;
  const { timeToFirstTokenMs, timePerTokenMs, outputsPerHour } = limits;
  if (timeToFirstTokenMs == null && timePerTokenMs == null && outputsPerHour == null) return NONE;
  if (found?.speed == null) {
    return { meets: "unknown", reason: speedUnknown(found?.why ?? word("reason.no-load")) };
  }
  const { speed } = found;
  const rules: readonly [string, SpeedRange, number | null | undefined, boolean][] = [
    ["slow-first-token", speed.timeToFirstTokenMs, timeToFirstTokenMs, true],
    ["slow-token", speed.timePerTokenMs, timePerTokenMs, true],
    ["too-little", speed.requestsPerHour, outputsPerHour, false],
  ];
  let meets: Meets = "whole-range";
  for (const [code, range, limit, most] of rules) {
    if (limit == null) continue;
    const keeps = (value: number) => (most ? value <= limit : value >= limit);
    if (!keeps(range.expected)) {
      const value = Math.round(range.expected);
      const unit = most ? "ms" : "requests an hour";
      const message = `${value} ${unit} planned, the limit is ${limit}`;
      return { meets: "no", reason: { code, message, params: { value, limit } } };
    }
    if (!keeps(most ? range.high : range.low)) meets = "expected";
  }
  return { meets, reason: null };
}
