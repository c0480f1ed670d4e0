import type { CleanLine } from "./clean";

/** No row of these listings is longer; a longer line is not looked into. */
const MAX_ROW_CHARS = 1_000;

/** Lines that can be rows, and lines that are too long to be one: those are kept as unread. */
export function rowsOf(lines: readonly CleanLine[]): { rows: readonly CleanLine[]; tooLong: readonly CleanLine[] } {
  const tooLong = lines.filter((l) => l.text.length > MAX_ROW_CHARS);
  return { rows: tooLong.length === 0 ? lines : lines.filter((l) => l.text.length <= MAX_ROW_CHARS), tooLong };
}

/**
 * Cuts a paste into outputs: each begins at a line for which `starts` holds. What stands before the first start is its
 * own part only when nothing else is there, else it is given apart as `before`.
 */
export function splitPayloads(
  lines: readonly CleanLine[],
  starts: (line: CleanLine) => boolean,
): { readonly before: readonly CleanLine[]; readonly payloads: readonly (readonly CleanLine[])[] } {
  const payloads: CleanLine[][] = [];
  const before: CleanLine[] = [];
  for (const line of lines) {
    if (starts(line)) payloads.push([line]);
    else (payloads.at(-1) ?? before).push(line);
  }
  return { before, payloads };
}

/** Earlier outputs of a paste whose facts are given beside those of the last one; before them they are only counted. */
const MOST_OTHERS = 50;

/** The outputs before the last one that are still read. */
export function earlier<T>(all: readonly T[]): readonly T[] {
  return all.slice(Math.max(0, all.length - 1 - MOST_OTHERS), -1);
}
