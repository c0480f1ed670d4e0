import type { CleanLine } from "../clean";

export interface BenchBlock {
  /** Numbers by the label as printed, unit included. */
  readonly values: Readonly<Record<string, number>>;
  /** Rows whose value is a word: `inf`, `not set`, the name of a backend. */
  readonly words: Readonly<Record<string, string>>;
  /** Rows of a template: the value was never filled in. */
  readonly placeholders: number;
  /** Labels that stand twice with the same or another value. */
  readonly repeated: readonly string[];
  /** Closed by its line of `=`. */
  readonly closed: boolean;
  readonly unread: readonly CleanLine[];
}

const TITLE = /^={3,}\s*[^=\s].*(?:Benchmark Result|Benchmark)\s*={3,}$/i;
const END = /^={10,}$/;
const SECTION = /^-{3,}\s*[^-\s].*-{3,}$/;
const RULE = /^[-=]{10,}$/;
const ROW = /^([A-Za-z][^:]{0,80}):\s+(\S.{0,200})$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PLACEHOLDER = /^\[[^\]]*\]$|^<[^>]*>$|^(?:x+|\?+|n\/a|\.{3}|…)$/i;
const MAX_CHARS = 400;

export const isTitle = (line: CleanLine): boolean => line.text.length <= MAX_CHARS && TITLE.test(line.text.trim());

/** The rows between a title and its closing line; what follows the closing line is none of the block's. */
export function readBlock(lines: readonly CleanLine[]): BenchBlock {
  const values: Record<string, number> = {};
  const words: Record<string, string> = {};
  const repeated: string[] = [];
  const unread: CleanLine[] = [];
  let placeholders = 0;
  let closed = false;
  for (const line of lines.slice(1)) {
    const text = line.text.trim();
    if (text === "") continue;
    if (closed || text.length > MAX_CHARS) {
      unread.push(line);
      continue;
    }
    if (END.test(text)) {
      closed = true;
      continue;
    }
    if (SECTION.test(text) || RULE.test(text)) continue;
    const [, label, value = ""] = ROW.exec(text) ?? [];
    if (label === undefined) {
      unread.push(line);
      continue;
    }
    if (label in values || label in words) repeated.push(label);
    if (NUMBER.test(value)) values[label] = Number(value);
    else if (PLACEHOLDER.test(value)) placeholders += 1;
    else words[label] = value;
  }
  return { values, words, placeholders, repeated, closed, unread };
}
