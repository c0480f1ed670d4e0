import type { SourceCode } from "./line-words";
import type { EngineLabel } from "./reason-words";
import { type Word, word } from "./word";

/** GiB that captured graphs take, by what they hold: a base, every layer, its hidden states per rank, expert kernels. */
export interface GraphsLaw {
  readonly base: number;
  readonly perLayer: number;
  /** Per layer and hidden element of a rank. */
  readonly perLayerHidden: number;
  readonly experts: number;
  readonly latent: number;
  readonly mxfp4: number;
}

/** Constants of one engine from one version on. Each group says why it is so and which logs stand behind it. */
export interface EngineFacts {
  readonly engine: EngineName;
  /** The versions that share these constants, in words. */
  readonly label: EngineLabel;
  readonly from: readonly [major: number, minor: number];
  /** How the cache gets its memory: the rest of a budget, a share of what is free, or as the sequences need it. */
  readonly cache: "rest-of-budget" | "share-of-free" | "as-needed";
  readonly defaultUtilisation: number;
  /** Defaults on cards with at least `largeCardGib`, else the small ones. */
  readonly largeCardGib: number;
  readonly maxNumSeqs: { readonly large: number; readonly small: number };
  readonly maxNumBatchedTokens: { readonly large: number; readonly small: number };
  /** Profiling runs one prompt of the whole context (up to 32k) instead of a batch of tokens. */
  readonly profilesWholeContext: boolean;
  readonly blockSize: number;
  /** Bytes per sequence slot and vocabulary entry during sampling: copies of the logits. */
  readonly samplerBytes: number;
  /** Bytes per token and hidden element during the forward pass. */
  readonly forwardHiddenBytes: number;
  /** GiB outside PyTorch by tensor-parallel size: context, NCCL, cuBLAS. */
  readonly nonTorchGib: readonly (readonly [tensor: number, gib: number])[];
  readonly nonTorchPerStageGib: number;
  readonly graphsGib: { readonly low: number; readonly expected: number; readonly high: number };
  /** Where logs of many models settle more than a constant. */
  readonly graphsLaw: GraphsLaw | null;
  readonly graphsInsideBudget: boolean;
  /** Groups layers of different cache types into pages of one size. */
  readonly hybridGroups: boolean;
  /** The log line of the pool: whole blocks, or concurrency × context. */
  readonly printedTokens: "blocks" | "by-concurrency";
  /** Multi-head latent attention stays compressed. */
  readonly compressedMla: boolean;
  readonly vocabularyPadding: number;
  /** The cache of a sequence is copied into a longer one at every step. */
  readonly growsByConcatenation: boolean;
  /** Shared experts are fused into the routed ones, a copy for every rank: each holds them whole. */
  readonly sharedExpertsWhole: boolean;
  /** Activations lie outside the share that weights and cache fill. */
  readonly activationsOutsideBudget: boolean;
  /** Every token of a batch gets logits, and windowed layers keep only the cells that a batch can reach. */
  readonly batchLogits: boolean;
  /** The input embedding stays in host memory; a tied head is held once, on the card. */
  readonly embeddingOnHost: boolean;
  /** GiB that loading MXFP4 experts leaves behind per rank, beside their padded tensors. */
  readonly mxfp4ExtraGib: number;
  readonly source: SourceCode;
}

export const ENGINES = ["vllm", "sglang", "tensorrt-llm", "llama.cpp", "transformers"] as const;
export type EngineName = (typeof ENGINES)[number];

const VLLM_V0: EngineFacts = {
  engine: "vllm",
  label: "engine.vllm-v0",
  from: [0, 0],
  cache: "rest-of-budget",
  defaultUtilisation: 0.9,
  largeCardGib: 70,
  maxNumSeqs: { large: 256, small: 256 },
  maxNumBatchedTokens: { large: 2048, small: 2048 },
  profilesWholeContext: true,
  blockSize: 16,
  samplerBytes: 37.5,
  forwardHiddenBytes: 6,
  nonTorchGib: [
    [1, 0.1],
    [2, 0.35],
  ],
  nonTorchPerStageGib: 0.07,
  graphsGib: { low: 0.1, expected: 0.3, high: 1.2 },
  graphsLaw: null,
  graphsInsideBudget: false,
  hybridGroups: false,
  printedTokens: "blocks",
  compressedMla: true,
  vocabularyPadding: 64,
  growsByConcatenation: false,
  embeddingOnHost: false,
  sharedExpertsWhole: false,
  activationsOutsideBudget: false,
  batchLogits: false,
  mxfp4ExtraGib: 0,
  source: "source.vllm-v0",
};

