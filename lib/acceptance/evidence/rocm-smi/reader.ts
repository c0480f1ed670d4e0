import type { Json } from "@/lib/digest/canonical";
import type { CleanedText, CleanLine } from "../clean";
import { sortedDistinct, sortedNumbers } from "../distinct";
import { scanJson } from "../json-values";
import { earlier, rowsOf } from "../payloads";
import type { EvidenceReader, EvidenceWarning, Facts, Reading } from "../reader-contract";
import { isPrompt, TROUBLE, unreadLine } from "../unread";
import { hasAmdJson, readAmdJson } from "./amd-json";
import { hasAmdBlocks, isAmdTable, readAmdBlocks, readAmdTable } from "./amd-smi";
import type { AmdReading } from "./card";
import { isConcise, readConcise, readJson, readKeyed } from "./table";

const ERROR =
  /AmdSmiLibraryException|AMDSMI_STATUS_\w|RSMI_STATUS_\w|ERROR:root:|amdgpu not found|No AMD GPUs? (?:found|specified)|Driver not initialized|(?:rocm|amd)-smi: (?:command )?not found/i;
const MAX_ERROR_CHARS = 1_000;
const FRAMED =
  /^\s*(?:=+.*|[|+].*|(?:GPU|CARD)\[\d+\].*|(?:Device|GPU)\s+.*%.*|\d+\s.*(?:%|W|N\/A).*|Driver version:.*|\(.*\)|WARNING: AMD GPU device\(s\) is\/are in a low-power state.*|[A-Z][A-Z0-9_]*:.*|GPU: \d+)\s*$/;

interface Found {
  readonly reading: AmdReading | null;
  readonly before: readonly AmdReading[];
  readonly outside: readonly CleanLine[];
}

function find(text: string, given: CleanedText): Found {
  const { rows, tooLong } = rowsOf(given.lines);
  const cards = /"card\d+"\s*:/.test(text);
  const inJson = cards || hasAmdJson(text);
  const cleaned = inJson ? given : { ...given, lines: rows };
  if (inJson) {
    const scan = scanJson(text);
    const all = scan.payloads.flatMap((p) => (cards ? readJson(p.value) : readAmdJson(p.value)) ?? []);
    const outside = scan.outside.map((o) => ({ number: cleaned.lines[o.lineIndex]?.number ?? 0, text: o.text }));
    const last = all.at(-1) ?? null;
    const whole = !scan.truncated && scan.payloads.every((p) => p.value !== null) && (last?.whole ?? false);
    return { reading: last && { ...last, whole }, before: all.slice(0, -1), outside };
  }
  const outside = cleaned.lines.filter(
    (l) => l.text.trim() !== "" && !FRAMED.test(l.text) && !/^\s{4,}\S/.test(l.text),
  );
  return { reading: fromLines(text, cleaned), before: [], outside: [...outside, ...tooLong] };
}

function fromLines(text: string, cleaned: CleanedText): AmdReading | null {
  if (isAmdTable(text)) return readAmdTable(cleaned.lines);
  if (/^[ \t]*(?:GPU|CARD)\[\d+\][ \t]*:/m.test(text)) return readKeyed(cleaned.lines);
  if (isConcise(text)) return readConcise(cleaned.lines);
  return hasAmdBlocks(text) ? readAmdBlocks(cleaned.lines, cleaned.openEnd) : null;
}

const one = <T extends Json>(values: readonly T[]): Json =>
  values.length === 0 ? null : values.length === 1 ? (values[0] ?? null) : values;

/** Cards by their NUMA node; null where no output says. */
function numaOf({ cards }: AmdReading): Json {
  const nodes = sortedNumbers(cards.flatMap((c) => c.numaNode ?? []));
  if (nodes.length === 0) return null;
  return Object.fromEntries(
    nodes.map((n) => [String(n), sortedNumbers(cards.flatMap((c) => (c.numaNode === n ? [c.index] : [])))]),
  );
}

