import type { CleanLine } from "../clean";
import { type AmdCard, type AmdReading, card, figureOr, repeatsIndex, textOr, versionOr } from "./card";

const END = /^=+ End of ROCm SMI Log =+$/;
const HEADER = /^(?:Device|GPU)\s+.*\bPwrCap\b.*\bVRAM%/;
const ROW = /^(\d+)\s+(?=.*\d(?:\.\d+)?\s*[cC°]?)(.*)$/;
const KEYED = /^(?:GPU|CARD)\[(\d+)\]\s*: (.*)$/;

export const isConcise = (text: string): boolean => /\bPwrCap\b.{0,40}\bVRAM%/.test(text);

/** A row tells its cells by their units: the last power is the cap, the last two shares are memory and use. */
function concise(index: number, rest: string): Partial<AmdCard> & { index: number } {
  const watts = rest.match(/\b\d+(?:\.\d+)?W\b/g) ?? [];
  const shares = rest.match(/\b\d+%/g) ?? [];
  return {
    index,
    deviceId: /0x[0-9a-fA-F]{4}\b/.exec(rest)?.[0] ?? null,
    powerCapW: figureOr(watts.at(-1)),
    vramPct: shares.length >= 2 ? figureOr(shares.at(-2)) : null,
  };
}

/** The concise table of `rocm-smi`: one line for each card, in older releases a second one with its name. */
export function readConcise(lines: readonly CleanLine[]): AmdReading {
  const drafts: (Partial<AmdCard> & { index: number })[] = [];
  let inTable = false;
  let whole = false;
  for (const { text: raw } of lines) {
    const text = raw.trim();
    if (END.test(text)) whole = inTable;
    if (HEADER.test(text)) inTable = true;
    const row = inTable && !whole ? ROW.exec(text) : null;
    const open = drafts.at(-1);
    if (row && /\d(?:\.\d+)?W\b|N\/A|%/.test(text)) drafts.push(concise(Number(row[1]), row[2] ?? ""));
    else if (inTable && !whole && open && open.name === undefined && /^\s{4,}[A-Za-z]/.test(raw) && !/\(/.test(text))
      drafts[drafts.length - 1] = { ...open, name: text };
  }
  const cards = drafts.map((d) => card(d.index, d));
  return {
    tool: "rocm-smi",
    version: null,
    rocm: null,
    driver: null,
    cards,
    idKeys: [],
    whole,
    doubled: repeatsIndex(cards),
  };
}

/** Keys under which a name stands, most telling first. */
const NAME_KEYS = ["card series", "device name", "card model"];

/** `rocm-smi --showall` and its parts: `GPU[0] : key: value`. */
export function readKeyed(lines: readonly CleanLine[]): AmdReading {
  const found = new Map<number, Map<string, string>>();
  const idKeys = new Set<string>();
  let driver: string | null = null;
  let whole = false;
  let doubled = false;
  for (const { text } of lines) {
    const line = text.trim();
    if (END.test(line)) whole = true;
    driver ??= versionOr(/^Driver version:\s*(\S+)$/i.exec(line)?.[1]);
    const keyed = KEYED.exec(line);
    if (!keyed) continue;
    const index = Number(keyed[1]);
    const values = found.get(index) ?? new Map<string, string>();
    found.set(index, values);
    const pair = /^(?:\(Topology\) )?([A-Za-z][\w ()%/.-]*?):\s+(.*)$/.exec(keyed[2] ?? "");
    const key = pair?.[1]?.toLowerCase() ?? "";
    if (key === "device id" || key === "gpu id") idKeys.add(pair?.[1] ?? "");
    if (values.has(key) && /^(?:device id|gpu id|unique id|numa node)$/.test(key)) doubled = true;
    if (pair) values.set(key, pair[2] ?? "");
  }
  const cards = [...found].map(([index, v]) => keyedCard(index, (key) => v.get(key)));
  return { tool: "rocm-smi", version: null, rocm: null, driver, cards, idKeys: [...idKeys], whole, doubled };
}

function keyedCard(index: number, at: (key: string) => string | undefined): AmdCard {
  return card(index, {
    name: NAME_KEYS.map((k) => textOr(at(k))).find((n) => n !== null && !/^0x/.test(n)) ?? null,
    deviceId: textOr(at("device id")) ?? textOr(at("gpu id")),
    uniqueId: textOr(at("unique id")),
    vramTotalBytes: textOr(at("vram total memory (b)")),
    powerCapW: figureOr(at("max graphics package power (w)")),
    numaNode: figureOr(at("numa node")),
  });
}

type Dict = Readonly<Record<string, unknown>>;
const isDict = (v: unknown): v is Dict => typeof v === "object" && v !== null && !Array.isArray(v);

/** `rocm-smi --json`: every value is a text, with its unit in the key. */
export function readJson(value: unknown): AmdReading | null {
  if (!isDict(value)) return null;
  const cards: AmdCard[] = [];
  const idKeys = new Set<string>();
  for (const [name, v] of Object.entries(value)) {
    const index = /^card(\d+)$/.exec(name)?.[1];
    if (index === undefined || !isDict(v)) continue;
    const low = new Map(Object.entries(v).map(([k, t]) => [k.replace(/^\(Topology\) /, "").toLowerCase(), String(t)]));
    for (const key of ["Device ID", "GPU ID"]) if (key in v) idKeys.add(key);
    cards.push(keyedCard(Number(index), (key) => low.get(key)));
  }
  const system = isDict(value.system) ? value.system["Driver version"] : undefined;
  if (cards.length === 0 && typeof system !== "string") return null;
  const driver = typeof system === "string" ? versionOr(system) : null;
  return {
    tool: "rocm-smi",
    version: null,
    rocm: null,
    driver,
    cards,
    idKeys: [...idKeys].sort(),
    whole: true,
    doubled: false,
  };
}