const VLLM_V1: EngineFacts = {
  ...VLLM_V0,
  label: "engine.vllm-v1",
  from: [0, 8],
  maxNumSeqs: { large: 1024, small: 256 },
  maxNumBatchedTokens: { large: 8192, small: 2048 },
  profilesWholeContext: false,
  samplerBytes: 38.1,
  forwardHiddenBytes: 8,
  nonTorchGib: [
    [1, 0.13],
    [2, 0.55],
  ],
  graphsGib: { low: 0.5, expected: 0.9, high: 1.85 },
  hybridGroups: true,
  source: "source.vllm-v1",
};

/** 49 logs of vLLM 0.19 on H100, 24 to 62 layers, TP 1 to 4, PP 1 to 4: mean error 6 %, 90 % within 13 %. */
const GRAPHS_019: GraphsLaw = {
  base: 0.53,
  perLayer: 0.0049,
  perLayerHidden: 1.65e-6,
  experts: 0.31,
  latent: 0.39,
  mxfp4: 0.61,
};

const VLLM_017: EngineFacts = {
  ...VLLM_V1,
  label: "engine.vllm-017",
  from: [0, 17],
  samplerBytes: 14.5,
  graphsLaw: GRAPHS_019,
};

const VLLM_018: EngineFacts = {
  ...VLLM_017,
  label: "engine.vllm-018",
  from: [0, 18],
  mxfp4ExtraGib: 0.2,
  nonTorchGib: [
    [1, 0.25],
    [2, 2.07],
    [4, 2.13],
  ],
  source: "source.vllm-019",
};

const VLLM_021: EngineFacts = {
  ...VLLM_018,
  label: "engine.vllm-021",
  from: [0, 21],
  graphsInsideBudget: true,
  source: "source.vllm-021",
};

const VLLM_024: EngineFacts = {
  ...VLLM_021,
  label: "engine.vllm-024",
  from: [0, 24],
  printedTokens: "by-concurrency",
  source: "source.vllm-024",
};

const SGLANG: EngineFacts = {
  ...VLLM_018,
  engine: "sglang",
  graphsLaw: null,
  label: "engine.sglang",
  from: [0, 5],
  defaultUtilisation: 0.88,
  maxNumSeqs: { large: 256, small: 256 },
  blockSize: 1,
  hybridGroups: false,
  printedTokens: "blocks",
  activationsOutsideBudget: true,
  source: "source.sglang",
};

const SGLANG_04: EngineFacts = {
  ...SGLANG,
  label: "engine.sglang-04",
  from: [0, 0],
  sharedExpertsWhole: true,
  source: "source.sglang-04",
};

const TENSORRT: EngineFacts = {
  ...SGLANG,
  engine: "tensorrt-llm",
  label: "engine.tensorrt",
  from: [0, 0],
  cache: "share-of-free",
  activationsOutsideBudget: false,
  defaultUtilisation: 0.9,
  blockSize: 64,
  graphsGib: { low: 0, expected: 0, high: 0.5 },
  source: "source.tensorrt",
};

const LLAMA_CPP: EngineFacts = {
  ...VLLM_V0,
  engine: "llama.cpp",
  label: "engine.llama-cpp",
  cache: "as-needed",
  defaultUtilisation: 1,
  maxNumSeqs: { large: 1, small: 1 },
  maxNumBatchedTokens: { large: 512, small: 512 },
  profilesWholeContext: false,
  blockSize: 1,
  samplerBytes: 0,
  nonTorchGib: [[1, 0.4]],
  graphsGib: { low: 0, expected: 0, high: 0 },
  vocabularyPadding: 1,
  embeddingOnHost: true,
  batchLogits: true,
  source: "source.llama-cpp",
};

