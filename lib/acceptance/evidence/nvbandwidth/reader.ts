import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { earlier, rowsOf, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

interface Test {
  readonly name: string;
  unit: string | null;
  readonly cells: number[];
  sum: number | null;
}

interface Run {
  version: string | null;
  driver: string | null;
  readonly devices: Map<number, string>;
  readonly tests: Test[];
  waived: number;
  readonly unread: CleanLine[];
  /** The last line is a sum: its figure may be cut. */
  sumLast: boolean;
}

const VERSION = /^nvbandwidth Version: (\S+)/;
const DRIVER = /^Driver Version: (\S+)/;
const DEVICE = /^Device (\d+): (.*?)(?: \([0-9A-Fa-f:.]+\))?$/;
const RUNNING = /^Running (\w+)\.$/;
const SUM = /^(?:SUM|TOTAL) (\w+) (\d+(?:\.\d+)?)$/;
const TITLE = /\((GB\/s|ns|us)\)\s*$/;
const ROW = /^\d+(?:\s+(?:\d+\.\d+|N\/A))+$/;
const KNOWN =
  /^(?:Built from Git version|CUDA Runtime Version|CUDA Driver Version|NOTE: The reported|Performance can vary|NVML|Waived:)|^\d+(?:\s+\d+)*$|^(?:MIN|MAX|AVG|STDDEV|COV)\b/;

const startsRun = (text: string): boolean => VERSION.test(text.trim());

function take(line: CleanLine, run: Run): void {
  const text = line.text.trim();
  if (text === "") return;
  const open = run.tests.at(-1);
  const device = DEVICE.exec(text);
  const sum = SUM.exec(text);
  const running = RUNNING.exec(text);
  run.sumLast = sum !== null;
  if (VERSION.test(text)) run.version = VERSION.exec(text)?.[1] ?? null;
  else if (DRIVER.test(text)) run.driver = DRIVER.exec(text)?.[1] ?? null;
  else if (device) run.devices.set(Number(device[1]), device[2] ?? "");
  else if (running) run.tests.push({ name: running[1] ?? "", unit: null, cells: [], sum: null });
  else if (sum && open && open.name === sum[1] && open.sum === null) open.sum = Number(sum[2]);
  else if (/^Waived:/.test(text)) run.waived += 1;
  else if (TITLE.test(text) && open) open.unit = TITLE.exec(text)?.[1] ?? null;
  else if (ROW.test(text) && open && open.sum === null) open.cells.push(...cellsOf(text));
  else if (!KNOWN.test(text)) run.unread.push(line);
}

const cellsOf = (text: string): number[] =>
  text
    .split(/\s+/)
    .slice(1)
    .flatMap((c) => (c === "N/A" ? [] : [Number(c)]));

const sumOf = (test: Test): number => test.cells.reduce((a, b) => a + b, 0);

/** The printed sum is that of the printed cells; each is rounded to two decimals. */
const sumHolds = (test: Test): boolean =>
  test.sum !== null && Math.abs(test.sum - sumOf(test)) <= 0.01 + 0.006 * test.cells.length;

const isWhole = (run: Run): boolean =>
  run.tests.length > 0 && run.version !== null && run.tests.every((t) => t.sum !== null);

const isConsistent = (run: Run): boolean =>
  run.tests.every((t) => t.sum === null || sumHolds(t)) &&
  new Set(run.tests.map((t) => t.name)).size === run.tests.length;

function factsOf(run: Run): Facts {
  const names = sortedDistinct([...run.devices.values()]);
  const summed = run.tests.filter((t) => t.sum !== null);
  const per = (value: (t: Test) => Json): Record<string, Json> =>
    Object.fromEntries(summed.map((t) => [t.name, value(t)]));
  return {
    version: run.version,
    driver_version: run.driver,
    device: names.length === 1 ? (names[0] ?? null) : names.length > 1 ? names.join(", ") : null,
    names,
    gpus: run.devices.size > 0 ? run.devices.size : null,
    sums: per((t) => t.sum),
    units: per((t) => t.unit),
    min: per((t) => (t.cells.length > 0 ? Math.min(...t.cells) : null)),
    max: per((t) => (t.cells.length > 0 ? Math.max(...t.cells) : null)),
    waived: run.waived,
    truncated: !isWhole(run),
  };
}

function warningsOf(run: Run): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (!isWhole(run)) add("INCOMPLETE", "a test has no sum, or the head is missing: the output is cut");
  if (!isConsistent(run)) add("INCONSISTENT", "a sum is not that of its cells, or a test stands twice");
  if (run.waived > 0) add("WAIVED", `${run.waived} tests do not apply to this machine and were not run`);
  return list;
}

function readRun(lines: readonly CleanLine[]): Run {
  const run: Run = {
    version: null,
    driver: null,
    devices: new Map(),
    tests: [],
    waived: 0,
    unread: [],
    sumLast: false,
  };
  for (const line of lines) take(line, run);
  return run;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { rows, tooLong } = rowsOf(cleaned.lines);
  const { before, payloads } = splitPayloads(rows, (l) => startsRun(l.text));
  const all: readonly (readonly CleanLine[])[] = payloads.length > 0 ? payloads : [before];
  const run = readRun(all.at(-1) ?? []);
  const lead = payloads.length > 0 ? before.filter((l) => l.text.trim() !== "") : [];
  const unread = [...lead, ...run.unread].filter((l) => !isPrompt(l.text.trim()));
  const trouble =
    unread.some((l) => TROUBLE.test(l.text)) || (cleaned.openEnd && (run.sumLast || run.unread.length > 0));
  return {
    tool: "nvbandwidth",
    toolVersion: run.version,
    facts: factsOf(run),
    unread: [...unread, ...tooLong].map(unreadLine),
    warnings: warningsOf(run),
    complete: isWhole(run) && isConsistent(run) && !trouble && tooLong.length === 0,
    others: earlier(all).map((part) => factsOf(readRun(part))),
  };
}

function recognise(text: string): number {
  if (/^[ \t]*nvbandwidth Version: /m.test(text)) return 0.96;
  if (/^[ \t]*(?:SUM|Running) \w{1,80}_(?:ce|sm)\b/m.test(text)) return 0.85;
  return 0;
}

/** nvbandwidth: copies between host and cards, and between cards. */
export const reader: EvidenceReader = { format: "nvbandwidth", recognise, read };
