import type { SPEED_ENGINES } from "./schema";

type ByEngine = Readonly<Record<(typeof SPEED_ENGINES)[number], number>>;

/**
 * Constants of the roofline, fitted on 1,762 public serving runs in pure tensor parallel (726 dense, 1,036 mixture of
 * experts; H100, H200, B200, B300, GB200; 2025-10 to 2026-04): least squares of the logarithm, outliers damped.
 */
export interface SpeedConstants {
  /** Share of peak bandwidth that reading weights and cache reaches. */
  readonly weightBandwidth: number;
  readonly cacheBandwidth: number;
  /** Share of the dense peak rate while decoding, and of prompts that are worked in between. */
  readonly decodeRate: number;
  readonly promptRate: number;
  /** How far reading and computing overlap: the p-norm of both; 15 is as good as the larger of the two. */
  readonly overlap: number;
  readonly stepMs: ByEngine;
  readonly layerUs: number;
  /** Latency of one all-reduce, and the share of the link's rate that its bytes reach. */
  readonly allReduceUs: number;
  readonly linkShare: number;
  /** Scheduling and sampling per sequence. */
  readonly sequenceUs: number;
  readonly firstToken: {
    readonly startMs: ByEngine;
    readonly promptRate: number;
    readonly linkShare: number;
    /** The prompt itself, and how others in flight delay it: `own + others × concurrency ^ power`. */
    readonly own: number;
    readonly others: number;
    readonly power: number;
    /** Steps of decoding that a prompt waits for. */
    readonly steps: number;
    readonly layerUs: number;
    /** Reads of all weights beside the prompt's own work. */
    readonly weightReads: number;
  };
  /** Measured over expected, at the 5th and the 95th of a hundred runs. */
  readonly timePerTokenRange: readonly [number, number];
  readonly firstTokenRange: readonly [number, number];
}

export const DENSE: SpeedConstants = {
  weightBandwidth: 0.92,
  cacheBandwidth: 0.92,
  decodeRate: 0.53,
  promptRate: 0.75,
  overlap: 15,
  // No dense run of SGLang was measured: it is taken for like vLLM here and like TensorRT-LLM below.
  stepMs: { "tensorrt-llm": 0, sglang: 1, vllm: 1 },
  layerUs: 55,
  allReduceUs: 1,
  linkShare: 0.445,
  sequenceUs: 22.5,
  firstToken: {
    startMs: { "tensorrt-llm": 82, sglang: 82, vllm: 0 },
    promptRate: 0.36,
    linkShare: 0.3,
    own: 0.79,
    others: 0.046,
    power: 1,
    steps: 0.06,
    layerUs: 770,
    weightReads: 0,
  },
  timePerTokenRange: [0.76, 1.24],
  firstTokenRange: [0.58, 2.7],
};

export const MIXTURE: SpeedConstants = {
  weightBandwidth: 0.817,
  cacheBandwidth: 0.92,
  decodeRate: 0.1,
  promptRate: 0.397,
  overlap: 1.21,
  stepMs: { "tensorrt-llm": 0, sglang: 1.45, vllm: 0 },
  layerUs: 51.6,
  allReduceUs: 17.2,
  linkShare: 0.188,
  sequenceUs: 0,
  firstToken: {
    startMs: { "tensorrt-llm": 10, sglang: 250, vllm: 0 },
    promptRate: 0.8,
    linkShare: 0.367,
    own: 2.43,
    others: 0.0547,
    power: 1.2,
    steps: 6,
    layerUs: 135,
    weightReads: 0.117,
  },
  timePerTokenRange: [0.71, 1.5],
  firstTokenRange: [0.58, 3.1],
};

/** Cards that the constants were fitted on, by catalogue id. */
export const FITTED_CARDS: readonly string[] = ["h100-sxm", "h200-sxm", "b200-sxm", "b300-sxm", "gb200", "gb300"];
/** Bandwidth share of one read of all weights while a prompt is worked. */
export const PROMPT_READ_SHARE = 0.7;