const TRANSFORMERS: EngineFacts = {
  ...LLAMA_CPP,
  engine: "transformers",
  label: "engine.transformers",
  maxNumBatchedTokens: { large: 2048, small: 2048 },
  compressedMla: false,
  growsByConcatenation: true,
  embeddingOnHost: false,
  batchLogits: false,
  nonTorchGib: [[1, 0.1]],
  source: "source.transformers",
};

/** Every engine and version whose constants are known. */
export const ENGINE_FACTS: readonly EngineFacts[] = [
  VLLM_V0,
  VLLM_V1,
  VLLM_017,
  VLLM_018,
  VLLM_021,
  VLLM_024,
  SGLANG_04,
  SGLANG,
  TENSORRT,
  LLAMA_CPP,
  TRANSFORMERS,
];

/** Versions of vLLM behind whose logs the rows stand; older and newer ones use the nearest row and say so. */
const OLDEST_SEEN: Version = [0, 5];
const NEWEST_SEEN: Version = [0, 29];

type Version = readonly [major: number, minor: number];

export interface EngineChoice {
  readonly facts: EngineFacts;
  /** What to say when the version is not one whose constants were measured; null when it is. */
  readonly note: Word | null;
}

/** The constants for an engine version; an unknown version takes the nearest known and says so. */
export function engineFacts(engine: EngineName, stated: string | null): EngineChoice {
  const version = stated?.trim() || null;
  const key = `${engine} ${version}`;
  const known = CHOICES.get(key);
  if (known !== undefined) return known;
  const choice = chooseFacts(engine, version);
  if (CHOICES.size < MOST_CHOICES) CHOICES.set(key, choice);
  return choice;
}

const CHOICES = new Map<string, EngineChoice>();
/** Versions come from outside: more than ever were released are not kept. */
const MOST_CHOICES = 1000;

function chooseFacts(engine: EngineName, version: string | null): EngineChoice {
  const rows = ENGINE_FACTS.filter((row) => row.engine === engine);
  const newest = rows.at(-1) ?? VLLM_024;
  if (version === null)
    return {
      facts: newest,
      note: rows.length > 1 ? word("reason.version-assumed", { constants: word(newest.label) }) : null,
    };
  if (rows.length === 1)
    return { facts: newest, note: word("reason.version-any", { engine: word(newest.label), version }) };
  // "0.2x" names no version.
  const parsed = /(\d+)\.(\d+)(?![\dx])/.exec(version);
  const core = engine === "vllm" ? coreOf(version) : null;
  if (core === "V0") return { facts: VLLM_V0, note: null };
  if (parsed === null)
    return { facts: newest, note: word("reason.version-unknown", { version, constants: word(newest.label) }) };
  const stated: Version = [Number(parsed[1]), Number(parsed[2])];
  const wanted = core === "V1" && isBefore(stated, VLLM_V1.from) ? VLLM_V1.from : stated;
  const facts = rows.findLast((row) => !isBefore(wanted, row.from)) ?? newest;
  return { facts, note: engine === "vllm" ? notMeasured(version, stated, facts) : null };
}

/** vLLM had two cores side by side, which people write behind the version; a "v" before a number is no core. */
const coreOf = (version: string): string | null =>
  /(?:^|[^\w.])(V[01])(?![\w.])/i.exec(version)?.[1]?.toUpperCase() ?? null;

function notMeasured(version: string, stated: Version, facts: EngineFacts): Word | null {
  const constants = word(facts.label);
  if (isBefore(NEWEST_SEEN, stated)) return word("reason.version-newer", { version, constants });
  if (isBefore(stated, OLDEST_SEEN)) return word("reason.version-older", { version, constants });
  return null;
}

function isBefore(a: Version, b: Version): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}

/** GiB outside PyTorch at this tensor-parallel size: the row of the largest size not above it. */
export function nonTorchGib(facts: EngineFacts, tensor: number): number {
  return facts.nonTorchGib.findLast(([size]) => size <= tensor)?.[1] ?? 0;
}
