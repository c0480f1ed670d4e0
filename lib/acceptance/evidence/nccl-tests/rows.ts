import type { CleanLine } from "../clean";

export interface Side {
  readonly timeUs: number | null;
  readonly algbw: number;
  readonly busbw: number;
  /** Wrong values; null where correctness was not checked. */
  readonly wrong: number | null;
}

export interface NcclRow {
  readonly sizeBytes: number;
  readonly count: number;
  readonly type: string;
  /** Null where the column does not exist, `none` where the collective reduces nothing. */
  readonly redop: string | null;
  readonly root: number | null;
  readonly outOfPlace: Side;
  readonly inPlace: Side | null;
}

export interface NcclRun {
  readonly rows: readonly NcclRow[];
  readonly ranks: ReadonlySet<number>;
  readonly devices: readonly string[];
  readonly hosts: readonly string[];
  readonly operation: string | null;
  readonly version: string | null;
  readonly toolVersion: string | null;
  readonly maxBytes: number | null;
  readonly step: { readonly value: number; readonly factor: boolean } | null;
  readonly validation: boolean | null;
  readonly outOfBounds: readonly [number, string] | null;
  readonly average: { readonly value: number; readonly word: string | null } | null;
  /** The line of the average is the very last one of the paste: its figure may be cut. */
  readonly averageLast: boolean;
  readonly broken: readonly CleanLine[];
  readonly errors: readonly string[];
  readonly outside: readonly CleanLine[];
}

