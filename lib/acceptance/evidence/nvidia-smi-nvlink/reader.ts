import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct } from "../distinct";
import { rowsOf } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading, UnreadLine } from "../reader-contract";
import { toolError } from "../tool-errors";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

interface GpuLinks {
  readonly index: number;
  readonly name: string;
  readonly uuid: string;
  /** Speed by number of the link, null for one that is down. */
  readonly links: Map<number, string | null>;
  readonly errors: Map<string, number>;
  doubled: boolean;
}

interface Found {
  readonly gpus: GpuLinks[];
  readonly unread: UnreadLine[];
  unsupported: boolean;
  error: string | null;
}

const GPU = /^\s*GPU\s+(\d+):\s+(.+?)\s+\(UUID:\s+([^\s)]+)\)\s*$/;
const SPEED = /^\s*Link\s+(\d+):\s+(\d+(?:\.\d+)?) GB\/s\s*$/;
const DOWN = /^\s*Link\s+(\d+):\s+<?inactive>?\s*$/i;
const ERRORS = /^\s*Link\s+(\d+):\s+(\w[\w /-]*?)(?: Error| Count)*(?: Errors)?:\s+(\d+)\s*$/;
const CAPABILITY = /^\s*Link\s+\d+[,:]\s+[A-Za-z][^:]*: /;
const UNSUPPORTED =
  /N[Vv]link (?:queries|is|are) not supported|Nvlink queries are not supported|NVLink.* not supported/;

function take(line: CleanLine, found: Found): void {
  const { text } = line;
  const open = found.gpus.at(-1);
  const gpu = GPU.exec(text);
  const speed = SPEED.exec(text);
  const down = DOWN.exec(text);
  const errors = ERRORS.exec(text);
  if (gpu) {
    const uuid = gpu[3] ?? "";
    found.gpus.push({
      index: Number(gpu[1]),
      name: gpu[2] ?? "",
      uuid,
      links: new Map(),
      errors: new Map(),
      doubled: false,
    });
  } else if (open && (speed || down)) {
    const link = Number((speed ?? down)?.[1]);
    if (open.links.has(link)) open.doubled = true;
    open.links.set(link, speed?.[2] ?? null);
  } else if (open && errors) open.errors.set(`${errors[1]}/${errors[2]}`, Number(errors[3]));
  else if (UNSUPPORTED.test(text)) found.unsupported = true;
  else if (text.trim() !== "" && !isPrompt(text) && !CAPABILITY.test(text)) {
    found.unread.push(unreadLine(line));
    found.error ??= toolError(text);
  }
}

function factsOf(found: Found): Facts {
  const { gpus } = found;
  const links = gpus.flatMap((g) => [...g.links.values()]);
  const errors = gpus.flatMap((g) => [...g.errors.values()]);
  const perGpu: Json = gpus.map((g) => ({ gpu: g.index, links: g.links.size, inactive: inactive(g) }));
  return {
    gpus: gpus.length,
    names: sortedDistinct(gpus.map((g) => g.name)),
    links: links.filter((s) => s !== null).length,
    inactive: links.filter((s) => s === null).length,
    speeds: sortedDistinct(links.flatMap((s) => s ?? [])),
    links_per_gpu: perGpu,
    link_errors: errors.length > 0 ? errors.reduce((a, b) => a + b, 0) : null,
    not_supported: found.unsupported,
    empty: gpus.length === 0 && found.error === null && !found.unsupported,
    note: found.unsupported ? "not supported in MIG mode: not a failure of the link itself" : null,
    error: found.error,
  };
}

const inactive = (gpu: GpuLinks): number => [...gpu.links.values()].filter((s) => s === null).length;

/** Links are numbered from 0 without a gap, and every card of a listing has as many as the others. */
function isWhole({ gpus }: Found): boolean {
  const counts = new Set(gpus.map((g) => g.links.size));
  const numbered = gpus.every((g) => [...g.links.keys()].every((n) => n < g.links.size));
  return gpus.length > 0 && counts.size === 1 && !counts.has(0) && numbered;
}

function isConsistent({ gpus }: Found): boolean {
  const indices = new Set(gpus.map((g) => g.index));
  return indices.size === gpus.length && !gpus.some((g) => g.doubled);
}

function warningsOf(found: Found): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (found.error) add("TOOL_ERROR", `nvidia-smi reports: ${found.error}`);
  if (found.unsupported) add("NOT_SUPPORTED", "links cannot be asked in MIG mode: that says nothing of the links");
  else if (found.gpus.length > 0 && !isWhole(found)) add("INCOMPLETE", "cards show different numbers of links");
  if (!isConsistent(found)) add("INCONSISTENT", "a card or a link stands twice");
  const down = found.gpus.reduce((n, g) => n + inactive(g), 0);
  if (down > 0) add("LINKS_DOWN", `${down} links are inactive`);
  return list;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const found: Found = { gpus: [], unread: [], unsupported: false, error: null };
  const { rows, tooLong } = rowsOf(cleaned.lines);
  for (const line of rows) take(line, found);
  for (const line of tooLong) found.unread.push(unreadLine(line));
  const trouble = found.unread.some((u) => TROUBLE.test(u.text) || /^\s*(?:GPU|Link)\b/.test(u.text));
  const openEnd = cleaned.openEnd && found.unread.length > 0;
  return {
    tool: "nvidia-smi nvlink",
    toolVersion: null,
    facts: factsOf(found),
    unread: found.unread,
    warnings: warningsOf(found),
    complete:
      tooLong.length === 0 &&
      isWhole(found) &&
      isConsistent(found) &&
      !found.unsupported &&
      found.error === null &&
      !trouble &&
      !openEnd,
  };
}

const NOTHING: Found = { gpus: [], unread: [], unsupported: false, error: null };

function recognise(text: string): number {
  if (/^[ \t]*Link[ \t]+\d+:[ \t]+(?:\d|<?inactive)/m.test(text)) return 0.96;
  if (UNSUPPORTED.test(text.slice(0, 100_000))) return 0.96;
  if (/^[ \t]*Link[ \t]+\d+[:,][ \t]+\w/m.test(text) && /^[ \t]*GPU[ \t]+\d+:/m.test(text)) return 0.9;
  return /nvidia-smi\s+nvlink\b/.test(text.slice(0, 20_000)) ? 0.55 : 0;
}

/** `nvidia-smi nvlink -s`: speed of each link. A card without links prints nothing at all. */
export const reader: EvidenceReader = {
  format: "nvidia-smi-nvlink",
  recognise,
  read,
  empty: () => ({
    tool: "nvidia-smi nvlink",
    toolVersion: null,
    facts: factsOf(NOTHING),
    unread: [],
    warnings: [{ code: "EMPTY", message: "no data: nvidia-smi prints nothing for a card without NVLink" }],
    complete: false,
  }),
};
