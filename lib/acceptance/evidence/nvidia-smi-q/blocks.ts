import type { CleanLine } from "../clean";

export interface GpuBlock {
  readonly busId: string;
  /** Values by path, `Remapped Rows > Pending`: keys repeat, so the path tells them apart. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Paths of headings that hold further keys. */
  readonly headings: ReadonlySet<string>;
}

export interface SmiQuery {
  readonly header: ReadonlyMap<string, readonly string[]>;
  readonly blocks: readonly GpuBlock[];
  readonly unread: readonly CleanLine[];
}

const BLOCK = /^GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-9A-Fa-f])$/;
const BANNER = /^=+NVSMI LOG=+$/;
/** From R610 on, old keys carry a remark in their value. */
const DEPRECATED = / \[Deprecated; [^\]]*\]$/;
const PER_LEVEL = 4;
const MAX_DEPTH = 12;

interface Draft {
  busId: string;
  values: Map<string, string[]>;
  headings: Set<string>;
}

const draft = (busId: string): Draft => ({ busId, values: new Map(), headings: new Set() });

/** Reads one `nvidia-smi -q` output: header keys, then one block for each card. */
export function readQuery(lines: readonly CleanLine[]): SmiQuery {
  const header = draft("");
  const blocks: Draft[] = [];
  const unread: CleanLine[] = [];
  let path: string[] = [];
  for (const line of lines) {
    const text = line.text.trim();
    if (text === "" || BANNER.test(text)) continue;
    const block = BLOCK.exec(text);
    if (block && !/^\s/.test(line.text)) {
      blocks.push(draft(block[1] ?? ""));
      path = [];
      continue;
    }
    // A library that is loaded before the driver prints its own lines between the keys.
    if (text.startsWith("[") || text.length > 1_000) {
      unread.push(line);
      continue;
    }
    const here = blocks.at(-1) ?? header;
    const level = Math.floor((line.text.length - line.text.trimStart().length) / PER_LEVEL);
    path = path.slice(0, Math.min(Math.max(0, blocks.length > 0 ? level - 1 : level), MAX_DEPTH));
    const split = pairOf(text);
    const known = split !== null || (blocks.length > 0 && level > 0);
    if (!known) unread.push(line);
    else if (split) keep(here, [...path, split[0]].join(" > "), split[1]);
    else {
      path = [...path, text];
      here.headings.add(path.join(" > "));
    }
  }
  return { header: header.values, blocks, unread };
}

/** Key and value at the first colon that has a blank before it. */
function pairOf(text: string): readonly [string, string] | null {
  const at = text.indexOf(" :");
  const after = text[at + 2];
  if (at < 0 || (after !== undefined && after !== " ")) return null;
  return [text.slice(0, at).trimEnd(), text.slice(at + 2).trim()];
}

function keep(here: Draft, path: string, value: string): void {
  const list = here.values.get(path) ?? [];
  list.push(value.replace(DEPRECATED, "").trim());
  here.values.set(path, list);
}

export const valueAt = (values: ReadonlyMap<string, readonly string[]>, path: string): string | null =>
  values.get(path)?.[0] ?? null;

/** Parts of a block that hold several of a kind, so that their keys may repeat. */
const REPEATING = /^(?:MIG Device|Processes|Supported Clocks|.*Supported|Accounted Processes)\b/;

/** A key that stands twice in one block: lines were doubled, or two outputs run into each other. */
export function hasDoubledKeys(block: GpuBlock): boolean {
  return [...block.values].some(([path, list]) => list.length > 1 && !REPEATING.test(path));
}

/** Every version prints the processes last (some add capabilities): a block that reaches them is whole. */
export function isWholeBlock(block: GpuBlock): boolean {
  return block.values.has("Product Name") && (block.values.has("Processes") || block.headings.has("Processes"));
}

/**
 * Uncorrectable errors of one counter, volatile or aggregate; null where the card counts none. The two are never added
 * to each other for a judgement: one counts since the last reset, the other over the card's life.
 */
export function uncorrectable(block: GpuBlock, counter: "Volatile" | "Aggregate"): number | null {
  const root = `ECC Errors > ${counter} > `;
  let sum: number | null = null;
  for (const [path, list] of block.values) {
    if (!path.startsWith(root)) continue;
    const key = path.slice(root.length);
    const counts = /Uncorrectable/.test(key) || (/^Double Bit > /.test(key) && !/Total$/.test(key));
    const value = list[0] ?? "";
    if (counts && /^\d+$/.test(value)) sum = (sum ?? 0) + Number(value);
  }
  return sum;
}