const TAG = /^(?:\[\d+,\d+\](?:<std(?:out|err)>)?:\s?|\s*\d+:\s(?=\s*[#\d]))/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const RANK = /^#?\s*Rank\s+(\d+)\s+(?:Group\s+\d+\s+)?Pid\s+\d+\s+on\s+(\S+)\s+device\s+\d+\s+\[[^\]]*\]\s+(.*\S)\s*$/;
const SETUP = /^#?\s*nThread \d+ nGpus \d+ minBytes \d+ maxBytes (\d+) step: (\d+)\((factor|bytes)\)/;
const BOUNDS = /^#?\s*Out of bounds values\s*:\s*(\d+)\s+(\w+)/;
const AVERAGE = /^#?\s*Avg bus bandwidth\s*:\s*(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(\w+)?\s*$/i;
const OPERATION =
  /\b(all_reduce|all_gather|reduce_scatter|alltoall|broadcast|sendrecv|hypercube|scatter|gather|reduce)_perf\b/;
const TOOL_VERSION = /nccl-tests version (\d[\w.+-]*)/;
const VERSION = /NCCL version (\d[\w.+-]*)|nccl-library[= ]+(\d[\w.+-]*)/;
const ERROR =
  /Test (?:CUDA|NCCL) failure|Test failure \S+:\d|not enough slots available|\b(?:mpirun|prterun|ORTE|PRTE|srun)\b.{0,200}(?:error|abort|exited|failed)|^Error: |unhandled (?:cuda|system) error|command not found|No such file or directory|Permission denied/i;
const KNOWN =
  /^#|NCCL INFO|^\s*(?:out-of-place|size\s+count|\(B\)\s+\(elements\))|Using devices|Collective test (?:starting|concluded)|nccl-tests version/;

/** Below the names of the columns stand their units; a table in others is not read. */
const UNITS = /\(B\)\s+\(elements\)/;
const foreign = (text: string): boolean =>
  UNITS.test(text) &&
  [...text.matchAll(/\(([^()]+)\)/g)].some(([, u]) => !["B", "elements", "us", "GB/s"].includes(u ?? ""));

export const startsRun = (text: string): boolean =>
  SETUP.test(text.replace(TAG, "")) || /Collective test starting/.test(text);

function sideOf(cells: readonly string[]): Side | null {
  const [time = "", algbw = "", busbw = "", wrong = ""] = cells;
  if (![algbw, busbw].every((c) => NUMBER.test(c)) || !(NUMBER.test(wrong) || wrong === "N/A")) return null;
  return {
    timeUs: NUMBER.test(time) ? Number(time) : null,
    algbw: Number(algbw),
    busbw: Number(busbw),
    wrong: wrong === "N/A" ? null : Number(wrong),
  };
}

/** `size count type [redop] [root] | time algbw busbw #wrong | … [#iters]`; null for a line that is no whole row. */
export function rowOf(text: string): NcclRow | null {
  const cells = text.trim().split(/\s+/);
  const [size = "", count = "", type = ""] = cells;
  if (
    !/^\d+$/.test(size) ||
    !/^\d+$/.test(count) ||
    !/^(?:u?int\d+|half|float\d*|double|bfloat16|f8e\w+|fp8\w*|char)$/.test(type)
  )
    return null;
  let at = 3;
  const redop = /^[a-z]+$/i.test(cells[at] ?? "") ? (cells[at++] ?? null) : null;
  const root = redop !== null && /^-?\d+$/.test(cells[at] ?? "") && cells.length - at > 8 ? Number(cells[at++]) : null;
  const figures = cells.slice(at);
  if (![4, 5, 8, 9].includes(figures.length)) return null;
  const outOfPlace = sideOf(figures.slice(0, 4));
  const inPlace = figures.length >= 8 ? sideOf(figures.slice(4, 8)) : null;
  if (!outOfPlace || (figures.length >= 8 && !inPlace)) return null;
  return { sizeBytes: Number(size), count: Number(count), type, redop, root, outOfPlace, inPlace };
}

interface Draft {
  rows: NcclRow[];
  ranks: Set<number>;
  devices: string[];
  hosts: string[];
  operation: string | null;
  version: string | null;
  toolVersion: string | null;
  maxBytes: number | null;
  step: { value: number; factor: boolean } | null;
  validation: boolean | null;
  outOfBounds: [number, string] | null;
  average: { value: number; word: string | null } | null;
  averageLast: boolean;
  otherUnits: boolean;
  broken: CleanLine[];
  errors: string[];
  outside: CleanLine[];
}

function setup(text: string, m: RegExpExecArray, run: Draft): void {
  run.maxBytes = Number(m[1]);
  run.step = { value: Number(m[2]), factor: m[3] === "factor" };
  const validation = /validation: (\d)/.exec(text)?.[1];
  run.validation = validation === undefined ? null : validation !== "0";
}

function take(line: CleanLine, run: Draft): void {
  const text = line.text.replace(TAG, "");
  if (text.trim() === "" || text.length > 4_000) return;
  run.operation ??= OPERATION.exec(text)?.[1] ?? null;
  const version = VERSION.exec(text);
  if (version) run.version ??= version[1] ?? version[2] ?? null;
  run.toolVersion ??= TOOL_VERSION.exec(text)?.[1] ?? null;
  const rank = RANK.exec(text);
  const head = SETUP.exec(text);
  const bounds = BOUNDS.exec(text);
  const average = AVERAGE.exec(text);
  const row = /^\s*\d/.test(text) ? rowOf(text) : null;
  const error = !row && ERROR.test(text);
  run.averageLast = average !== null;
  run.otherUnits ||= foreign(text);
  if (row && run.otherUnits) run.broken.push(line);
  else if (row) run.rows.push(row);
  else if (rank) {
    run.ranks.add(Number(rank[1]));
    run.hosts.push(rank[2] ?? "");
    run.devices.push(rank[3] ?? "");
  } else if (head) setup(text, head, run);
  else if (bounds) run.outOfBounds = [Number(bounds[1]), bounds[2] ?? ""];
  else if (average) run.average = { value: Number(average[1]), word: average[2] ?? null };
  else if (/^\s*\d+\s+\d*\s/.test(text) && !version) run.broken.push(line);
  else if (error && !/^#/.test(text)) {
    run.errors.push(text.trim());
    run.outside.push(line);
  } else if (!KNOWN.test(text) && !version) run.outside.push(line);
}

/** Reads one run: its head, its rows and its two lines of summary. */
export function readRun(lines: readonly CleanLine[]): NcclRun {
  const run: Draft = {
    rows: [],
    ranks: new Set(),
    devices: [],
    hosts: [],
    operation: null,
    version: null,
    toolVersion: null,
    maxBytes: null,
    step: null,
    validation: null,
    outOfBounds: null,
    average: null,
    averageLast: false,
    otherUnits: false,
    broken: [],
    errors: [],
    outside: [],
  };
  for (const line of lines) take(line, run);
  return run;
}
