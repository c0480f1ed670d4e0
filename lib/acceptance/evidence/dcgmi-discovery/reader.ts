import type { Json } from "@/lib/digest/canonical";
import { isNullLike } from "../cell-values";
import type { CleanedText, CleanLine } from "../clean";
import { earlier, rowsOf, splitPayloads } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading, UnreadLine } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";

interface Gpu {
  readonly id: number;
  name: string | null;
  busId: string | null;
  uuid: string | null;
  /** A rule closed the row. */
  closed: boolean;
}

interface Found {
  readonly gpus: Gpu[];
  readonly unread: UnreadLine[];
  /** What the head says, null without one. */
  headCount: number | null;
  active: boolean;
  /** Rows of the other tables by their title, `NvSwitches`, `ConnectX`, `CPUs`. */
  readonly others: Map<string, { stated: number; rows: number; rules: number }>;
  table: string | null;
  error: string | null;
}

const HEAD = /^\s*(\d+) GPUs? found(?: \((\w+)\))?\.\s*$/;
const OTHER_HEAD = /^\s*(\d+) (NvSwitch(?:es)?|ConnectX|CPUs?|[A-Z]\w+) found\.\s*$/;
const TITLE = /^\|\s*(?:GPU ID|Switch ID|ConnectX|CPU ID|Instance ID)\b/;
const FIRST = /^\|\s*(\d+)\s*\|\s*Name:\s*(.*?)\s*\|?\s*$/;
const BUS = /^\|\s*\|\s*PCI Bus ID:\s*([0-9A-Fa-f:.]+)\s*\|\s*$/;
const UUID = /^\|\s*\|\s*Device UUID:\s*(\S+)\s*\|\s*$/;
const OTHER_ROW = /^\|\s*(\d+)\s*\|/;
const GPU_RULE = /^\+[-=]+\+[-=]+\+$/;
const RULE = /^\+[-=+]+\+$/;
const ERROR = /^Error: |unable to (?:establish a connection|connect to host engine)|host engine connection invalid/i;

function take(line: CleanLine, found: Found): void {
  const text = line.text.trim();
  const head = HEAD.exec(text);
  const other = OTHER_HEAD.exec(text);
  const open = found.gpus.at(-1);
  if (text === "" || TITLE.test(text)) return;
  if (head) {
    found.headCount = Number(head[1]);
    found.active = head[2] === "Active";
    found.table = "GPU";
  } else if (other) {
    found.table = other[2] ?? "";
    found.others.set(found.table, { stated: Number(other[1]), rows: 0, rules: 0 });
  } else if (found.table === "GPU" ? GPU_RULE.test(text) : RULE.test(text)) {
    if (open && found.table === "GPU" && open.uuid !== null) open.closed = true;
    const table = found.others.get(found.table ?? "");
    if (table) table.rules += 1;
  } else if (found.table === "GPU" && text.startsWith("|")) gpuRow(line, text, found);
  else if (found.table !== "GPU" && text.startsWith("|")) {
    const table = found.others.get(found.table ?? "");
    if (table && OTHER_ROW.test(text)) table.rows += 1;
  } else outside(line, text, found);
}

function gpuRow(line: CleanLine, text: string, found: Found): void {
  const first = FIRST.exec(text);
  const open = found.gpus.at(-1);
  if (first) {
    const name = first[2] ?? "";
    found.gpus.push({
      id: Number(first[1]),
      name: isNullLike(name) ? null : name,
      busId: null,
      uuid: null,
      closed: false,
    });
  } else if (open && BUS.test(text)) open.busId = BUS.exec(text)?.[1] ?? null;
  else if (open && UUID.test(text)) open.uuid = UUID.exec(text)?.[1] ?? null;
  else found.unread.push(unreadLine(line));
}

function outside(line: CleanLine, text: string, found: Found): void {
  if (ERROR.test(text)) found.error ??= text;
  else if (!isPrompt(text) && !/dcgmi discovery/.test(text)) found.unread.push(unreadLine(line));
}

function countOf(found: Found): Json {
  const { gpus, headCount } = found;
  if (headCount !== null) return headCount;
  const ids = gpus.map((g) => g.id);
  return ids.length === 0 ? null : `unknown (head cut; highest id ${Math.max(...ids)})`;
}

/** Rows of one of the other tables, when it is there and says how many. */
function others(found: Found, title: RegExp): number | null {
  for (const [name, { stated, rows }] of found.others) if (title.test(name)) return stated === rows ? stated : null;
  return null;
}

/** Above the title, below it, and after the rows. */
const RULES_OF_A_TABLE = 3;

