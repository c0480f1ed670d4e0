import { missingFields } from "@/lib/brief/completeness";
import type { BriefContent, FieldPath } from "@/lib/brief/schema";
import { parseConfigText } from "@/lib/memory/config-text";
import type { EstimateRequestInput } from "@/lib/memory/schema";
import { english, type Word, word } from "@/lib/memory/word";

export type EstimateRequestAnswer =
  | { readonly ok: true; readonly request: EstimateRequestInput }
  | { readonly ok: false; readonly code: "MISSING"; readonly missing: readonly FieldPath[] }
  | {
      readonly ok: false;
      readonly code: "INVALID";
      readonly path: FieldPath;
      readonly message: string;
      readonly words: Word;
    }
  /** The work runs no model: there is no memory to estimate. */
  | { readonly ok: false; readonly code: "NO_MODEL" };

/** Leaves out what is null, so that the estimator's own stated defaults apply. */
function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, v]) => v !== null && v !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

const invalid = (path: FieldPath, words: Word): EstimateRequestAnswer => ({
  ok: false,
  code: "INVALID",
  path,
  message: english(words),
  words,
});

type Components = { name: string; parameters: string; weightFormat: string }[];

/** One component per line: name, parameters, weight format. Null where a line is written otherwise. */
function parseComponents(lines: readonly string[] | null): Components | null {
  const parsed = (lines ?? []).map((line) => /^\s*(\S+)\s+([1-9]\d*)\s+(\S+)\s*$/.exec(line));
  if (parsed.some((p) => p === null)) return null;
  return parsed.map((p) => ({ name: p?.[1] ?? "", parameters: p?.[2] ?? "", weightFormat: p?.[3] ?? "" }));
}

function modelOf(brief: BriefContent): EstimateRequestInput["model"] | EstimateRequestAnswer {
  const shape = brief.memoryShape;
  const weightBytes = shape.weightBytes === null || shape.weightBytes === 0 ? null : String(shape.weightBytes);
  const size = given({ parameters: shape.parameters, weightBytes });
  if (shape.modelSource === "preset") return { preset: shape.modelPreset, ...size };
  if (shape.modelSource === "config") {
    const read = parseConfigText(shape.modelConfig ?? "");
    if (!read.ok) return invalid("memoryShape.modelConfig", read.words);
    return { config: { ...read.config }, ...size };
  }
  return size;
}

function runOf(brief: BriefContent, components: Components): EstimateRequestInput["run"] | null {
  const s = brief.memoryShape;
  if (s.runKind === "serve") {
    const { engine, engineVersion, maxNumSeqs, maxNumBatchedTokens, gpuMemoryUtilization, kvCacheDtype } = s;
    const load = { concurrency: s.concurrency, contextTokens: s.contextTokens };
    // Unstated, the server must at least hold the brief's own typical request.
    const maxModelLen = s.maxModelLenTokens ?? s.contextTokens;
    return {
      kind: "serve",
      ...given({ engine, engineVersion, maxModelLen, maxNumSeqs, maxNumBatchedTokens, gpuMemoryUtilization }),
      ...given({ kvCacheDtype, ...load }),
    };
  }
  const media = given({ width: s.widthPx, height: s.heightPx, frames: s.frames });
  const parts = components.length > 0 ? { components } : {};
  if (s.runKind === "train") {
    const { gradientAccumulation, checkpointing, shard, loraRank, loraTargets, optimizer, microBatchSize } = s;
    return {
      kind: "train",
      ...given({ method: s.trainMethod, framework: s.trainFramework, precision: s.trainPrecision, optimizer }),
      ...given({ sequenceLength: s.sequenceLengthTokens, microBatchSize, gradientAccumulation, checkpointing }),
      ...given({ shard, offload: s.trainOffload, loraRank, loraTargets }),
      ...media,
      ...parts,
    };
  }
  if (s.runKind === "media") {
    return {
      kind: "media",
      ...media,
      ...given({ batch: s.batch, steps: s.steps, vaeTiling: s.vaeTiling, offload: s.mediaOffload }),
      ...parts,
    };
  }
  if (s.runKind === "embed")
    return { kind: "embed", ...given({ batch: s.batch, sequenceLength: s.sequenceLengthTokens }) };
  return null;
}

/**
 * The brief as a question to the estimator, for the brief's own card or another one. What is missing is named by its
 * field; nothing is filled in here but that the server must hold one request of the brief's own context.
 */
export function estimateRequestOf(brief: BriefContent, acceleratorId?: string): EstimateRequestAnswer {
  const s = brief.memoryShape;
  if (s.runKind === "none") return { ok: false, code: "NO_MODEL" };
  const gpu = acceleratorId ?? s.acceleratorId;
  const missing = missingFields(brief)
    .filter((m) => m.block === "memoryShape" && m.reason === "unanswered")
    .map((m) => m.path);
  if (gpu === null || gpu === undefined) missing.push("memoryShape.acceleratorId");
  if (s.modelSource === "none" && s.mediaComponents === null) missing.push("memoryShape.mediaComponents");
  if (missing.length > 0 || !gpu) return { ok: false, code: "MISSING", missing };
  const components = parseComponents(s.mediaComponents);
  if (components === null) {
    return invalid("memoryShape.mediaComponents", word("reason.component-lines"));
  }
  const model = modelOf(brief);
  if ("ok" in model) return model;
  const run = runOf(brief, components);
  if (run === null) return { ok: false, code: "MISSING", missing: ["memoryShape.runKind"] };
  const parallel = given({
    tensor: s.tensorParallel,
    pipeline: s.pipelineParallel,
    data: s.dataParallel,
    expert: s.expertParallel,
    context: s.contextParallel,
  });
  return {
    ok: true,
    request: {
      model,
      ...given({ weightFormat: s.weightFormat, gpusPerNode: s.gpusPerNode }),
      run,
      gpu: s.migProfile === null ? gpu : { id: gpu, mig: s.migProfile },
      ...(Object.keys(parallel).length > 0 ? { parallel } : {}),
    },
  };
}
