import type { CleanLine } from "../clean";

export interface NcclLine {
  readonly host: string;
  readonly process: string;
  readonly level: "INFO" | "WARN";
  readonly text: string;
}

const LINE = /([\w.-]{1,200}):(\d+):(\d+) \[(-?\d+)\] (?:\S{1,40} )?NCCL (INFO|WARN) (.*)$/;

/** `host:pid:tid [device] NCCL INFO …`, also behind the prefixes of mpirun, Slurm or a time. */
export function ncclLine(line: CleanLine): NcclLine | null {
  const { text } = line;
  if (text.length > 4_000 || !text.includes("NCCL ")) return null;
  const m = LINE.exec(text);
  if (!m) return null;
  return { host: m[1] ?? "", process: `${m[1]}:${m[2]}`, level: m[5] === "WARN" ? "WARN" : "INFO", text: m[6] ?? "" };
}

export interface Communicator {
  readonly size: number;
  readonly ranks: Set<number>;
}

export interface NcclLog {
  readonly hosts: Set<string>;
  readonly processes: Set<string>;
  readonly communicators: Map<string, Communicator>;
  /** Channels by the way they go, each line counted once. */
  readonly ways: Map<string, Set<string>>;
  readonly devices: Set<string>;
  readonly networks: Set<string>;
  readonly settings: Map<string, string>;
  readonly warnings: Set<string>;
  readonly timings: number[];
  version: string | null;
  cudaDriver: string | null;
  channels: { coll: number; nvls: number; p2p: number } | null;
  gdr: boolean;
  nvls: boolean;
  bootstrap: string | null;
}

const INIT = /\bcomm (0x[0-9a-f]+) rank (\d+) n[rR]anks (\d+) .*?(?:commId (0x[0-9a-f]+))?\s*-\s*Init COMPLETE/;
const CHANNEL = /^Channel (\d+)(?:\/\d+)? ?: (\S+) -> (\S+) (?:\[(?:send|receive)\] )?via (.+)$/;
const COUNTS = /(\d+) coll channels,(?: \d+ collnet channels,)?(?: (\d+) nvls channels,)? (\d+) p2p channels/;
const NETWORK = /^Using network (\S+)/;
const SETTING = /^(NCCL_[A-Z0-9_]+) set by environment to (.*?)\.?$/;

/** `P2P/CUMEM`, `SHM/direct/direct`, `NET/IB/0/GDRDMA`: the number of the card is left out. */
const way = (via: string): string =>
  via
    .trim()
    .replace(/\(.*?\)/g, "")
    .replace(/(NET\/[A-Za-z ]+)\/\d+/, "$1")
    .replace(/\/read$|\/comm \S+.*$| comm 0x.*$/, "")
    .trim();

function note(log: NcclLog, { host, process, text }: NcclLine): void {
  log.hosts.add(host);
  log.processes.add(process);
  log.version ??= /NCCL version (\d[\w.+-]*)/.exec(text)?.[1] ?? null;
  log.cudaDriver ??= /cudaDriverVersion (\d+)/.exec(text)?.[1] ?? null;
  log.bootstrap ??= /Bootstrap : Using \[?\d*\]?(\w[\w.-]*):/.exec(text)?.[1] ?? null;
  if (text.includes("GDRDMA")) log.gdr = true;
  if (/NVLS (?:comm|multicast support is available)|Connected NVLS tree/.test(text)) log.nvls = true;
  const network = NETWORK.exec(text)?.[1];
  if (network !== undefined) log.networks.add(network);
  if (text.startsWith("NET/IB : Using"))
    for (const m of text.matchAll(/\[\d+\](\w+):\d+/g)) log.devices.add(m[1] ?? "");
  const setting = SETTING.exec(text);
  if (setting) log.settings.set(setting[1] ?? "", setting[2] ?? "");
  const counts = COUNTS.exec(text);
  if (counts) log.channels = { coll: Number(counts[1]), nvls: Number(counts[2] ?? 0), p2p: Number(counts[3]) };
  const timing = /Init timings.*? total ([\d.]+)/.exec(text)?.[1];
  if (timing !== undefined) log.timings.push(Number(timing));
}

function noteLinks(log: NcclLog, { process, text }: NcclLine): void {
  const init = text.includes("Init COMPLETE") ? INIT.exec(text) : null;
  if (init) {
    const [, , rank, size, id] = init;
    // Older releases print no id of the communicator: its size is all that joins the ranks.
    const key = id ?? `of ${size}`;
    const known = log.communicators.get(key) ?? { size: Number(size), ranks: new Set<number>() };
    known.ranks.add(Number(rank));
    log.communicators.set(key, known);
  }
  const channel = text.startsWith("Channel ") ? CHANNEL.exec(text) : null;
  if (!channel) return;
  const via = way(channel[4] ?? "");
  const seen = log.ways.get(via) ?? new Set<string>();
  seen.add(`${process} ${text}`);
  log.ways.set(via, seen);
}

export function readNcclLog(lines: readonly CleanLine[]): { log: NcclLog; unread: CleanLine[] } {
  const log: NcclLog = {
    hosts: new Set(),
    processes: new Set(),
    communicators: new Map(),
    ways: new Map(),
    devices: new Set(),
    networks: new Set(),
    settings: new Map(),
    warnings: new Set(),
    timings: [],
    version: null,
    cudaDriver: null,
    channels: null,
    gdr: false,
    nvls: false,
    bootstrap: null,
  };
  const unread: CleanLine[] = [];
  for (const line of lines) {
    if (line.text.trim() === "") continue;
    const found = ncclLine(line);
    const bare = found ? null : /^NCCL version (\d[\w.+-]*)$/.exec(line.text.trim())?.[1];
    if (bare) log.version ??= bare;
    if (!found) {
      if (!bare) unread.push(line);
      continue;
    }
    note(log, found);
    noteLinks(log, found);
    if (found.level === "WARN") {
      log.warnings.add(found.text);
      unread.push(line);
    }
  }
  return { log, unread };
}