function isWhole(found: Found): boolean {
  const { gpus, headCount } = found;
  const rows = gpus.every((g) => g.closed && g.uuid !== null && g.busId !== null);
  const rest = [...found.others.values()].every((t) => t.stated === t.rows && t.rules === RULES_OF_A_TABLE);
  return headCount !== null && headCount > 0 && gpus.length === headCount && rows && rest;
}

/** Names in the order of the table, each once; a name that could not be read is null. */
function namesOf(gpus: readonly Gpu[]): (string | null)[] {
  const known = [...new Set(gpus.flatMap((g) => g.name ?? []))].sort();
  return gpus.some((g) => g.name === null) ? [...known, null] : known;
}

function factsOf(found: Found): Facts {
  const { gpus } = found;
  const [only] = gpus;
  return {
    gpu_count: countOf(found),
    gpu_count_head: found.headCount,
    gpu_rows_seen: gpus.length,
    names: namesOf(gpus),
    bus_ids: gpus.flatMap((g) => g.busId ?? []),
    uuids: gpus.flatMap((g) => g.uuid ?? []),
    uuid: gpus.length === 1 ? (only?.uuid ?? "unreadable") : null,
    nvswitches: others(found, /^NvSwitch/),
    connectx: others(found, /^ConnectX/),
    cpus: others(found, /^CPU/),
    truncated: found.error !== null && gpus.length === 0 ? null : !isWhole(found),
    error: found.error,
  };
}

function warningsOf(found: Found): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  const { gpus, headCount } = found;
  if (found.error) add("TOOL_ERROR", `dcgmi reports: ${found.error}`);
  else if (!isWhole(found))
    add("INCOMPLETE", `${headCount ?? "an unknown number of"} cards stated, ${gpus.length} listed`);
  if (gpus.some((g) => g.name === null)) add("NAME_UNKNOWN", "the host engine cannot read a card's name");
  if (gpus.some((g) => /Graphics Device/.test(g.name ?? ""))) add("NAME_GENERIC", "this DCGM does not know the card");
  if (repeats(gpus)) add("INCONSISTENT", "a card stands twice");
  return list;
}

const repeats = (gpus: readonly Gpu[]): boolean =>
  new Set(gpus.map((g) => g.id)).size < gpus.length ||
  new Set(gpus.flatMap((g) => g.uuid ?? [])).size < gpus.flatMap((g) => g.uuid ?? []).length;

function found(lines: readonly CleanLine[]): Found {
  const empty: Found = {
    gpus: [],
    unread: [],
    headCount: null,
    active: false,
    others: new Map(),
    table: "GPU",
    error: null,
  };
  for (const line of lines) take(line, empty);
  return empty;
}

function read(_text: string, cleaned: CleanedText): Reading {
  const { rows, tooLong } = rowsOf(cleaned.lines);
  const { before, payloads } = splitPayloads(rows, (l) => HEAD.test(l.text));
  const all = payloads.length > 0 ? payloads : [before];
  const last = found(all.at(-1) ?? []);
  const lead = payloads.length > 0 ? found(before) : null;
  const unread = [...(lead?.unread ?? []), ...last.unread, ...tooLong.map(unreadLine)];
  const trouble =
    unread.some((u) => TROUBLE.test(u.text) || /^[|+\d]/.test(u.text.trim())) || (cleaned.openEnd && unread.length > 0);
  const named = last.gpus.every((g) => g.name !== null);
  const sound = isWhole(last) && named && !repeats(last.gpus) && last.error === null;
  return {
    tool: "dcgmi discovery",
    toolVersion: null,
    facts: factsOf(last),
    unread,
    warnings: warningsOf(last),
    complete: sound && (lead?.error ?? null) === null && !trouble && tooLong.length === 0,
    others: earlier(all).map((part) => factsOf(found(part))),
  };
}

function recognise(text: string): number {
  if (/^[ \t]*\d+ GPUs? found(?: \(\w+\))?\.[ \t]*$/m.test(text)) return 0.95;
  if (
    /^[ \t]*\|[ \t]*\|[ \t]*Device UUID:/m.test(text) ||
    /^[ \t]*\|[ \t]*GPU ID[ \t]*\|[ \t]*Device Information/m.test(text)
  )
    return 0.9;
  const short = text.length < 20_000;
  if (short && /dcgmi\s+discovery\b/.test(text)) return 0.7;
  const engine = /unable to (?:establish a connection to the specified host|connect to host engine)/i.test(text);
  return short && engine && !/\bdiag/i.test(text) ? 0.6 : 0;
}

/** `dcgmi discovery -l`: the cards, switches and adapters that the host engine sees. */
export const reader: EvidenceReader = { format: "dcgmi-discovery", recognise, read };
