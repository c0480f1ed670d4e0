import { isErrorCell, numberBefore } from "../cell-values";
import type { CleanLine } from "../clean";

export interface GpuRow {
  /** Null when the row with index and name was cut away. */
  readonly index: number | null;
  readonly name: string | null;
  readonly mode: string | null;
  readonly busId: string | null;
  /** Text of every cell that states something, by field. */
  readonly cells: Readonly<Record<string, string>>;
  /** A rule closed the row: no line of it is missing at the end. */
  readonly closed: boolean;
}

export interface SmiTable {
  readonly smiVersion: string | null;
  readonly driverVersion: string | null;
  readonly cudaVersion: string | null;
  readonly windows: boolean;
  readonly header: boolean;
  readonly gpus: readonly GpuRow[];
  readonly migDevices: number;
  /** Null when there is no table of processes. */
  readonly processes: number | null;
  /** The table of processes, which every version prints last, is there and closed. */
  readonly ended: boolean;
  /** Rows that begin with a bar and fit nowhere. */
  readonly strange: readonly CleanLine[];
  readonly outside: readonly CleanLine[];
}

const VERSION =
  /NVIDIA-SMI\s+(\S+)\s+(?:Driver Version|KMD Version):\s*(\S+)(?:\s+CUDA (?:UMD )?Version:\s*([^\s|]+))?/;
const IDENTITY = /^\s*(\d+)\s+(\S.*?)\s+(On|Off|N\/A|WDDM|TCC|MCDM|ERR!)\s*$/;
const BUS = /^\s*([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-9A-Fa-f])\s+(\S+)\s*$/;
const SENSORS = /^\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*\/\s*(\S+)\s*$/;
const MEMORY = /^\s*(\S+)\s*\/\s*(\S+)\s*$/;
const LOAD = /^\s*(\S+)\s+(\S.*?)\s*$/;
const RULE = /^[+|][-=+|]+[+|]$/;

export const isVersionLine = (text: string): boolean => VERSION.test(text);

interface Draft {
  index: number | null;
  name: string | null;
  mode: string | null;
  busId: string | null;
  cells: Record<string, string>;
  closed: boolean;
}

type Section = "gpus" | "mig" | "processes";

/** Takes the lines of one table, top to bottom. */
class TableReader {
  private section: Section = "gpus";
  private open: Draft | null = null;
  readonly gpus: Draft[] = [];
  readonly strange: CleanLine[] = [];
  readonly outside: CleanLine[] = [];
  version: RegExpExecArray | null = null;
  windows = false;
  header = false;
  migDevices = 0;
  readonly processes = new Set<string>();
  ended = false;

  take(line: CleanLine): void {
    const text = line.text.trim();
    if (text === "") return;
    if (RULE.test(text)) this.rule(text);
    else if (text.startsWith("|")) this.row(line, text);
    else this.outside.push(line);
  }

  private rule(text: string): void {
    if (this.section === "processes" && text.startsWith("+")) this.ended = true;
    if (this.open) this.open.closed = true;
    this.open = null;
  }

  private row(line: CleanLine, text: string): void {
    const version = VERSION.exec(text);
    if (version) this.version = version;
    else if (/^\|\s*GPU\s+(?:Name|Fan)\b/.test(text)) this.titles(text);
    else if (/^\|\s*MIG devices:/.test(text)) this.enter("mig");
    else if (/^\|\s*Processes:/.test(text)) this.enter("processes");
    else if (this.section === "gpus") this.gpuRow(line, text);
    else if (this.section === "mig") this.migDevices += /^\|\s*\d+\s+\d+\s+\d+\s+\d+\s*\|/.test(text) ? 1 : 0;
    else this.processRow(text);
  }

  private titles(text: string): void {
    if (!/\bName\b/.test(text)) return;
    this.header = true;
    if (/Driver-Model|TCC\/WDDM/.test(text)) this.windows = true;
  }

  private enter(section: Section): void {
    this.section = section;
  }

