import type { Deployment, ServeSettings } from "./deployment";
import type { NoteCode } from "./takeaway";
import { placeholder } from "./text";

export type Flag = readonly string[];

export interface ServeCommand {
  readonly start: readonly string[];
  readonly flags: readonly Flag[];
  readonly notes: readonly NoteCode[];
}

/** Ports that the servers listen on when nothing else is said; stated, so that probes and requests agree. */
export const PORTS: Readonly<Record<string, number>> = { vllm: 8000, sglang: 30000 };

/** Formats that a server makes itself from 16-bit weights while it loads. */
const MADE_AT_START: Readonly<Record<string, string>> = { fp8: "fp8", nf4: "bitsandbytes" };
/** Formats that only a checkpoint carries: the server reads them from its config and needs no flag. */
const IN_CHECKPOINT = new Set(["int8", "awq-int4", "gptq-int4", "w4a16", "mxfp4", "nvfp4"]);
const DTYPES: Readonly<Record<string, string>> = { bf16: "bfloat16", fp16: "float16", fp32: "float32" };

function formatFlags(format: string): { flags: Flag[]; notes: NoteCode[] } {
  const made = MADE_AT_START[format];
  if (made !== undefined) return { flags: [["--quantization", made]], notes: [] };
  const dtype = DTYPES[format];
  if (dtype !== undefined) return { flags: [["--dtype", dtype]], notes: [] };
  return { flags: [], notes: IN_CHECKPOINT.has(format) || format.startsWith("gguf") ? ["needs-quantised"] : [] };
}

/** The same width as the model's is what a server does by itself; 8 bits are asked for by name. */
function cacheFlags(dtype: string): { flags: Flag[]; notes: NoteCode[] } {
  if (dtype.startsWith("fp8_e")) return { flags: [["--kv-cache-dtype", dtype]], notes: [] };
  if (dtype === "fp8") return { flags: [["--kv-cache-dtype", "fp8_e4m3"]], notes: [] };
  return { flags: [], notes: dtype === "auto" || dtype === "bf16" || dtype === "fp16" ? [] : ["no-cache-flag"] };
}

const when = (value: number | string | null, name: string): Flag[] => (value === null ? [] : [[name, String(value)]]);
const above = (count: number, name: string): Flag[] => (count > 1 ? [[name, String(count)]] : []);

/** The server's own command with what the estimate stands on; null for servers that have none here. */
export function serveCommand(d: Deployment, work: ServeSettings): ServeCommand | null {
  const model = d.model ?? placeholder("MODEL");
  const revision: Flag[] = [["--revision", d.revision ?? placeholder("MODEL_REVISION")]];
  const format = formatFlags(d.weightFormat);
  const cache = cacheFlags(work.kvCacheDtype);
  const notes: NoteCode[] = [
    ...format.notes,
    ...cache.notes,
    ...(work.maxModelLen === null ? (["server-default-length"] as const) : []),
  ];
  if (work.engine === "vllm") {
    const flags = [
      ...revision,
      ...above(d.tensor, "--tensor-parallel-size"),
      ...above(d.pipeline, "--pipeline-parallel-size"),
      ...when(work.maxModelLen, "--max-model-len"),
      ...when(work.maxNumSeqs, "--max-num-seqs"),
      ...when(work.maxNumBatchedTokens, "--max-num-batched-tokens"),
      ...when(work.gpuMemoryUtilization, "--gpu-memory-utilization"),
      ...when(work.blockSize, "--block-size"),
      ...format.flags,
      ...cache.flags,
      ...(work.enforceEager ? [["--enforce-eager"]] : []),
      ["--port", String(PORTS.vllm)],
    ];
    return { start: ["vllm", "serve", model], flags, notes };
  }
  if (work.engine !== "sglang") return null;
  const flags = [
    ["--model-path", model],
    ...revision,
    ...above(d.tensor, "--tp-size"),
    ...above(d.pipeline, "--pp-size"),
    ...when(work.maxModelLen, "--context-length"),
    ...when(work.maxNumSeqs, "--max-running-requests"),
    ...when(work.maxNumBatchedTokens, "--chunked-prefill-size"),
    ...when(work.gpuMemoryUtilization, "--mem-fraction-static"),
    ...format.flags,
    ...cache.flags,
    ...(work.enforceEager ? [["--disable-cuda-graph"]] : []),
    ["--port", String(PORTS.sglang)],
  ];
  return { start: ["python", "-m", "sglang.launch_server"], flags, notes };
}
