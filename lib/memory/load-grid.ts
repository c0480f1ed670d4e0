import { findModelPreset } from "@/lib/catalog/models";
import type { Verdict } from "./answer";
import type { Estimator } from "./calibrate";
import { readConfig } from "./config";
import { estimate } from "./estimate";
import { NotEstimable } from "./not-estimable";
import { roomGib } from "./room";
import type { EstimateRequest } from "./schema";

export interface GridCell {
  readonly batch: number;
  readonly tokens: number;
  readonly verdict: Verdict;
  /** GiB left at the high end of the range; negative is short, null without an estimate. */
  readonly roomGib: number | null;
}

/** Rows are sequences (or the micro-batch of a training), columns tokens per sequence. */
export interface LoadGrid {
  readonly batches: readonly number[];
  readonly lengths: readonly number[];
  readonly cells: readonly (readonly GridCell[])[];
}

const LENGTHS = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];
const SEQUENCES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const MICRO_BATCHES = [1, 2, 4, 8, 16, 32, 64];

/** Verdicts over batch and context, so that the edge where it stops fitting can be seen. Null for runs without either. */
export function loadGrid(request: EstimateRequest, ask: Estimator = estimate): LoadGrid | null {
  const { run } = request;
  if (run.kind === "media" || run.kind === "embed") return null;
  if (run.kind === "train" && run.components != null) return null;
  const limit = longestPosition(request);
  const fitting = LENGTHS.filter((length) => length <= limit);
  const lengths = fitting.length > 1 ? fitting : LENGTHS.slice(0, 4);
  const batches = run.kind === "serve" ? SEQUENCES : MICRO_BATCHES;
  const cells = batches.map((batch) =>
    lengths.map((tokens) => {
      const answer = ask({ ...request, run: loaded(run, batch, tokens) });
      return { batch, tokens, verdict: answer.verdict, roomGib: roomGib(answer) };
    }),
  );
  return { batches, lengths, cells };
}

/** Beyond what the model was made for no length is asked; without a stated limit none is left out. */
function longestPosition({ model }: EstimateRequest): number {
  const config = model.config ?? (model.preset == null ? null : findModelPreset(model.preset)?.config);
  try {
    return readConfig(config).maxPositions ?? Number.POSITIVE_INFINITY;
  } catch (problem) {
    if (problem instanceof NotEstimable) return Number.POSITIVE_INFINITY;
    throw problem;
  }
}

function loaded(run: EstimateRequest["run"], batch: number, tokens: number): EstimateRequest["run"] {
  if (run.kind === "train") return { ...run, microBatchSize: batch, sequenceLength: tokens };
  if (run.kind !== "serve") return run;
  const maxModelLen = Math.max(run.maxModelLen ?? tokens, tokens);
  return { ...run, concurrency: batch, contextTokens: tokens, maxModelLen };
}