function factsOf(reading: AmdReading | null, error: string | null): Facts {
  const cards = reading?.cards ?? [];
  const names = sortedDistinct(cards.flatMap((c) => c.name ?? []));
  const ids = sortedDistinct(cards.flatMap((c) => c.deviceId ?? []));
  const caps = cards.map((c) => c.powerCapW);
  const count = cards.length > 0 ? cards.length : null;
  return {
    gpus: count,
    cards: count,
    names,
    name: names.length > 0 ? one(names) : ids.length > 0 ? one(ids.map((id) => `${id} (no product name)`)) : null,
    device_id: one(ids),
    id_key: reading?.idKeys ?? [],
    unique_ids: sortedDistinct(cards.flatMap((c) => c.uniqueId ?? [])),
    driver: reading?.driver ?? null,
    rocm: reading?.rocm ?? null,
    tool_version: reading?.version ?? null,
    vram_total_b: one(sortedDistinct(cards.flatMap((c) => c.vramTotalBytes ?? []))),
    memory_total_mb: one(sortedNumbers(cards.flatMap((c) => c.memoryTotalMb ?? []))),
    vram_pct: one(sortedNumbers(cards.flatMap((c) => c.vramPct ?? []))),
    power_caps_w: caps.some((c) => c !== null) ? caps : null,
    power_caps_differ: new Set(caps.filter((c) => c !== null)).size > 1,
    numa: reading ? numaOf(reading) : null,
    virtual_function: count === null ? null : cards.some((c) => c.virtualFunction),
    truncated: reading === null ? null : !reading.whole,
    error,
  };
}

function warningsOf(reading: AmdReading | null, facts: Facts): EvidenceWarning[] {
  const list: EvidenceWarning[] = [];
  const add = (code: string, message: string) => list.push({ code, message });
  if (facts.error !== null) add("TOOL_ERROR", `the tool reports: ${facts.error}`);
  if (reading && !reading.whole) add("INCOMPLETE", "the output does not show its end");
  if (reading?.doubled) add("INCONSISTENT", "a card or one of its keys stands twice");
  if (facts.power_caps_differ === true) add("CAPS_DIFFER", "cards have different power caps");
  return list;
}

function read(text: string, cleaned: CleanedText): Reading {
  const { reading, before, outside } = find(text, cleaned);
  const error = cleaned.lines.find((l) => l.text.length <= MAX_ERROR_CHARS && ERROR.test(l.text))?.text.trim() ?? null;
  const unread = outside.filter((l) => !isPrompt(l.text.trim()));
  const facts = factsOf(error === null || (reading?.cards.length ?? 0) > 0 ? reading : null, error);
  const trouble = error !== null || unread.some((l) => TROUBLE.test(l.text));
  return {
    tool: reading?.tool ?? "rocm-smi",
    toolVersion: reading?.version ?? null,
    facts,
    unread: unread.map(unreadLine),
    warnings: warningsOf(reading, facts),
    complete: reading?.whole === true && !reading.doubled && reading.cards.length > 0 && !trouble,
    others: earlier([...before, reading]).map((r) => factsOf(r, null)),
  };
}

function recognise(text: string): number {
  if (/ROCm System Management Interface|End of ROCm SMI Log/.test(text)) return 0.96;
  if (/\bAMD-SMI \S+\s+amdgpu version:|AmdSmiLibraryException|AMDSMI_STATUS_/.test(text)) return 0.95;
  if (/"card\d+"\s*:\s*\{/.test(text)) return 0.9;
  if (hasAmdJson(text) && /"(?:asic|market_name|kfd_id|vram|mem_usage)"/.test(text)) return 0.85;
  if (isConcise(text) || (/^[ \t]*(?:GPU|CARD)\[\d+\][ \t]*: /m.test(text) && text.includes(": "))) return 0.85;
  if (hasAmdBlocks(text)) return 0.8;
  return text.length < 10_000 && /\b(?:rocm|amd)-smi\b/.test(text) ? 0.55 : 0;
}

/** `rocm-smi` and `amd-smi`, as tables, keys or JSON. */
export const reader: EvidenceReader = { format: "rocm-smi", recognise, read };
