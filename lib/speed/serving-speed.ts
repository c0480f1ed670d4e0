import { NotEstimable } from "@/lib/memory/not-estimable";
import { word } from "@/lib/memory/word";
import { type CardRates, cardRates } from "./card-rates";
import { configOf } from "./config-of";
import { DENSE, FITTED_CARDS, MIXTURE, PROMPT_READ_SHARE, type SpeedConstants } from "./constants";
import type { SpeedAnswer, SpeedRange, SpeedRequest } from "./schema";
import { type StepWork, stepWork } from "./work";

export const SPEED_FORMULA_VERSION = "2026.11-1";

/**
 * Planning figures of serving speed: time per token, time to first token, tokens per second, each with the range in
 * which nine of ten measured runs lay. Never throws for input: what cannot be known names the field that lacks.
 */
export function servingSpeed(request: SpeedRequest): SpeedAnswer {
  try {
    return speedOrThrow(request);
  } catch (problem) {
    if (!(problem instanceof NotEstimable)) throw problem;
    const reasons = [{ field: problem.field, message: problem.message, words: problem.words }];
    return { ...EMPTY, id: request.id ?? null, verdict: "not-estimable", reasons };
  }
}

const EMPTY: SpeedAnswer = {
  id: null,
  formulaVersion: SPEED_FORMULA_VERSION,
  verdict: "estimated",
  reasons: [],
  mixture: false,
  timePerTokenMs: null,
  timeToFirstTokenMs: null,
  outputTokensPerSecond: null,
  outside: [],
  parts: [],
};

function speedOrThrow(request: SpeedRequest): SpeedAnswer {
  const work = stepWork({
    config: configOf(request.model),
    weightFormat: request.weightFormat,
    kvCacheDtype: request.kvCacheDtype,
    tensor: request.tensor,
    contextTokens: request.inputTokens + request.outputTokens / 2,
  });
  const constants = work.expertBytes > 0 ? MIXTURE : DENSE;
  const rates = cardRates(request.gpu, work.format);
  if (request.tensor > 1 && rates.linkBytesPerSecond === null) {
    throw new NotEstimable("gpu", word("reason.link-unknown", { card: request.gpu }));
  }
  const parts = stepParts(work, rates, request, constants);
  const step = parts.reduce((sum, part) => sum + part.ms, 0);
  const first = firstTokenMs(work, rates, request, constants, step);
  const timePerTokenMs = rangeOf(step, constants.timePerTokenRange);
  const rateAt = (ms: number) => (1000 * request.concurrency) / ms;
  return {
    ...EMPTY,
    id: request.id ?? null,
    mixture: work.expertBytes > 0,
    timePerTokenMs,
    timeToFirstTokenMs: rangeOf(first, constants.firstTokenRange),
    outputTokensPerSecond: {
      low: rateAt(timePerTokenMs.high),
      expected: rateAt(step),
      high: rateAt(timePerTokenMs.low),
    },
    outside: outsideOf(request),
    parts,
  };
}

const rangeOf = (expected: number, [low, high]: readonly [number, number]): SpeedRange => ({
  low: expected * low,
  expected,
  high: expected * high,
});

/** Bytes that one token sends between ranks: two all-reduces per layer at 16 bits, each moving (n − 1) / n twice. */
function linkSeconds(work: StepWork, rates: CardRates, tensor: number, share: number): number {
  if (tensor === 1 || rates.linkBytesPerSecond === null) return 0;
  const bytes = 2 * work.layers * work.hidden * 2 * 2 * ((tensor - 1) / tensor);
  return bytes / (rates.linkBytesPerSecond * share);
}

function stepParts(work: StepWork, rates: CardRates, request: SpeedRequest, c: SpeedConstants) {
  const { tensor, concurrency, inputTokens, outputTokens } = request;
  // Of E experts, B tokens that choose k each are expected to touch E × (1 − (1 − k/E)^B).
  const touched = work.experts === 0 ? 0 : 1 - (1 - work.activeExperts / work.experts) ** concurrency;
  const weights = (work.sharedBytes + work.expertBytes * touched) / (tensor * rates.bytesPerSecond * c.weightBandwidth);
  const cache = (work.cacheBytesPerSequence * concurrency) / (rates.bytesPerSecond * c.cacheBandwidth);
  const operations = 2 * work.activeParameters;
  const compute = (operations * concurrency) / (tensor * rates.operationsPerSecond * c.decodeRate);
  const link = linkSeconds(work, rates, tensor, c.linkShare);
  const perPromptToken = operations / (tensor * rates.operationsPerSecond * c.promptRate) + link;
  const latency = tensor > 1 ? 2 * c.allReduceUs * work.layers : 0;
  const fixedUs = work.layers * c.layerUs + latency + c.sequenceUs * concurrency;
  return [
    {
      part: "read weights and cache, compute",
      ms: 1000 * ((weights + cache) ** c.overlap + compute ** c.overlap) ** (1 / c.overlap),
      formula: "bytes ÷ (bandwidth × share) against 2 × active parameters × sequences ÷ (rate × share)",
    },
    { part: "exchange between cards", ms: 1000 * link * concurrency, formula: "2 all-reduces per layer ÷ link" },
    {
      part: "launches and scheduling",
      ms: c.stepMs[request.engine] + fixedUs / 1000,
      formula: "per step, per layer and per sequence",
    },
    {
      part: "prompts of other requests",
      ms: 1000 * ((inputTokens * concurrency) / outputTokens) * perPromptToken,
      formula: "input ÷ output × sequences × work of a prompt token",
    },
  ];
}

function firstTokenMs(work: StepWork, rates: CardRates, request: SpeedRequest, c: SpeedConstants, stepMs: number) {
  const { tensor, concurrency, inputTokens } = request;
  const f = c.firstToken;
  const perToken =
    (2 * work.activeParameters) / (tensor * rates.operationsPerSecond * f.promptRate) +
    linkSeconds(work, rates, tensor, f.linkShare);
  const reads = (work.sharedBytes + work.expertBytes) / (tensor * rates.bytesPerSecond * PROMPT_READ_SHARE);
  const prompt = 1000 * (inputTokens * perToken + f.weightReads * reads);
  const shared = f.own + f.others * concurrency ** f.power;
  return f.startMs[request.engine] + prompt * shared + f.steps * stepMs + (f.layerUs * work.layers) / 1000;
}

function outsideOf(request: SpeedRequest): string[] {
  const outside: string[] = [];
  if (!FITTED_CARDS.includes(request.gpu)) outside.push(`no run on ${request.gpu} was measured`);
  if (request.tensor > 8) outside.push("more than eight cards in tensor parallel were not measured");
  if (request.expert > 1) outside.push("expert parallelism was not fitted");
  if (request.inputTokens > 16_384 || request.outputTokens > 8_192) outside.push("longer than any measured run");
  if (request.concurrency > 512) outside.push("more sequences than any measured run");
  return outside;
}