  private processRow(text: string): void {
    if (/^\|\s*\d+\s.*\s(?:C|G|C\+G|M\+C)\s/.test(text)) this.processes.add(text);
  }

  private gpuRow(line: CleanLine, text: string): void {
    if (this.isTitle(text)) return;
    const [first = "", second = "", third = ""] = text.split("|").slice(1);
    const id = IDENTITY.exec(first);
    const bus = BUS.exec(second);
    if (id && bus) this.identity(id, bus, third.trim());
    else if (SENSORS.test(first) && MEMORY.test(second)) this.sensors(first, second, third);
    else if (first.trim() === "" && second.trim() === "" && this.open && text.split("|").length === 5)
      this.open.cells.mig = third.trim();
    else this.strange.push(line);
  }

  private isTitle(text: string): boolean {
    return /Pwr:Usage\/Cap|MIG M\.|Volatile Uncorr/.test(text);
  }

  private identity(id: RegExpExecArray, bus: RegExpExecArray, ecc: string): void {
    const [, index, name = "", mode = ""] = id;
    if (/^(?:WDDM|TCC|MCDM)$/.test(mode)) this.windows = true;
    const cells: Record<string, string> = { name, display: bus[2] ?? "", ecc };
    this.open = { index: Number(index), name, mode, busId: bus[1] ?? null, cells, closed: false };
    this.gpus.push(this.open);
  }

  private sensors(first: string, second: string, third: string): void {
    if (this.open === null) {
      // The row with the name was cut away before the paste began.
      this.open = { index: null, name: null, mode: null, busId: null, cells: {}, closed: false };
      this.gpus.push(this.open);
    }
    const [, fan = "", temp = "", perf = "", power = "", cap = ""] = SENSORS.exec(first) ?? [];
    const [, used = "", total = ""] = MEMORY.exec(second) ?? [];
    const [, utilization = "", compute = ""] = LOAD.exec(third) ?? [];
    Object.assign(this.open.cells, { fan, temp, perf, power, cap, used, total, utilization, compute });
  }
}

/** Reads one table; `lines` begin at its version line, or anywhere when that was cut away. */
export function readTable(lines: readonly CleanLine[]): SmiTable {
  const reader = new TableReader();
  for (const line of lines) reader.take(line);
  const { version, windows, header, gpus, migDevices, processes, ended, strange, outside } = reader;
  return {
    smiVersion: version?.[1] ?? null,
    driverVersion: version?.[2] ?? null,
    cudaVersion: version?.[3] ?? null,
    windows,
    header,
    gpus,
    migDevices,
    processes: ended ? processes.size : null,
    ended,
    strange,
    outside,
  };
}

/** Fields of a row that show an error; power and its cap are one. */
export function errorFields(gpu: GpuRow): string[] {
  const names: Readonly<Record<string, string>> = { cap: "power", used: "memory", total: "memory" };
  const order = [
    "name",
    "fan",
    "temp",
    "perf",
    "power",
    "cap",
    "used",
    "total",
    "utilization",
    "compute",
    "ecc",
    "mig",
  ];
  const bad = order.filter((f) => isErrorCell(gpu.cells[f] ?? "")).map((f) => names[f] ?? f);
  if (gpu.mode === "ERR!") bad.push("persistence");
  return [...new Set(bad)];
}

/** On consumer cards and in WSL the fan cannot be read: that alone is no fault. */
export function isFailing(gpu: GpuRow): boolean {
  const bad = errorFields(gpu);
  if (bad.length === 0) return false;
  return !(bad.length === 1 && bad[0] === "fan" && /GeForce|\b[RG]TX\b|Quadro|TITAN/i.test(gpu.name ?? ""));
}

export const wattsOf = (gpu: GpuRow, field: "power" | "cap"): number | null =>
  numberBefore(gpu.cells[field] ?? "", "W");

export const mebibytesOf = (gpu: GpuRow, field: "used" | "total"): number | null =>
  numberBefore(gpu.cells[field] ?? "", "MiB");
