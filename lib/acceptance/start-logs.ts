import type { EvidenceItem } from "./selection";

/** Start-up logs that are read, each of the server that writes it. */
export const START_LOG_FORMATS = ["vllm-log", "trtllm-log"] as const;

const ENGINE_OF: Readonly<Record<string, string>> = { "vllm-log": "vllm", "trtllm-log": "tensorrt-llm" };

/** Formats of the start-up log for the brief's server: none where Headroom reads no log of it. */
export function startLogsFor(engine: string | null): readonly string[] {
  if (engine === null) return START_LOG_FORMATS;
  return START_LOG_FORMATS.filter((f) => ENGINE_OF[f] === engine);
}

/** The server that a log is of, and whether the brief asks for another one. */
export const isOtherEngine = (log: EvidenceItem, engine: string | null): boolean =>
  engine !== null && ENGINE_OF[log.format ?? ""] !== engine;

export const startLogs = (items: readonly EvidenceItem[]): EvidenceItem[] =>
  items.filter((e) => (START_LOG_FORMATS as readonly (string | null)[]).includes(e.format));
