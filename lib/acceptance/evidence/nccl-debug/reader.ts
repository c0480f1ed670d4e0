import type { CleanedText } from "../clean";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { type NcclLog, readNcclLog } from "./lines";

const MOST_WARNINGS = 20;

function factsOf(log: NcclLog): Facts {
  const all = [...log.communicators.values()];
  const largest = all.reduce<{ size: number; ranks: Set<number> } | null>(
    (a, b) => (a && a.size >= b.size ? a : b),
    null,
  );
  return {
    nccl_version: log.version,
    cuda_driver_version: log.cudaDriver,
    hosts: [...log.hosts].sort(),
    processes: log.processes.size,
    communicators: all.length,
    nranks: largest?.size ?? null,
    ranks_ready: largest?.ranks.size ?? 0,
    transports: Object.fromEntries([...log.ways].sort().map(([way, lines]) => [way, lines.size])),
    networks: [...log.networks].sort(),
    ib_devices: [...log.devices].sort(),
    gpu_direct_rdma: log.gdr,
    nvls: log.nvls,
    coll_channels: log.channels?.coll ?? null,
    p2p_channels: log.channels?.p2p ?? null,
    bootstrap_interface: log.bootstrap,
    settings: Object.fromEntries([...log.settings].sort()),
    init_seconds_max: log.timings.length === 0 ? null : Math.max(...log.timings),
    warnings: [...log.warnings].slice(0, MOST_WARNINGS),
    warning_count: log.warnings.size,
  };
}

function warningsOf(log: NcclLog, facts: Facts, openEnd: boolean): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const missing = [...log.communicators.values()].filter((c) => c.ranks.size < c.size);
  if (log.communicators.size === 0) add("NOTHING_MEASURED", "no communicator was set up");
  if (missing.length > 0) add("INCOMPLETE", `${missing.length} communicators of which not every rank is in the log`);
  if (log.warnings.size > 0) add("TOOL_ERROR", `${log.warnings.size} warnings: ${[...log.warnings][0]}`);
  const sockets = log.networks.has("Socket") || [...log.ways.keys()].some((w) => w.startsWith("NET/Socket"));
  if (sockets && log.hosts.size > 1) add("SLOW_NETWORK", "nodes talk over plain sockets");
  const wide = [...log.ways.keys()].some((w) => w.startsWith("NET/") && !w.startsWith("NET/Socket"));
  if (wide && facts.gpu_direct_rdma === false) add("NO_GPU_DIRECT", "the network goes through host memory");
  if ([...log.ways.keys()].some((w) => w.startsWith("SHM"))) add("NO_PEER_ACCESS", "cards talk through host memory");
  if (openEnd) add("MAYBE_CUT", "the last line has no line end");
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { log, unread } = readNcclLog(cleaned.lines);
  const facts = factsOf(log);
  const strange = unread.filter((l) => !isPrompt(l.text));
  const whole = [...log.communicators.values()].every((c) => c.ranks.size === c.size);
  const troubled = strange.some((l) => TROUBLE.test(l.text));
  return {
    tool: "nccl",
    toolVersion: log.version,
    facts,
    unread: strange.map(unreadLine),
    warnings: warningsOf(log, facts, cleaned.openEnd),
    complete: log.communicators.size > 0 && whole && log.warnings.size === 0 && !troubled && !cleaned.openEnd,
  };
}

function recognise(text: string): number {
  const lines = text.match(/\[-?\d+\] (?:\S+ )?NCCL (?:INFO|WARN) /g)?.length ?? 0;
  if (lines === 0) return 0;
  // Other tools print such lines too: what they say themselves counts for more.
  const other = /out-of-place|# nThread|vLLM|LLM engine|Watchdog caught|elapsed time per iteration/.test(text);
  return other ? 0.4 : lines > 2 ? 0.9 : 0.6;
}

/** What `NCCL_DEBUG=INFO` prints: how ranks talk to each other. */
export const reader: EvidenceReader = { format: "nccl-debug", recognise, read };
