import type { Verdict } from "./answer";
import type { Estimator } from "./calibrate";
import { estimate } from "./estimate";
import { roomGib } from "./room";
import { type EstimateRequest, parseEstimateRequest } from "./schema";

/** What a change costs beside memory; the page says it in words. */
export const RELIEF_CODES = [
  "smaller-share",
  "kv-fp8",
  "weights-fp8",
  "weights-int4",
  "fewer-sequences",
  "shorter-batches",
  "more-cards",
  "lora",
  "qlora",
  "full-checkpointing",
  "selective-checkpointing",
  "adamw-8bit",
  "smaller-micro-batch",
  "shard-states",
  "chunked-loss",
  "media-offload",
  "vae-tiling",
  "half-frames",
] as const;
export type ReliefCode = (typeof RELIEF_CODES)[number];

/** One change of the request, by the path of its field, and what it does. */
export interface Relief {
  readonly code: ReliefCode;
  readonly path: string;
  readonly value: string | number | boolean;
  readonly verdict: Verdict;
  /** GiB that it adds to what is left at the high end of the range. */
  readonly gainedGib: number;
}

type Change = Omit<Relief, "verdict" | "gainedGib">;

/**
 * Single changes that leave more room, those that make it fit first, then by what they gain. Each is estimated like any
 * other request; a change that neither gains nor makes it fit, or cannot be estimated, is left out.
 */
export function reliefs(request: EstimateRequest, ask: Estimator = estimate): Relief[] {
  const asked = ask(request);
  const now = roomGib(asked);
  if (now === null) return [];
  const found: Relief[] = [];
  for (const change of changesOf(request)) {
    const parsed = parseEstimateRequest(changed(request, change));
    if (!parsed.ok) continue;
    const answer = ask(parsed.request);
    const room = roomGib(answer);
    const helps = rankOf(answer) < rankOf(asked);
    if (room !== null && (room - now > 0.05 || helps))
      found.push({ ...change, verdict: answer.verdict, gainedGib: room - now });
  }
  return found.sort((a, b) => rankOf(a) - rankOf(b) || b.gainedGib - a.gainedGib);
}

const rankOf = ({ verdict }: { readonly verdict: Verdict }): number =>
  verdict === "fits" ? 0 : verdict === "tight" ? 1 : 2;

function changed(request: EstimateRequest, { path, value }: Change): unknown {
  const [head = "", leaf] = path.split(".");
  if (leaf === undefined) return { ...request, [head]: value };
  const inner = head === "run" ? request.run : request.parallel;
  return { ...request, [head]: { ...inner, [leaf]: value } };
}

function changesOf(request: EstimateRequest): Change[] {
  const { run } = request;
  if (run.kind === "serve") return [...servingChanges(request, run), ...cardChanges(request)];
  if (run.kind === "train") return [...trainingChanges(request, run), ...cardChanges(request)];
  if (run.kind === "media") {
    const changes: Change[] = [];
    if (run.offload === "none") changes.push({ code: "media-offload", path: "run.offload", value: "model" });
    if (run.frames > 1 && !run.vaeTiling) changes.push({ code: "vae-tiling", path: "run.vaeTiling", value: true });
    if (run.frames > 8) changes.push({ code: "half-frames", path: "run.frames", value: Math.ceil(run.frames / 2) });
    return changes;
  }
  return weightChanges(request);
}

type Run<K> = Extract<EstimateRequest["run"], { kind: K }>;

function servingChanges(request: EstimateRequest, run: Run<"serve">): Change[] {
  const changes = weightChanges(request);
  const share = shareThatStarts(request, run);
  if (share !== null) changes.push({ code: "smaller-share", path: "run.gpuMemoryUtilization", value: share });
  if (!/8|4|5/.test(run.kvCacheDtype)) {
    const value = run.engine === "llama.cpp" ? "q8_0" : "fp8";
    changes.push({ code: "kv-fp8", path: "run.kvCacheDtype", value });
  }
  const sequences = Math.max(run.concurrency ?? 1, 64);
  if ((run.maxNumSeqs ?? 256) > sequences) {
    changes.push({ code: "fewer-sequences", path: "run.maxNumSeqs", value: sequences });
  }
  if ((run.maxNumBatchedTokens ?? 8192) > 2048) {
    changes.push({ code: "shorter-batches", path: "run.maxNumBatchedTokens", value: 2048 });
  }
  return changes;
}

/** Steps of one percent that are tried for a share which leaves room for what lies outside it too. */
const SHARES_TRIED = 10;

/** The largest share, in percent steps, that fits beside other processes, else that starts; null where they do not matter. */
function shareThatStarts(request: EstimateRequest, run: Run<"serve">): number | null {
  const held = request.otherProcessesMib ?? 0;
  const usable = (estimate(request).perGpu?.usableGib ?? 0) * 1024;
  if (held === 0 || usable <= held) return null;
  const most = Math.floor((100 * (usable - held)) / usable);
  if (most / 100 >= (run.gpuMemoryUtilization ?? 0.9)) return null;
  for (let percent = most; percent > Math.max(0, most - SHARES_TRIED); percent--) {
    const gpuMemoryUtilization = percent / 100;
    if (estimate({ ...request, run: { ...run, gpuMemoryUtilization } }).verdict === "fits") return gpuMemoryUtilization;
  }
  return most > 0 ? most / 100 : null;
}

const WIDE_FORMATS = ["auto", "fp32", "bf16", "fp16"];

function weightChanges({ weightFormat, run }: EstimateRequest): Change[] {
  const changes: Change[] = [];
  const path = "weightFormat";
  const isGguf = run.kind === "serve" && run.engine === "llama.cpp";
  const [eight, four] = isGguf ? ["gguf:q8_0", "gguf:q4_k_m"] : ["fp8", "awq-int4"];
  if (WIDE_FORMATS.includes(weightFormat)) changes.push({ code: "weights-fp8", path, value: eight });
  if ([...WIDE_FORMATS, "fp8", "int8", "gguf:q8_0"].includes(weightFormat)) {
    changes.push({ code: "weights-int4", path, value: four });
  }
  return changes;
}

/** A MIG slice has no neighbour to share with. */
function cardChanges({ parallel, gpu }: EstimateRequest): Change[] {
  if (typeof gpu !== "string" && gpu.mig !== undefined) return [];
  return [{ code: "more-cards", path: "parallel.tensor", value: parallel.tensor * 2 }];
}

function trainingChanges(request: EstimateRequest, run: Run<"train">): Change[] {
  const changes: Change[] = [];
  const add = (code: ReliefCode, field: string, value: string | number | boolean) =>
    changes.push({ code, path: `run.${field}`, value });
  if (run.method === "full") add("lora", "method", "lora");
  if (run.method === "lora") add("qlora", "method", "qlora");
  if (run.checkpointing !== "full") add("full-checkpointing", "checkpointing", "full");
  if (run.checkpointing === "none") add("selective-checkpointing", "checkpointing", "selective");
  if (run.optimizer === "adamw") add("adamw-8bit", "optimizer", "adamw-8bit");
  if (run.microBatchSize > 1) add("smaller-micro-batch", "microBatchSize", Math.ceil(run.microBatchSize / 2));
  if (run.shard !== "zero3" && request.parallel.data > 1) add("shard-states", "shard", "zero3");
  if (!run.chunkedLoss) add("chunked-loss", "chunkedLoss", true);
  return changes;
}
